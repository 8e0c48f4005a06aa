/* The mask generation function MGF1 of RFC 8017 app. B.2.1. */
#ifndef AB_CRYPTO_HASH_MGF1_H
#define AB_CRYPTO_HASH_MGF1_H

#include "afterburner/hash.h"

/*
 * data ^= the first len bytes of the mask of a seed. Data and seed do not overlap, and may be secret: time depends on
 * the hash function and the lengths alone. No alignment is needed.
 */
void ab_mgf1_xor(const struct ab_hash *hash, uint8_t *data, size_t len, const uint8_t *seed, size_t seed_len);

#endif
