/* AES-CBC (SP 800-38A sec. 6.2) over whole blocks. */
#include "afterburner/aes.h"

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

void ab_aes_cbc_encrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    c->aes.kernels->cbc_encrypt(&c->aes.key, c->iv, in, out, num_blocks);
}

void ab_aes_cbc_decrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    c->aes.kernels->cbc_decrypt(&c->aes.key, c->iv, in, out, num_blocks);
}

void ab_aes_cbc_wipe(struct ab_aes_cbc *c)
{
    ab_wipe(c, sizeof(*c));
}
