/* HMAC of HMAC (RFC 8018 sec. 5.2), what PBKDF2 spends its time on, over the kernels of any hash function with chaining values. */
#ifndef AB_CRYPTO_HASH_ITERATE_H
#define AB_CRYPTO_HASH_ITERATE_H

#include "crypto/hash/construction.h"

enum {
    AB_MAX_LANES = 32,  /* of any kernels */
    AB_CHAIN_ROOM = 208 /* bytes for any chaining value, in whole lanes of 16 */
};

/*
 * num times u[i] becomes the HMAC of u[i] and goes into sum[i] by exclusive or, for all i below num_lanes: 1, or up to the
 * max_lanes of the kernels. All are chaining values, aligned to 16 bytes: inner and outer those after the blocks of the key,
 * u[i] and sum[i] those that a digest is read from. u[i] is used up.
 */
void ab_hash_iterate(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                     void *const sum[], uint64_t num, unsigned num_lanes);

/* The same without a kernel made for it. */
void ab_hash_iterate_plainly(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                             void *const sum[], uint64_t num, unsigned num_lanes);

#endif
