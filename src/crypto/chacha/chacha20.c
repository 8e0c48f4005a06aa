/* ChaCha20 (RFC 8439 sec. 2.4) as a stream cipher: it keeps the unused key stream of the last block. */
#include <string.h>

#include "afterburner/chacha20_poly1305.h"
#include "ct/ct.h"
#include "kernels/chacha/chacha_kernels.h"

void ab_chacha20_set_key(struct ab_chacha20 *c, const struct ab_chacha_kernels *kernels,
                         const uint8_t key[AB_CHACHA20_KEY_LEN])
{
    static const uint8_t zeros[AB_CHACHA20_IV_LEN];

    c->kernels = kernels;
    memcpy(c->key, key, sizeof(c->key));
    ab_chacha20_set_iv(c, zeros);
}

void ab_chacha20_set_iv(struct ab_chacha20 *c, const uint8_t iv[AB_CHACHA20_IV_LEN])
{
    memcpy(c->counter, iv, sizeof(c->counter));
    c->num_left = 0;
}

/* Use up the key stream that an earlier update left; return the number of bytes. */
static size_t use_left(struct ab_chacha20 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    const uint8_t *keystream = c->keystream + AB_CHACHA20_BLOCK - c->num_left;
    size_t num = len < c->num_left ? len : c->num_left;

    for (size_t i = 0; i < num; i++)
        out[i] = in[i] ^ keystream[i];
    c->num_left -= (uint32_t)num;
    return num;
}

void ab_chacha20_update(struct ab_chacha20 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t num = use_left(c, in, out, len);

    if (num == len)
        return;
    c->kernels->stream(c->key, c->counter, in + num, out + num, len - num, c->keystream);
    c->num_left = (uint32_t)(0 - (len - num)) % AB_CHACHA20_BLOCK;
}

void ab_chacha20_wipe(struct ab_chacha20 *c)
{
    ab_wipe(c, sizeof(*c));
}
