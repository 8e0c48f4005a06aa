/* AES-ECB (SP 800-38A sec. 6.1), and the key schedules that all modes share. */
#include "afterburner/aes.h"

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

void ab_aes_ecb_set_key(struct ab_aes_ecb *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    c->kernels = kernels;
    kernels->expand_encrypt(&c->key, key, key_len);
}

void ab_aes_ecb_prepare_decrypt(struct ab_aes_ecb *c)
{
    c->kernels->expand_decrypt(&c->key);
}

void ab_aes_ecb_encrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    c->kernels->ecb_encrypt(&c->key, in, out, num_blocks);
}

void ab_aes_ecb_decrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    c->kernels->ecb_decrypt(&c->key, in, out, num_blocks);
}

void ab_aes_ecb_wipe(struct ab_aes_ecb *c)
{
    ab_wipe(c, sizeof(*c));
}
