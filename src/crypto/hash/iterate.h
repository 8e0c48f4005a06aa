/*
 * HMAC of HMAC (RFC 8018 sec. 5.2), which takes nearly all of PBKDF2's time, over the kernels of any hash function
 * with chaining values.
 */
#ifndef AB_CRYPTO_HASH_ITERATE_H
#define AB_CRYPTO_HASH_ITERATE_H

#include "crypto/hash/construction.h"

enum {
    AB_MAX_LANES = 32,  /* the most lanes of any kernels */
    AB_CHAIN_ROOM = 208 /* room for any chaining value, in whole lanes of 16 bytes */
};

/*
 * Replace u[i] num times by the HMAC of u[i] and add it to sum[i] by exclusive or, for all i below num_lanes: 1, or up
 * to the kernels' max_lanes. All are chaining values, aligned to 16 bytes: inner and outer those after the blocks of
 * the key, u[i] and sum[i] those from which a digest is read. u[i] is overwritten.
 */
void ab_hash_iterate(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                     void *const sum[], uint64_t num, unsigned num_lanes);

/* The same without a kernel of its own. */
void ab_hash_iterate_plainly(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                             void *const sum[], uint64_t num, unsigned num_lanes);

#endif
