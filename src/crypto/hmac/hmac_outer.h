/* The second half of HMAC, for callers that end the inner hash in another way. */
#ifndef AB_CRYPTO_HMAC_HMAC_OUTER_H
#define AB_CRYPTO_HMAC_HMAC_OUTER_H

#include "afterburner/hmac.h"

/* Room for a block of a hash and one of padding, with the alignment that kernels want. */
union ab_hmac_block {
    uint8_t bytes[2 * AB_HASH_MAX_BLOCK];
    uint64_t words[2 * AB_HASH_MAX_BLOCK / 8];
} __attribute__((aligned(16)));

/* Write the tag of the message whose inner hash is the first digest_len bytes of b; wipe b. */
void ab_hmac_outer(const struct ab_hmac_key *k, union ab_hmac_block *b, uint8_t *out);

/*
 * Likewise, but write the chaining value from which the tag is read: AB_HMAC_MAX_CHAIN bytes, aligned to 16. For hash
 * functions that keep nothing else between blocks. b is not wiped.
 */
void ab_hmac_outer_chain(const struct ab_hmac_key *k, union ab_hmac_block *b, uint8_t *chain);

#endif
