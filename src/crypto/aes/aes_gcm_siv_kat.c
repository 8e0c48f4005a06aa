/* The known-answer test of AES-GCM-SIV. */
#include <string.h>

#include "afterburner/aes_gcm_siv.h"
#include "crypto/aes/aes_gcm_siv_kat_data.h"
#include "crypto/aes/aes_kat.h"
#include "ct/ct.h"

/* Seal len bytes of the test message and fold ciphertext and tag; open; open with the tag corrupted. */
static int check(const struct ab_aes_kernels *kernels, size_t key_len, size_t aad_len, size_t len, uint64_t answer)
{
    uint8_t key[32], nonce[12], text[AB_KAT_LEN], out[AB_KAT_LEN + AB_AES_BLOCK];
    uint8_t *tag = out + len;
    struct ab_aes_gcm_siv g;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(nonce, sizeof(nonce));
    ab_kat_message(text);
    ab_aes_gcm_siv_set_key(&g, kernels, key, key_len);
    ab_aes_gcm_siv_set_nonce(&g, nonce);
    ok = ab_aes_gcm_siv_aad(&g, text, aad_len) && ab_aes_gcm_siv_seal(&g, text, out, len, tag)
         && ab_kat_fold(out, len + AB_AES_BLOCK) == answer;
    ok = ok && ab_aes_gcm_siv_open(&g, out, text, len, tag);
    ab_kat_message(out);
    ok = ok && memcmp(out, text, AB_KAT_LEN) == 0;
    tag[AB_AES_BLOCK - 1] ^= 1;
    ok = ok && !ab_aes_gcm_siv_open(&g, out, out, len, tag);
    ab_aes_gcm_siv_wipe(&g);
    return ok;
}

int ab_aes_gcm_siv_kat(const struct ab_aes_kernels *kernels)
{
    return check(kernels, 16, 300, AB_KAT_LEN, AB_KAT_GCM_SIV_128)
           && check(kernels, 16, 13, 75, AB_KAT_GCM_SIV_128_SHORT)
           && check(kernels, 24, 300, AB_KAT_LEN, AB_KAT_GCM_SIV_192)
           && check(kernels, 24, 13, 75, AB_KAT_GCM_SIV_192_SHORT)
           && check(kernels, 32, 300, AB_KAT_LEN, AB_KAT_GCM_SIV_256)
           && check(kernels, 32, 13, 75, AB_KAT_GCM_SIV_256_SHORT);
}
