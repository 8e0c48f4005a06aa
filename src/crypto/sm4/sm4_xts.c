/* SM4-XTS with the tweaks of GB/T 17964-2021. With those of IEEE 1619 it is in src/crypto/aes/aes_xts.c. */
#include "afterburner/sm4.h"
#include "crypto/aes/xts.h"

void ab_sm4_xts_gb_encrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                           size_t len)
{
    ab_xts_lone_unit(c, c->kernels->xts_gb_encrypt, iv, in, out, len);
}

void ab_sm4_xts_gb_decrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                           size_t len)
{
    ab_xts_lone_unit(c, c->kernels->xts_gb_decrypt, iv, in, out, len);
}
