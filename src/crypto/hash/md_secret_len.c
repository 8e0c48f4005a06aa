/* Finish a Merkle-Damgård hash of a message whose length is secret, in constant time. */
#include "crypto/hash/md_secret_len.h"

#include <string.h>

#include "crypto/hash/md.h"
#include "ct/ct.h"

enum { LANE = 16, MAX_BLOCK = 128, MAX_CHAIN = 64 };

typedef uint8_t bytes __attribute__((vector_size(LANE)));

int ab_md_has_secret_len(const struct ab_hash *hash)
{
    const struct ab_hash_construction *c = hash->algorithm->construction;

    return c == &ab_md_little32 || c == &ab_md_big32 || c == &ab_md_big64;
}

/* x < limit, where x may have wrapped below 0. */
static uint64_t is_within(uint64_t x, uint64_t limit)
{
    return ab_ct_lt(x, limit) & ~ab_ct_mask(x >> 63);
}

/* Build the block at `at` from the context's buffer and the data after it; zeros after both. Lengths are public. */
static void join(uint8_t *block, size_t block_len, const uint8_t *waiting, size_t used, const uint8_t *data,
                 size_t max_len, size_t at)
{
    size_t begin = at == 0 ? used : 0, from = at + begin - used, left = max_len > from ? max_len - from : 0;
    size_t num = left < block_len - begin ? left : block_len - begin;

    memcpy(block, waiting, begin);
    if (num != 0)
        memcpy(block + begin, data + from, num);
    memset(block + begin + num, 0, block_len - begin - num);
}

/*
 * Clear everything after the end of the message, which is `end` bytes (modulo 2^64) from the block's first, and set
 * the one bit there. Positions count from 1, so that an end before the block (0) and after it (block_len + 1) have a
 * number too.
 */
static void cut(uint8_t *block, size_t block_len, uint64_t end)
{
    uint64_t after = block_len + 1, here = is_within(end, block_len), is_before = ab_ct_mask(end >> 63);
    uint8_t number = (uint8_t)(ab_ct_select(here, end + 1, after) & ~is_before);
    bytes position = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }, lane;

    for (size_t i = 0; i < block_len; i += LANE, position += LANE) {
        memcpy(&lane, block + i, LANE);
        lane = (lane & (bytes)(position < number)) | ((bytes)(position == number) & 0x80);
        memcpy(block + i, &lane, LANE);
    }
}

/* The message's length in bits, at the end of the block if is_last. */
static void put_length(uint8_t *block, size_t block_len, uint64_t num_bytes, int is_big, uint64_t is_last)
{
    uint64_t bits = num_bytes << 3, place;

    bits = is_last & (is_big ? __builtin_bswap64(bits) : bits);
    memcpy(&place, block + block_len - 8, 8);
    place |= bits;
    memcpy(block + block_len - 8, &place, 8);
}

/* kept = chain if is_last */
static void keep(uint8_t *kept, const uint8_t *chain, size_t len, uint64_t is_last)
{
    uint8_t mask = (uint8_t)is_last;

    for (size_t i = 0; i < len; i++)
        kept[i] = (uint8_t)((kept[i] & ~mask) | (chain[i] & mask));
}

void ab_md_final_secret_len(struct ab_hash_ctx *c, const uint8_t *data, size_t len, size_t max_len, uint8_t *out)
{
    const struct ab_hash_algorithm *a = c->hash->algorithm;
    const struct ab_hash_construction *md = a->construction;
    size_t block_len = a->block_len, used = (size_t)c->u.md.num_bytes & (block_len - 1);
    uint64_t total = used + len; /* of 64 bits on every processor: what lies beyond it counts modulo 2^64 */
    uint8_t *chain = c->u.md.whole, *waiting = chain + md->chain_len;
    uint8_t block[MAX_BLOCK] __attribute__((aligned(LANE))), kept[MAX_CHAIN] __attribute__((aligned(LANE))) = { 0 };

    for (size_t at = 0; at < used + max_len + md->min_padding; at += block_len) {
        /* Message and padding end in the block that holds their last byte. */
        uint64_t is_last = is_within(total + md->min_padding - 1 - at, block_len);

        join(block, block_len, waiting, used, data, max_len, at);
        cut(block, block_len, total - at);
        put_length(block, block_len, c->u.md.num_bytes + len, md != &ab_md_little32, is_last);
        md->compress(c->hash, chain, block, 1);
        keep(kept, chain, md->chain_len, is_last);
    }
    md->read(a, kept, out);
    ab_wipe(block, block_len);
    ab_wipe(kept, md->chain_len);
}
