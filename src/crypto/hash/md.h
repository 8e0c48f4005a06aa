/*
 * Merkle-Damgård hash functions: blocks pass a compression function, and the last one is padded with the message's
 * length.
 */
#ifndef AB_CRYPTO_HASH_MD_H
#define AB_CRYPTO_HASH_MD_H

#include "crypto/hash/construction.h"

/*
 * The bytes of struct ab_hash_ctx's u that are used with blocks of 64 bytes (words of 32 bits), of 128, and by a pair.
 */
enum { AB_MD_STATE_32 = 128, AB_MD_STATE_64 = 256, AB_MD_STATE_PAIR = 256 };

enum { AB_MD5_LEN = 16, AB_SHA1_LEN = 20 }; /* lengths of their digests in bytes */

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
