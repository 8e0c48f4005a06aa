/* Merkle-Damgard hash functions: blocks through a compression function, the last padded with the message's length. */
#ifndef AB_CRYPTO_HASH_MD_H
#define AB_CRYPTO_HASH_MD_H

#include "crypto/hash/construction.h"

/* What struct ab_hash_ctx's u.md uses with blocks of 64 bytes (words of 32 bits) and of 128, in bytes. */
enum { AB_MD_STATE_32 = 128, AB_MD_STATE_64 = 256 };

/* `details` of an algorithm of this construction. */
struct ab_md {
    union { /* the chaining value before the first block: with compress32 or compress64 */
        uint32_t w32[8];
        uint64_t w64[8];
    } initial;
};

/* By the words' width and byte order; with 64 bits blocks of 128 bytes and lengths of 16, else 64 and 8. */
extern const struct ab_hash_construction ab_md_little32, ab_md_big32, ab_md_big64;

#endif
