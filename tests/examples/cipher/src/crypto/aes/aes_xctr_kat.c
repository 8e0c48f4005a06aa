/* Known answers of AES-XCTR. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_xctr_kat_data.h"

/* Encrypt the test message, which has full batches and a ragged tail; then decrypt it. */
static int check_long(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], iv[AB_AES_BLOCK], message[AB_KAT_LEN], out[AB_KAT_LEN];
    struct ab_aes_xctr c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(iv, sizeof(iv));
    ab_kat_message(message);
    ab_aes_xctr_set_key(&c, kernels, key, key_len);
    ab_aes_xctr_set_iv(&c, iv);
    ab_aes_xctr_update(&c, message, out, AB_KAT_LEN);
    ok = ab_kat_fold(out, AB_KAT_LEN) == answer;
    ab_aes_xctr_set_iv(&c, iv);
    ab_aes_xctr_update(&c, out, out, AB_KAT_LEN);
    ab_aes_xctr_wipe(&c);
    return ok && memcmp(out, message, AB_KAT_LEN) == 0;
}

int ab_aes_xctr_kat(const struct ab_aes_kernels *kernels)
{
    return check_long(kernels, 16, AB_KAT_XCTR_128) && check_long(kernels, 24, AB_KAT_XCTR_192)
           && check_long(kernels, 32, AB_KAT_XCTR_256);
}
