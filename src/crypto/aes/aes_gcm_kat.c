/* The known-answer test of AES-GCM. */
#include <string.h>

#include "afterburner/aes_gcm.h"
#include "crypto/aes/aes_gcm_kat_data.h"
#include "crypto/aes/aes_kat.h"

struct message {
    size_t iv_len, aad_len, len;
};

/* Encrypt len bytes of the test message and fold ciphertext and tag; decrypt in two parts; corrupt the tag. */
static int check(const struct ab_aes_kernels *kernels, size_t key_len, const struct message *m, uint64_t answer)
{
    uint8_t key[32], iv[64], text[AB_KAT_LEN], out[AB_KAT_LEN + AB_AES_BLOCK];
    struct ab_aes_gcm g;
    size_t part = m->len / 3;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(iv, m->iv_len);
    ab_kat_message(text);
    ab_aes_gcm_set_key(&g, kernels, key, key_len);
    ab_aes_gcm_set_iv(&g, iv, m->iv_len);
    ok = ab_aes_gcm_aad(&g, text, m->aad_len) && ab_aes_gcm_encrypt(&g, text, out, m->len);
    ab_aes_gcm_tag(&g, out + m->len);
    ok = ok && ab_kat_fold(out, m->len + AB_AES_BLOCK) == answer;

    ab_aes_gcm_set_iv(&g, iv, m->iv_len);
    ok = ok && ab_aes_gcm_aad(&g, text, m->aad_len) && ab_aes_gcm_decrypt(&g, out, out, part)
         && ab_aes_gcm_decrypt(&g, out + part, out + part, m->len - part)
         && ab_aes_gcm_check_tag(&g, out + m->len, AB_AES_BLOCK) && memcmp(out, text, m->len) == 0;
    out[m->len] ^= 1;
    ok = ok && !ab_aes_gcm_check_tag(&g, out + m->len, AB_AES_BLOCK);
    ab_aes_gcm_wipe(&g);
    return ok;
}

int ab_kat_check_gcm(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer, uint64_t long_iv_answer)
{
    static const struct message usual = { 12, 45, AB_KAT_LEN }, odd = { 61, 13, 75 };

    return check(kernels, key_len, &usual, answer) && check(kernels, key_len, &odd, long_iv_answer);
}

int ab_aes_gcm_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_gcm(kernels, 16, AB_KAT_GCM_128, AB_KAT_GCM_128_LONG_IV)
           && ab_kat_check_gcm(kernels, 24, AB_KAT_GCM_192, AB_KAT_GCM_192_LONG_IV)
           && ab_kat_check_gcm(kernels, 32, AB_KAT_GCM_256, AB_KAT_GCM_256_LONG_IV);
}
