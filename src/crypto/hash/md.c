#include "crypto/hash/md.h"

#include <string.h>

#include "ct/ct.h"

static const struct ab_md *md_of(const struct ab_hash_ctx *c)
{
    return c->hash->algorithm->details;
}

static int is_narrow(const struct ab_hash_ctx *c)
{
    return c->hash->kernels->compress32 != NULL;
}

/* Bytes of the block that waits to be filled. Blocks are powers of two: no division, whose time may tell of its operands. */
static size_t bytes_waiting(const struct ab_hash_ctx *c)
{
    return (size_t)c->u.md.num_bytes & (c->hash->algorithm->block_len - 1);
}

static void compress(struct ab_hash_ctx *c, const uint8_t *in, size_t num_blocks)
{
    const struct ab_hash_kernels *k = c->hash->kernels;

    if (is_narrow(c))
        k->compress32(c->u.md.state.w32, in, num_blocks);
    else
        k->compress64(c->u.md.state.w64, in, num_blocks);
}

static void init(struct ab_hash_ctx *c)
{
    memcpy(&c->u.md.state, md_of(c)->initial, is_narrow(c) ? sizeof(c->u.md.state.w32) : sizeof(c->u.md.state.w64));
    c->u.md.num_bytes = 0;
}

static void update(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    size_t block = c->hash->algorithm->block_len, used = bytes_waiting(c), tail;

    c->u.md.num_bytes += len;
    if (used != 0) {
        size_t part = len < block - used ? len : block - used;

        memcpy(c->u.md.buffer + used, data, part);
        if (used + part < block)
            return;
        compress(c, c->u.md.buffer, 1);
        data += part;
        len -= part;
    }
    tail = len & (block - 1);
    if (len >= block)
        compress(c, data, len >> __builtin_ctzl(block));
    if (tail != 0)
        memcpy(c->u.md.buffer, data + len - tail, tail);
}

static uint64_t swap64_if(uint64_t x, int wanted) { return wanted ? __builtin_bswap64(x) : x; }
static uint32_t swap32_if(uint32_t x, int wanted) { return wanted ? __builtin_bswap32(x) : x; }

/* The message's length in bits, in the last bytes of the block. One of 8 bytes wraps, as RFC 1321 sec. 3.2 says. */
static void put_length(const struct ab_md *md, uint8_t *end, uint64_t num_bytes)
{
    uint64_t low = swap64_if(num_bytes << 3, md->big_endian), high = swap64_if(num_bytes >> 61, md->big_endian);

    memcpy(end - 8, &low, 8);
    if (md->len_len == 16)
        memcpy(end - 16, &high, 8);
}

static void pad(struct ab_hash_ctx *c)
{
    const struct ab_md *md = md_of(c);
    size_t block = c->hash->algorithm->block_len, used = bytes_waiting(c);
    uint8_t *buffer = c->u.md.buffer;

    buffer[used++] = 0x80;
    if (used > block - md->len_len) {
        memset(buffer + used, 0, block - used);
        compress(c, buffer, 1);
        used = 0;
    }
    memset(buffer + used, 0, block - used);
    put_length(md, buffer + block, c->u.md.num_bytes);
    compress(c, buffer, 1);
}

/* A digest may end within a word. */
static void put_words(const struct ab_hash_ctx *c, uint8_t *out)
{
    const struct ab_md *md = md_of(c);
    union {
        uint32_t w32[8];
        uint64_t w64[8];
    } words;

    for (unsigned i = 0; i < 8; i++)
        if (is_narrow(c))
            words.w32[i] = swap32_if(c->u.md.state.w32[i], md->big_endian);
        else
            words.w64[i] = swap64_if(c->u.md.state.w64[i], md->big_endian);
    memcpy(out, &words, c->hash->algorithm->digest_len);
    ab_wipe(&words, sizeof(words));
}

static void final(struct ab_hash_ctx *c, uint8_t *out)
{
    pad(c);
    put_words(c, out);
}

const struct ab_hash_construction ab_md_construction = { .init = init, .update = update, .final = final };
