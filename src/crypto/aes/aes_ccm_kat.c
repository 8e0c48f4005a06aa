/* The known-answer test of AES-CCM. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_ccm_kat_data.h"

enum { NONCE_LEN = 13, AAD_LEN = 75, TAG_LEN = 12 };

int ab_kat_check_ccm(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], nonce[NONCE_LEN], message[AB_KAT_LEN], out[AB_KAT_LEN + AB_AES_BLOCK], tag[AB_AES_BLOCK];
    struct ab_aes_ccm c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(nonce, NONCE_LEN);
    ab_kat_message(message);
    ab_aes_ccm_set_key(&c, kernels, key, key_len);
    ok = ab_aes_ccm_start(&c, nonce, NONCE_LEN, TAG_LEN, AB_KAT_LEN);
    ab_aes_ccm_aad(&c, message, AAD_LEN);
    ab_aes_ccm_encrypt(&c, message, out, AB_KAT_LEN, out + AB_KAT_LEN);
    ok = ok && ab_kat_fold(out, AB_KAT_LEN + TAG_LEN) == answer;
    ok = ab_aes_ccm_start(&c, nonce, NONCE_LEN, TAG_LEN, AB_KAT_LEN) && ok;
    ab_aes_ccm_aad(&c, message, AAD_LEN);
    ab_aes_ccm_decrypt(&c, out, out, AB_KAT_LEN, tag);
    ab_aes_ccm_wipe(&c);
    return ok && memcmp(out, message, AB_KAT_LEN) == 0 && memcmp(out + AB_KAT_LEN, tag, TAG_LEN) == 0;
}

int ab_aes_ccm_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_ccm(kernels, 16, AB_KAT_CCM_128) && ab_kat_check_ccm(kernels, 24, AB_KAT_CCM_192)
           && ab_kat_check_ccm(kernels, 32, AB_KAT_CCM_256);
}
