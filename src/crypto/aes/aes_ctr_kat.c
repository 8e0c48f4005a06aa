/* The known-answer test of AES-CTR. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_ctr_kat_data.h"

/* Encrypt the test message, starting three blocks before the low half of the counter wraps; then decrypt it. */
int ab_kat_check_ctr(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], iv[AB_AES_BLOCK], message[AB_KAT_LEN], out[AB_KAT_LEN];
    struct ab_aes_ctr c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(iv, 8);
    memset(iv + 8, 0xff, 8);
    iv[15] = 0xfd;
    ab_kat_message(message);
    ab_aes_ctr_set_key(&c, kernels, key, key_len);
    ab_aes_ctr_set_iv(&c, iv);
    ab_aes_ctr_update(&c, message, out, AB_KAT_LEN);
    ok = ab_kat_fold(out, AB_KAT_LEN) == answer;
    ab_aes_ctr_set_iv(&c, iv);
    ab_aes_ctr_update(&c, out, out, AB_KAT_LEN);
    ab_aes_ctr_wipe(&c);
    return ok && memcmp(out, message, AB_KAT_LEN) == 0;
}

int ab_aes_ctr_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_ctr(kernels, 16, AB_KAT_CTR_128) && ab_kat_check_ctr(kernels, 24, AB_KAT_CTR_192)
           && ab_kat_check_ctr(kernels, 32, AB_KAT_CTR_256);
}
