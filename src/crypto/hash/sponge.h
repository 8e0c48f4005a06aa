/* Sponge functions over Keccak-p[1600, 24] (FIPS 202 sec. 4): SHA-3, SHAKE and what SP 800-185 makes of them. */
#ifndef AB_CRYPTO_HASH_SPONGE_H
#define AB_CRYPTO_HASH_SPONGE_H

#include "crypto/hash/construction.h"

/* What struct ab_hash_ctx's u.sponge uses, in bytes, rounded up. */
enum { AB_SPONGE_STATE = 256 };

/* `details` of an algorithm of this construction, whose block_len is the rate. */
struct ab_sponge {
    uint8_t suffix; /* first byte of the padding: the bits that tell functions apart, then a one bit */
};

extern const struct ab_hash_construction ab_sponge;

/* Zeros up to the end of the block in progress, if there is one: nothing is added to the rest of the state. */
void ab_sponge_fill_block(struct ab_hash_ctx *c);

#endif
