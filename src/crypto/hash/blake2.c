/* BLAKE2b-512 and BLAKE2s-256 (RFC 7693): the construction, and the list of implementations. */
#include "crypto/hash/blake2.h"

#include <string.h>

#include "crypto/hash/chunks.h"
#include "crypto/hash/md.h"
#include "kernels/blake2/blake2_kernels.h"
#include "kernels/inline.h"

/* The width of words: a constant wherever the functions below are inlined. */
enum shape { WORDS32, WORDS64 };

INLINE size_t block_of(enum shape s)
{
    return s == WORDS64 ? 128 : 64;
}

/* Hold the last block back, even if it is full, until more data comes: the last block is compressed differently. */
INLINE size_t bytes_waiting(const struct ab_hash_ctx *c, enum shape s)
{
    return c->u.md.num_bytes == 0 ? 0 : (size_t)((c->u.md.num_bytes - 1) & (block_of(s) - 1)) + 1;
}

INLINE uint8_t *buffer_of(struct ab_hash_ctx *c, enum shape s)
{
    return s == WORDS64 ? c->u.md.wide.buffer : c->u.md.narrow.buffer;
}

INLINE void compress(struct ab_hash_ctx *c, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last,
                     enum shape s)
{
    const struct ab_hash_kernels *k = c->hash->kernels;

    if (s == WORDS64)
        k->compress_counted64(c->u.md.wide.state, in, num_blocks, num_bytes, is_last);
    else
        k->compress_counted32(c->u.md.narrow.state, in, num_blocks, num_bytes, is_last);
}

/* The parameter block holds the digest's length, no key, and 1 for fanout and depth: no tree (sec. 2.5). */
INLINE void init(struct ab_hash_ctx *c, size_t digest_len, enum shape s)
{
    const struct ab_md *md = c->hash->algorithm->details;

    c->u.md.num_bytes = 0;
    c->u.md.digest_len = digest_len;
    if (s == WORDS64) {
        memcpy(c->u.md.wide.state, md->initial.w64, sizeof(md->initial.w64));
        c->u.md.wide.state[0] ^= 0x01010000 ^ digest_len;
    } else {
        memcpy(c->u.md.narrow.state, md->initial.w32, sizeof(md->initial.w32));
        c->u.md.narrow.state[0] ^= 0x01010000 ^ (uint32_t)digest_len;
    }
}

/* A piece longer than the rest of a block, of which `used` bytes are there: the last block waits for what follows. */
INLINE void update_blocks(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len, enum shape s)
{
    size_t block = block_of(s), whole;
    uint64_t done = c->u.md.num_bytes - used;

    c->u.md.num_bytes += len;
    if (used != 0) {
        ab_chunk_append_piece(buffer_of(c, s), used, data, block - used);
        compress(c, buffer_of(c, s), 1, done + block, 0, s);
        done += block;
        data += block - used;
        len -= block - used;
    }
    whole = (len - 1) & ~(block - 1);
    if (whole != 0)
        compress(c, data, whole / block, done + block, 0, s);
    ab_chunk_append_piece(buffer_of(c, s), 0, data + whole, len - whole);
}

/* Functions of their own, so that an update which fills no block saves no registers. */
typedef void blocks_fn(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len);

NOINLINE void blocks32(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, WORDS32);
}
NOINLINE void blocks64(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, WORDS64);
}

INLINE void update(struct ab_hash_ctx *c, const uint8_t *data, size_t len, enum shape s, blocks_fn *blocks)
{
    size_t used = bytes_waiting(c, s);

    if (len > block_of(s) - used) {
        blocks(c, used, data, len);
        return;
    }
    c->u.md.num_bytes += len;
    ab_chunk_append_piece(buffer_of(c, s), used, data, len);
}

/* Read word by word, as the kernel has just stored them: a wider load would wait for those stores. */
INLINE void put_digest(const struct ab_hash_ctx *c, uint8_t *out, enum shape s)
{
    const uint8_t *state = s == WORDS64 ? (const uint8_t *)c->u.md.wide.state : (const uint8_t *)c->u.md.narrow.state;
    size_t len = (size_t)c->u.md.digest_len, word = s == WORDS64 ? 8 : 4, i = 0;

    for (; i + word <= len; i += word)
        memcpy(out + i, state + i, word);
    for (; i < len; i++)
        out[i] = state[i];
}

INLINE void final(struct ab_hash_ctx *c, uint8_t *out, enum shape s)
{
    uint8_t *buffer = buffer_of(c, s);
    size_t used = bytes_waiting(c, s);

    for (size_t i = (used + AB_CHUNK - 1) & -(size_t)AB_CHUNK; i < block_of(s); i += AB_CHUNK)
        ab_chunk_store(buffer + i, u128(0));
    compress(c, buffer, 1, c->u.md.num_bytes, 1, s);
    put_digest(c, out, s);
}

static void init32(struct ab_hash_ctx *c)
{
    init(c, c->hash->algorithm->digest_len, WORDS32);
}
static void init64(struct ab_hash_ctx *c)
{
    init(c, c->hash->algorithm->digest_len, WORDS64);
}
static void update32(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, WORDS32, blocks32);
}
static void update64(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, WORDS64, blocks64);
}
static void final32(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, WORDS32);
}
static void final64(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, WORDS64);
}

void ab_blake2_init(struct ab_hash_ctx *c, const struct ab_hash *hash, size_t digest_len)
{
    c->hash = hash;
    if (hash->algorithm->id == AB_HASH_BLAKE2B512)
        init(c, digest_len, WORDS64);
    else
        init(c, digest_len, WORDS32);
}

size_t ab_blake2_digest_len(const struct ab_hash_ctx *c)
{
    return (size_t)c->u.md.digest_len;
}

static const struct ab_hash_construction words32 = {
    .init = init32, .update = update32, .final = final32, .keeps_block = 1
};
static const struct ab_hash_construction words64 = {
    .init = init64, .update = update64, .final = final64, .keeps_block = 1
};

/* The initial values of SHA-512 and SHA-256 (sec. 2.6). */
static const struct ab_md blake2b_md = {
    .initial.w64 = {
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    },
};
static const struct ab_md blake2s_md = {
    .initial.w32 = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    },
};

static const struct ab_hash_algorithm blake2b512 = {
    AB_HASH_BLAKE2B512, "BLAKE2B-512", .block_len = 128, .digest_len = 64, AB_MD_STATE_64, &words64, &blake2b_md,
};
static const struct ab_hash_algorithm blake2s256 = {
    AB_HASH_BLAKE2S256, "BLAKE2S-256", .block_len = 64, .digest_len = 32, AB_MD_STATE_32, &words32, &blake2s_md,
};

static const struct ab_hash_kernels blake2b_scalar = { { "scalar", AB_LEVEL_NONE, 0, 0 },
                                                       .compress_counted64 = ab_blake2b_compress_scalar };
static const struct ab_hash_kernels blake2s_scalar = { { "scalar", AB_LEVEL_NONE, 0, 0 },
                                                       .compress_counted32 = ab_blake2s_compress_scalar };
static const struct ab_hash_kernels blake2b_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress_counted64 = ab_blake2b_compress_portable,
};
static const struct ab_hash_kernels blake2s_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress_counted32 = ab_blake2s_compress_portable,
};

const struct ab_hash ab_blake2b512_list[] = { { &blake2b512, &blake2b_scalar },
                                              { &blake2b512, &blake2b_portable },
                                              { 0 } };
const struct ab_hash ab_blake2s256_list[] = { { &blake2s256, &blake2s_scalar },
                                              { &blake2s256, &blake2s_portable },
                                              { 0 } };
