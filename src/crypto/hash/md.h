/* Merkle-Damgard hash functions: blocks through a compression function, the last padded with the message's length. */
#ifndef AB_CRYPTO_HASH_MD_H
#define AB_CRYPTO_HASH_MD_H

#include "crypto/hash/construction.h"

/* `details` of an algorithm of this construction. */
struct ab_md {
    const void *initial; /* the chaining value before the first block: eight words, of 32 bits with compress32, or of 64 */
    size_t len_len;      /* bytes of the message's length at its end: 8 or 16 */
    int big_endian;
};

extern const struct ab_hash_construction ab_md_construction;

#endif
