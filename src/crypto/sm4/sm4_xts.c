/* SM4-XTS with the tweaks of GB/T 17964-2021. With those of IEEE 1619 it is in src/crypto/aes/aes_xts.c. */
#include "afterburner/sm4.h"
#include "crypto/aes/xts.h"
#include "kernels/aes/aes_kernels.h"

void ab_sm4_xts_gb_encrypt_unit(const struct ab_aes_xts *c, struct ab_xts_tweak *t, const uint8_t *in, uint8_t *out,
                                size_t len)
{
    c->kernels->xts_gb_encrypt(&c->key, ab_xts_tweak_key(c, t), t->block, in, out, len);
    t->is_encrypted = true;
}

void ab_sm4_xts_gb_decrypt_unit(const struct ab_aes_xts *c, struct ab_xts_tweak *t, const uint8_t *in, uint8_t *out,
                                size_t len)
{
    c->kernels->xts_gb_decrypt(&c->key, ab_xts_tweak_key(c, t), t->block, in, out, len);
    t->is_encrypted = true;
}

void ab_sm4_xts_gb_encrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                           size_t len)
{
    ab_xts_lone_unit(c, iv, in, out, len, ab_sm4_xts_gb_encrypt_unit);
}

void ab_sm4_xts_gb_decrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                           size_t len)
{
    ab_xts_lone_unit(c, iv, in, out, len, ab_sm4_xts_gb_decrypt_unit);
}
