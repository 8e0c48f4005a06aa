/* AES-CTR (SP 800-38A sec. 6.5) as a stream: keeps the keystream block that an update leaves unfinished. */
#include "afterburner/aes.h"

#include <string.h>

#include "crypto/aes/part.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

void ab_aes_ctr_set_key(struct ab_aes_ctr *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    c->kernels = kernels;
    kernels->expand_encrypt(&c->key, key, key_len);
}

void ab_aes_ctr_set_iv(struct ab_aes_ctr *c, const uint8_t iv[AB_AES_BLOCK])
{
    memcpy(c->counter, iv, AB_AES_BLOCK);
    c->used = 0;
}

/* Use the rest of the keystream block in progress; return the number of bytes done. */
static size_t finish_block(struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t left = AB_AES_BLOCK - c->used, done = len < left ? len : left;

    ab_mix_part(c->keystream + c->used, in, out, done);
    c->used = (c->used + (uint32_t)done) % AB_AES_BLOCK;
    return done;
}

__attribute__((noinline)) static void update_in_parts(struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t done = c->used == 0 ? 0 : finish_block(c, in, out, len);

    if (done == len)
        return;
    c->kernels->ctr(&c->key, c->counter, in + done, out + done, len - done, c->keystream);
    c->used = (uint32_t)((len - done) % AB_AES_BLOCK);
}

/* One byte of a block in progress saves no register. */
void ab_aes_ctr_update(struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len)
{
    if (len == 1 && c->used != 0) {
        *out = *in ^ c->keystream[c->used];
        c->used = (c->used + 1) % AB_AES_BLOCK;
        return;
    }
    update_in_parts(c, in, out, len);
}

void ab_aes_ctr_wipe(struct ab_aes_ctr *c)
{
    ab_wipe(c, sizeof(*c));
}
