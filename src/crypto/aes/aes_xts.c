/* AES-XTS (IEEE 1619, SP 800-38E): each call processes one data unit. */
#include "afterburner/aes.h"

#include "crypto/aes/xts.h"

void ab_aes_xts_set_key(struct ab_aes_xts *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    c->kernels = kernels;
    kernels->expand_encrypt(&c->key, key, key_len / 2);
    kernels->expand_decrypt(&c->key);
    kernels->expand_encrypt(&c->tweak_key, key + key_len / 2, key_len / 2);
}

void ab_aes_xts_encrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                        size_t len)
{
    ab_xts_lone_unit(c, c->kernels->xts_encrypt, iv, in, out, len);
}

void ab_aes_xts_decrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                        size_t len)
{
    ab_xts_lone_unit(c, c->kernels->xts_decrypt, iv, in, out, len);
}

void ab_aes_xts_wipe(struct ab_aes_xts *c)
{
    ab_wipe(c, sizeof(*c));
}
