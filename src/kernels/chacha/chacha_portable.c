/* ChaCha20 and Poly1305 in plain C, one block after the other: RFC 8439 word by word. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/chacha/chacha_message.h"

enum { WORDS = AB_CHACHA_WORDS, DOUBLE_ROUNDS = 10 };

INLINE uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* sec. 2.1 */
INLINE void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 12);
    *a += *b;
    *d = rotate(*d ^ *a, 8);
    *c += *d;
    *b = rotate(*b ^ *c, 7);
}

/* sec. 2.3 */
static void block_of(const uint32_t start[WORDS], uint8_t out[AB_CHACHA20_BLOCK])
{
    uint32_t x[WORDS];

    memcpy(x, start, sizeof(x));
    for (unsigned i = 0; i < DOUBLE_ROUNDS; i++) {
        for (unsigned j = 0; j < 4; j++)
            quarter_round(&x[j], &x[4 + j], &x[8 + j], &x[12 + j]);
        for (unsigned j = 0; j < 4; j++)
            quarter_round(&x[j], &x[4 + (j + 1) % 4], &x[8 + (j + 2) % 4], &x[12 + (j + 3) % 4]);
    }
    for (unsigned i = 0; i < WORDS; i++)
        x[i] += start[i];
    memcpy(out, x, sizeof(x));
    ab_wipe(x, sizeof(x));
}

/* out := the block of this counter, which then moves on. */
static void make_block(const uint32_t key[8], uint32_t counter[4], uint8_t out[AB_CHACHA20_BLOCK])
{
    uint32_t start[WORDS];

    memcpy(start, ab_chacha_constants, sizeof(ab_chacha_constants));
    memcpy(start + 4, key, 8 * sizeof(*key));
    memcpy(start + 12, counter, 4 * sizeof(*counter));
    block_of(start, out);
    counter[0]++;
    counter[1] += counter[0] == 0;
    ab_wipe(start, sizeof(start));
}

static void blocks(const uint32_t states[AB_CHACHA_MANY][AB_CHACHA_WORDS], uint8_t *out, size_t num)
{
    for (size_t i = 0; i < num; i++)
        block_of(states[i], out + AB_CHACHA20_BLOCK * i);
}

static void stream(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                   uint8_t tail[AB_CHACHA20_BLOCK])
{
    uint8_t block[AB_CHACHA20_BLOCK];

    while (len != 0) {
        size_t num = len < sizeof(block) ? len : sizeof(block);

        make_block(key, counter, block);
        for (size_t i = 0; i < num; i++)
            out[i] = in[i] ^ block[i];
        if (num < sizeof(block))
            memcpy(tail, block, sizeof(block));
        in += num;
        out += num;
        len -= num;
    }
    ab_wipe(block, sizeof(block));
}

static void poly1305(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    for (size_t i = 0; i < num; i++)
        poly_block(p->h, p->r, in + AB_POLY1305_BLOCK * i);
}

static void start_text(struct ab_chacha20_poly1305 *c)
{
    uint8_t block[AB_CHACHA20_BLOCK];

    message_pad_pending(c);
    if (c->is_keyed) {
        message_absorb_pending(c);
        return;
    }
    make_block(c->key, c->counter, block);
    message_start(c, block);
    ab_wipe(block, sizeof(block));
}

static void encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    start_text(c);
    if (len == 0)
        return;
    stream(c->key, c->counter, in, out, len, c->keystream);
    poly1305(&c->mac, out, len / AB_POLY1305_BLOCK);
    message_keep_rest(c, out, len);
}

static void decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    start_text(c);
    if (len == 0)
        return;
    poly1305(&c->mac, in, len / AB_POLY1305_BLOCK);
    message_keep_rest(c, in, len);
    stream(c->key, c->counter, in, out, len, c->keystream);
}

static void ahead(struct ab_chacha20_poly1305 *c, size_t num)
{
    poly1305(&c->mac, c->pending, c->pending_len / AB_POLY1305_BLOCK);
    c->pending_len = 0;
    for (size_t i = 0; i < num; i++)
        make_block(c->key, c->counter, c->keystream + AB_CHACHA20_BLOCK * i);
}

const struct ab_chacha_kernels ab_chacha_portable = {
    .needs = { .name = "portable", .is_fallback = 1 },
    .is_fallback_alone = 1,
    .stream = stream,
    .poly1305 = poly1305,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ahead = ahead,
    .blocks = blocks,
};
