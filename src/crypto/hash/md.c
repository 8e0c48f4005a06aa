/* The Merkle-Damgård construction: buffering, padding, output of digests. */
#include "crypto/hash/md.h"

#include <string.h>

#include "crypto/hash/chunks.h"
#include "kernels/inline.h"

/* Byte order and width of words, or the half of a pair: a constant wherever the functions below are inlined. */
enum shape { LITTLE32, BIG32, BIG64, PAIR_MD5, PAIR_SHA1 };

INLINE int is_little(enum shape s)
{
    return s == LITTLE32 || s == PAIR_MD5;
}

/* Blocks are powers of two: no division, whose time may depend on its operands. */
INLINE size_t block_of(enum shape s)
{
    return s == BIG64 ? 128 : 64;
}

INLINE uint64_t *num_bytes_of(struct ab_hash_ctx *c, enum shape s)
{
    return s == PAIR_MD5 ? &c->u.pair.num_bytes[0] : s == PAIR_SHA1 ? &c->u.pair.num_bytes[1] : &c->u.md.num_bytes;
}

INLINE void *chain_of(struct ab_hash_ctx *c, enum shape s)
{
    switch (s) {
    case BIG64: return c->u.md.wide.state;
    case PAIR_MD5: return c->u.pair.half[0].state;
    case PAIR_SHA1: return c->u.pair.half[1].state;
    default: return c->u.md.narrow.state;
    }
}

INLINE uint8_t *buffer_of(struct ab_hash_ctx *c, enum shape s)
{
    switch (s) {
    case BIG64: return c->u.md.wide.buffer;
    case PAIR_MD5: return c->u.pair.half[0].buffer;
    case PAIR_SHA1: return c->u.pair.half[1].buffer;
    default: return c->u.md.narrow.buffer;
    }
}

INLINE size_t bytes_waiting(struct ab_hash_ctx *c, enum shape s)
{
    return (size_t)*num_bytes_of(c, s) & (block_of(s) - 1);
}

INLINE void compress(struct ab_hash_ctx *c, const uint8_t *in, size_t num_blocks, enum shape s)
{
    const struct ab_hash_kernels *k = c->hash->kernels;

    if (s == BIG64)
        k->compress64(chain_of(c, s), in, num_blocks);
    else
        (s == PAIR_SHA1 ? k->compress32_second : k->compress32)(chain_of(c, s), in, num_blocks);
}

INLINE void begin(const struct ab_hash_algorithm *a, void *chain, enum shape s)
{
    const struct ab_md *md = a->details;

    memcpy(chain, &md->initial, s == BIG64 ? sizeof(md->initial.w64) : sizeof(md->initial.w32));
}

INLINE void init(struct ab_hash_ctx *c, enum shape s)
{
    begin(c->hash->algorithm, chain_of(c, s), s);
    *num_bytes_of(c, s) = 0;
}

/* A piece that fills the block of which `used` bytes are there. */
INLINE void update_blocks(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len, enum shape s)
{
    size_t block = block_of(s), tail;
    uint8_t *buffer = buffer_of(c, s);

    if (used != 0) {
        ab_chunk_append_piece(buffer, used, data, block - used);
        compress(c, buffer, 1, s);
        data += block - used;
        len -= block - used;
    }
    tail = len & (block - 1);
    if (len >= block)
        compress(c, data, len / block, s);
    if (tail != 0)
        ab_chunk_append(buffer, 0, data + len - tail, tail);
}

/* Functions of their own, so that an update which fills no block saves no registers. */
typedef void blocks_fn(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len);

NOINLINE void blocks_little32(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, LITTLE32);
}
NOINLINE void blocks_big32(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, BIG32);
}
NOINLINE void blocks_big64(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, BIG64);
}
NOINLINE void blocks_pair_md5(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, PAIR_MD5);
}
NOINLINE void blocks_pair_sha1(struct ab_hash_ctx *c, size_t used, const uint8_t *data, size_t len)
{
    update_blocks(c, used, data, len, PAIR_SHA1);
}

INLINE void update(struct ab_hash_ctx *c, const uint8_t *data, size_t len, enum shape s, blocks_fn *blocks)
{
    size_t used = bytes_waiting(c, s);

    *num_bytes_of(c, s) += len;
    if (len < block_of(s) - used)
        ab_chunk_append_piece(buffer_of(c, s), used, data, len);
    else
        blocks(c, used, data, len);
}

/* Eight bytes of the state in the order of a digest or a length. */
INLINE uint64_t in_order(uint64_t x, enum shape s)
{
    uint64_t swapped = __builtin_bswap64(x);

    return is_little(s) ? x : s == BIG64 ? swapped : swapped << 32 | swapped >> 32;
}

/* The last chunk of a block: the message's length in bits. A length of 8 bytes wraps, as RFC 1321 sec. 3.2 says. */
INLINE ab_chunk length_chunk(uint64_t num_bytes, enum shape s)
{
    uint64_t low = is_little(s) ? num_bytes << 3 : __builtin_bswap64(num_bytes << 3);

    return ab_chunk_of(s == BIG64 ? __builtin_bswap64(num_bytes >> 61) : 0, low);
}

/* The least number of bytes at the end of a message: a one bit, and the length in 8 or 16. */
enum { MIN_PADDING_32 = 9, MIN_PADDING_64 = 17 };

INLINE size_t min_padding(enum shape s)
{
    return s == BIG64 ? MIN_PADDING_64 : MIN_PADDING_32;
}

/* The last bytes of a message, `begun` of them, followed by a one bit. */
INLINE ab_chunk ended(ab_chunk bytes, size_t begun)
{
    return u128_or(bytes, u128_left(u128(0x80), 8 * begun));
}

/* Write the chunks from the one at `from` to the last but one. */
INLINE void clear_chunks(uint8_t *buffer, size_t from, enum shape s)
{
    for (; from < block_of(s) - AB_CHUNK; from += AB_CHUNK)
        ab_chunk_store(buffer + from, u128(0));
}

/* Append a one bit, zeros and the length: in the current block or, if there is no room, in one more. */
INLINE void pad(struct ab_hash_ctx *c, enum shape s)
{
    size_t used = bytes_waiting(c, s), begun = used % AB_CHUNK, at = used - begun, last = block_of(s) - AB_CHUNK;
    uint8_t *buffer = buffer_of(c, s);
    ab_chunk end = ended(begun != 0 ? ab_chunk_load(buffer + at) : u128(0), begun),
             length = length_chunk(*num_bytes_of(c, s), s);

    clear_chunks(buffer, at + AB_CHUNK, s);
    if (at == last && (s == BIG64 || begun >= AB_CHUNK / 2)) {
        ab_chunk_store(buffer + last, end);
        compress(c, buffer, 1, s);
        clear_chunks(buffer, 0, s);
    } else if (at == last) {
        length = u128_or(length, end);
    } else {
        ab_chunk_store(buffer + at, end);
    }
    ab_chunk_store(buffer + last, length);
    compress(c, buffer, 1, s);
}

/* The same if the buffer has room for two blocks. */
INLINE size_t pad_tail(uint8_t *tail, size_t used, uint64_t num_bytes, enum shape s)
{
    size_t begun = used % AB_CHUNK, at = used - begun, block = block_of(s);
    size_t end = used + min_padding(s) <= block ? block : 2 * block;
    ab_chunk bit = ended(begun != 0 ? ab_chunk_load(tail + at) : u128(0), begun), length = length_chunk(num_bytes, s);

    for (size_t i = at + AB_CHUNK; i < end - AB_CHUNK; i += AB_CHUNK)
        ab_chunk_store(tail + i, u128(0));
    if (at == end - AB_CHUNK)
        length = u128_or(length, bit);
    else
        ab_chunk_store(tail + at, bit);
    ab_chunk_store(tail + end - AB_CHUNK, length);
    return end / block;
}

/*
 * A digest may end within eight bytes. Otherwise write whole chunks: an inner hash's digest goes into the outer one's
 * block.
 */
INLINE void put_digest(const struct ab_hash_algorithm *a, const uint8_t *chain, uint8_t *out, enum shape s)
{
    size_t len = s == PAIR_MD5 ? AB_MD5_LEN : s == PAIR_SHA1 ? AB_SHA1_LEN : a->digest_len, i;
    uint64_t x;

    for (i = 0; i + AB_CHUNK <= len; i += AB_CHUNK)
        ab_chunk_store(out + i, ab_chunk_of(in_order(ab_load64(chain + i), s), in_order(ab_load64(chain + i + 8), s)));
    for (; i + 8 <= len; i += 8) {
        x = in_order(ab_load64(chain + i), s);
        memcpy(out + i, &x, 8);
    }
    if (i < len) {
        x = in_order(ab_load64(chain + i), s);
        memcpy(out + i, &x, 4);
    }
}

INLINE void final(struct ab_hash_ctx *c, uint8_t *out, enum shape s)
{
    pad(c, s);
    put_digest(c->hash->algorithm, chain_of(c, s), out, s);
}

static void init_32(struct ab_hash_ctx *c)
{
    init(c, BIG32);
}
static void init_64(struct ab_hash_ctx *c)
{
    init(c, BIG64);
}
static void update_little32(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, LITTLE32, blocks_little32);
}
static void update_big32(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, BIG32, blocks_big32);
}
static void update_big64(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, BIG64, blocks_big64);
}
static void final_little32(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, LITTLE32);
}
static void final_big32(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, BIG32);
}
static void final_big64(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, BIG64);
}

static void init_pair_md5(struct ab_hash_ctx *c)
{
    init(c, PAIR_MD5);
}
static void init_pair_sha1(struct ab_hash_ctx *c)
{
    init(c, PAIR_SHA1);
}
static void update_pair_md5(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, PAIR_MD5, blocks_pair_md5);
}
static void update_pair_sha1(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    update(c, data, len, PAIR_SHA1, blocks_pair_sha1);
}
static void final_pair_md5(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, PAIR_MD5);
}
static void final_pair_sha1(struct ab_hash_ctx *c, uint8_t *out)
{
    final(c, out, PAIR_SHA1);
}

static void begin_32(const struct ab_hash_algorithm *a, void *chain)
{
    begin(a, chain, BIG32);
}
static void begin_64(const struct ab_hash_algorithm *a, void *chain)
{
    begin(a, chain, BIG64);
}

INLINE void resume(struct ab_hash_ctx *c, const void *chain, uint64_t num_bytes, enum shape s)
{
    memcpy(c->u.md.whole, chain, s == BIG64 ? sizeof(c->u.md.wide.state) : sizeof(c->u.md.narrow.state));
    c->u.md.num_bytes = num_bytes;
}

static void resume_32(struct ab_hash_ctx *c, const void *chain, uint64_t num_bytes)
{
    resume(c, chain, num_bytes, BIG32);
}
static void resume_64(struct ab_hash_ctx *c, const void *chain, uint64_t num_bytes)
{
    resume(c, chain, num_bytes, BIG64);
}

static void compress_32(const struct ab_hash *hash, void *chain, const uint8_t *in, size_t num_blocks)
{
    hash->kernels->compress32(chain, in, num_blocks);
}

static void compress_64(const struct ab_hash *hash, void *chain, const uint8_t *in, size_t num_blocks)
{
    hash->kernels->compress64(chain, in, num_blocks);
}

static size_t pad_little32(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes)
{
    (void)a;
    return pad_tail(tail, used, num_bytes, LITTLE32);
}

static size_t pad_big32(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes)
{
    (void)a;
    return pad_tail(tail, used, num_bytes, BIG32);
}

static size_t pad_big64(const struct ab_hash_algorithm *a, uint8_t *tail, size_t used, uint64_t num_bytes)
{
    (void)a;
    return pad_tail(tail, used, num_bytes, BIG64);
}

static void read_little32(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest)
{
    put_digest(a, chain, digest, LITTLE32);
}

static void read_big32(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest)
{
    put_digest(a, chain, digest, BIG32);
}

static void read_big64(const struct ab_hash_algorithm *a, const void *chain, uint8_t *digest)
{
    put_digest(a, chain, digest, BIG64);
}

const struct ab_hash_construction ab_md_little32 = {
    init_32,
    update_little32,
    final_little32,
    .chain_len = 32,
    .min_padding = MIN_PADDING_32,
    .keeps_block = 1,
    .begin = begin_32,
    .resume = resume_32,
    .compress = compress_32,
    .pad = pad_little32,
    .read = read_little32,
};
const struct ab_hash_construction ab_md_big32 = {
    init_32,
    update_big32,
    final_big32,
    .chain_len = 32,
    .min_padding = MIN_PADDING_32,
    .keeps_block = 1,
    .begin = begin_32,
    .resume = resume_32,
    .compress = compress_32,
    .pad = pad_big32,
    .read = read_big32,
};
const struct ab_hash_construction ab_md_big64 = {
    init_64,
    update_big64,
    final_big64,
    .chain_len = 64,
    .min_padding = MIN_PADDING_64,
    .keeps_block = 1,
    .begin = begin_64,
    .resume = resume_64,
    .compress = compress_64,
    .pad = pad_big64,
    .read = read_big64,
};
const struct ab_hash_construction ab_md_pair_md5 = {
    .init = init_pair_md5,
    .update = update_pair_md5,
    .final = final_pair_md5,
};
const struct ab_hash_construction ab_md_pair_sha1 = {
    .init = init_pair_sha1,
    .update = update_pair_sha1,
    .final = final_pair_sha1,
};
