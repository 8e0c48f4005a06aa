/*
 * SP 800-185: cSHAKE (sec. 3) and KMAC (sec. 4) over the sponge AB_HASH_CSHAKE_KECCAK_128 or _256. Strings are of bytes, at most
 * 2^60; they may be NULL if their length is 0. Time depends on lengths alone.
 */
#ifndef AB_CRYPTO_HASH_CSHAKE_H
#define AB_CRYPTO_HASH_CSHAKE_H

#include "afterburner/hash.h"

/*
 * Begins a message of cSHAKE by its function's name and a customization string; ab_hash_update and ab_hash_squeeze go on. Both
 * empty is not what sec. 3.3 wants: that is SHAKE.
 */
void ab_cshake_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const char *name, const uint8_t *custom,
                    size_t custom_len);

/* Begins a message of KMAC under a key. A copy of it begins another one. */
void ab_kmac_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const uint8_t *key, size_t key_len,
                  const uint8_t *custom, size_t custom_len);

/* Ends it, and wipes it: KMAC, whose length goes into it, or the first bytes of KMACXOF. */
void ab_kmac_final(struct ab_hash_ctx *c, uint8_t *out, size_t len, int is_xof);

#endif
