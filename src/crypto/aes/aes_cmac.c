/* AES-CMAC (SP 800-38B): subkeys, streaming of one message, tag. */
#include "afterburner/cmac.h"

#include <string.h>

#include "crypto/aes/cmac.h"
#include "ct/ct.h"

void ab_cmac_set_key(struct ab_cmac_key *k, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    ab_aes_ecb_set_key(&k->aes, kernels, key, key_len);
    ab_cmac_make_subkeys(kernels, &k->aes.key, k->k1, k->k2);
}

void ab_cmac_start(struct ab_cmac *c)
{
    memset(c->mac, 0, sizeof(c->mac));
    c->held = 0;
}

static void chain(struct ab_cmac *c, const uint8_t *in, size_t num_blocks)
{
    c->key.aes.kernels->cbc_mac(&c->key.aes.key, c->mac, in, num_blocks);
}

/* Process all blocks but the last, whose mask depends on whether it is whole. */
void ab_cmac_update(struct ab_cmac *c, const uint8_t *in, size_t len)
{
    size_t fill = AB_AES_BLOCK - c->held, before, all = len;

    if (len == 0)
        return;
    if (c->held != 0 && len > fill) {
        ab_aes_fill(c->last, c->held, in, len);
        chain(c, c->last, 1);
        c->held = 0;
        in += fill;
        len -= fill;
    }
    before = c->held != 0 ? 0 : (len - 1) / AB_AES_BLOCK * AB_AES_BLOCK;
    chain(c, in, before / AB_AES_BLOCK);
    ab_aes_hold(c->last, c->held, in + len, len - before, all);
    c->held += (uint32_t)(len - before);
}

void ab_cmac_final(struct ab_cmac *c, uint8_t tag[AB_AES_BLOCK])
{
    ab_cmac_last_block(c->last, c->last, c->held, c->key.k1, c->key.k2);
    chain(c, c->last, 1);
    memcpy(tag, c->mac, AB_AES_BLOCK);
}

void ab_cmac_wipe(struct ab_cmac *c)
{
    ab_wipe(c, sizeof(*c));
}
