/*
 * SP 800-185: cSHAKE (sec. 3) and KMAC (sec. 4) over the sponge AB_HASH_CSHAKE_KECCAK_128 or _256. Strings are strings
 * of bytes, at most 2^60 long; they may be NULL if their length is 0. Time depends on lengths alone.
 */
#ifndef AB_CRYPTO_HASH_CSHAKE_H
#define AB_CRYPTO_HASH_CSHAKE_H

#include "afterburner/hash.h"

/*
 * Begin a message of cSHAKE with its function name and customization string; ab_hash_update and ab_hash_squeeze
 * continue it. With both empty sec. 3.3 demands SHAKE, which this is not.
 */
void ab_cshake_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const char *name, const uint8_t *custom,
                    size_t custom_len);

/* Begin a message of KMAC under a key. A copy of it begins another message. */
void ab_kmac_init(struct ab_hash_ctx *c, const struct ab_hash *hash, const uint8_t *key, size_t key_len,
                  const uint8_t *custom, size_t custom_len);

/* End and wipe the message: KMAC, which includes the output length, or the first bytes of KMACXOF. */
void ab_kmac_final(struct ab_hash_ctx *c, uint8_t *out, size_t len, int is_xof);

#endif
