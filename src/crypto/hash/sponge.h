/* Sponge functions over Keccak-p[1600, 24] (FIPS 202 sec. 4): SHA-3, SHAKE and those of SP 800-185. */
#ifndef AB_CRYPTO_HASH_SPONGE_H
#define AB_CRYPTO_HASH_SPONGE_H

#include "crypto/hash/construction.h"

/* The bytes of struct ab_hash_ctx's u.sponge that are used, rounded up. */
enum { AB_SPONGE_STATE = 256 };

/* `details` of an algorithm of this construction, whose block_len is the rate. */
struct ab_sponge {
    uint8_t suffix; /* first byte of the padding: the bits that distinguish functions, then a one bit */
};

extern const struct ab_hash_construction ab_sponge;

/* Pad the block in progress, if there is one, with zeros: nothing is added to the rest of the state. */
void ab_sponge_fill_block(struct ab_hash_ctx *c);

#endif
