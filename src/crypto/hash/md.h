/*
 * Merkle-Damgård hash functions: blocks pass a compression function, and the last one is padded with the message's
 * length.
 */
#ifndef AB_CRYPTO_HASH_MD_H
#define AB_CRYPTO_HASH_MD_H

#include "crypto/hash/chunks.h"
#include "crypto/hash/construction.h"

/*
 * The bytes of struct ab_hash_ctx's u that are used with blocks of 64 bytes (words of 32 bits), of 128, and by a pair.
 */
enum { AB_MD_STATE_32 = 128, AB_MD_STATE_64 = 256, AB_MD_STATE_PAIR = 256 };

enum { AB_MD5_LEN = 16, AB_SHA1_LEN = 20 }; /* lengths of their digests in bytes */

/*
 * Append a piece of at least one byte that neither begins nor fills a block of block_len bytes, the usual case if
 * pieces are very short. Return 0 and do nothing if it is not such a piece, or if block_len is 0. BLAKE2 has its block
 * in the same place.
 */
static inline int ab_md_append(struct ab_hash_ctx *c, size_t block_len, const uint8_t *data, size_t len)
{
    size_t used = block_len == 0 ? 0 : (size_t)c->u.md.num_bytes & (block_len - 1);

    if (used == 0 || len >= block_len - used)
        return 0;
    c->u.md.num_bytes += len;
    ab_chunk_append_more(c->u.md.whole + block_len / 2, used, data, len);
    return 1;
}

/* `details` of an algorithm of this construction. */
struct ab_md {
    union { /* the chaining value before the first block: with compress32 or compress64 */
        uint32_t w32[8];
        uint64_t w64[8];
    } initial;
};

/* One for each width and byte order of words; 64 bits: blocks of 128 bytes and lengths of 16, else 64 and 8. */
extern const struct ab_hash_construction ab_md_little32, ab_md_big32, ab_md_big64;

/*
 * The halves of a pair (u.pair): MD5 with compress32 and SHA-1 with compress32_second. `details` belongs to both: MD5
 * begins with the first four words of SHA-1.
 */
extern const struct ab_hash_construction ab_md_pair_md5, ab_md_pair_sha1;

#endif
