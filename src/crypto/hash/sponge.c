/*
 * Sponges without a buffer: input bytes are added to the state as they come, and so is the padding (FIPS 202 sec. 5.1,
 * with the bits that sec. 6 puts before it). Words are stored whole, as the permutation loads them.
 */
#include "crypto/hash/sponge.h"

#include <string.h>

#include "crypto/hash/chunks.h"

enum { WORD = 8, STATE_LEN = 200, MIN_PADDING = 1 };

static const uint64_t last_bit = (uint64_t)1 << 63; /* the final one of the padding, in the last word of a block */

static size_t rate_of(const struct ab_hash_ctx *c)
{
    return c->hash->algorithm->block_len;
}

static uint64_t suffix_of(const struct ab_hash_algorithm *a)
{
    return ((const struct ab_sponge *)a->details)->suffix;
}

static void init(struct ab_hash_ctx *c)
{
    ab_hash_wipe(c);
}

/* Add len bytes at byte `at`; the caller makes sure that they fit. */
static void add(uint64_t *state, size_t at, const uint8_t *data, size_t len)
{
    size_t begun = at % WORD, part;

    state += at / WORD;
    if (begun != 0 && len != 0) {
        part = len < WORD - begun ? len : WORD - begun;
        *state++ ^= u128_low(ab_chunk_load_part(data, part)) << 8 * begun;
        data += part;
        len -= part;
    }
    for (; len >= WORD; data += WORD, len -= WORD)
        *state++ ^= ab_load64(data);
    if (len != 0)
        *state ^= u128_low(ab_chunk_load_part(data, len));
}

/* Divide a length, which is public. */
__attribute__((noinline)) static void sponge_update_blocks(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    size_t rate = rate_of(c), used = c->u.sponge.used, part, num_blocks;

    if (used != 0) {
        part = len < rate - used ? len : rate - used;
        add(c->u.sponge.state, used, data, part);
        c->u.sponge.used = used + part;
        if (used + part < rate)
            return;
        c->hash->kernels->permute(c->u.sponge.state);
        data += part;
        len -= part;
    }
    if (len >= rate) {
        num_blocks = len / rate; /* NOLINT(clang-analyzer-core.DivideZero): every algorithm has a block length */
        c->hash->kernels->absorb(c->u.sponge.state, data, num_blocks, rate);
        data += num_blocks * rate;
        len -= num_blocks * rate;
    }
    add(c->u.sponge.state, 0, data, len);
    c->u.sponge.used = len;
}

/* Pieces within a word that do not fill it save no registers. */
static void sponge_update(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    size_t used = c->u.sponge.used, begun = used % WORD;

    if (len >= WORD - begun) {
        sponge_update_blocks(c, data, len);
        return;
    }
    c->u.sponge.state[used / WORD] ^= u128_low(ab_chunk_load_part(data, len)) << 8 * begun;
    c->u.sponge.used = used + len;
}

void ab_sponge_fill_block(struct ab_hash_ctx *c)
{
    if (c->u.sponge.used != 0)
        c->hash->kernels->permute(c->u.sponge.state);
    c->u.sponge.used = 0;
}

static void pad(struct ab_hash_ctx *c)
{
    size_t used = c->u.sponge.used;

    c->u.sponge.state[used / WORD] ^= suffix_of(c->hash->algorithm) << 8 * (used % WORD);
    c->u.sponge.state[rate_of(c) / WORD - 1] ^= last_bit;
    c->hash->kernels->permute(c->u.sponge.state);
}

static void final(struct ab_hash_ctx *c, uint8_t *out)
{
    pad(c);
    memcpy(out, c->u.sponge.state, c->hash->algorithm->digest_len);
}

/* `used` counts the bytes of the current block that were given out. */
static void squeeze(struct ab_hash_ctx *c, uint8_t *out, size_t len)
{
    size_t rate = rate_of(c), part;

    if (!c->u.sponge.is_squeezing) {
        pad(c);
        c->u.sponge.is_squeezing = 1;
        c->u.sponge.used = 0;
    }
    for (; len != 0; out += part, len -= part) {
        if (c->u.sponge.used == rate) {
            c->hash->kernels->permute(c->u.sponge.state);
            c->u.sponge.used = 0;
        }
        part = len < rate - c->u.sponge.used ? len : rate - c->u.sponge.used;
        memcpy(out, (const uint8_t *)c->u.sponge.state + c->u.sponge.used, part);
        c->u.sponge.used += part;
    }
}

/* ---- states that keep nothing else of their message ---- */

static void begin(const struct ab_hash_algorithm *a, void *chain)
{
    uint8_t *p = chain;

    (void)a;
    for (size_t i = 0; i + AB_CHUNK <= STATE_LEN; i += AB_CHUNK)
        ab_chunk_store(p + i, u128(0));
    memset(p + STATE_LEN - WORD, 0, WORD);
}

static void compress(const struct ab_hash *hash, void *chain, const uint8_t *in, size_t num_blocks)
{
    hash->kernels->absorb(chain, in, num_blocks, hash->algorithm->block_len);
}

static void put_word(uint8_t *p, uint64_t x)
{
    memcpy(p, &x, sizeof(x));
}

static size_t pad_tail(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes)
{
    size_t end = used < a->block_len ? a->block_len : 2 * a->block_len, begun = used % WORD, at = used - begun;

    (void)num_bytes;
    put_word(tail + at, (begun != 0 ? ab_load64(tail + at) : 0) | suffix_of(a) << 8 * begun);
    for (size_t i = at + WORD; i < end; i += WORD)
        put_word(tail + i, 0);
    put_word(tail + end - WORD, ab_load64(tail + end - WORD) | last_bit);
    return end == a->block_len ? 1 : 2;
}

static void read(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest)
{
    memcpy(digest, chain, a->digest_len);
}

const struct ab_hash_construction ab_sponge = {
    init,
    sponge_update,
    final,
    .squeeze = squeeze,
    .chain_len = STATE_LEN,
    .min_padding = MIN_PADDING,
    .begin = begin,
    .compress = compress,
    .pad = pad_tail,
    .read = read,
};
