/*
 * HMAC (FIPS 198-1, RFC 2104) over any hash function of hash.h with a digest of fixed length. A key is absorbed once,
 * into the states of the inner and the outer hash after its block; each message continues from there.
 *
 * Units: lengths are bytes. Keys, states, messages and tags are secret: time depends on lengths alone.
 */
#ifndef AFTERBURNER_HMAC_H
#define AFTERBURNER_HMAC_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_HMAC_MAX_CHAIN = 208 }; /* longest chaining value of a hash, in bytes, whole lanes of 16 */

/* A key after its block. Secret. Plain memory: a copy is another key; ab_hmac_wipe wipes it. */
struct ab_hmac_key {
    const struct ab_hash *hash; /* read only */
    union {                     /* the states of the inner and the outer hash after the key's block: */
        struct {                /* the hash keeps only a chaining value between blocks */
            uint8_t inner[AB_HMAC_MAX_CHAIN], outer[AB_HMAC_MAX_CHAIN];
        } chain;
        struct { /* or it keeps more */
            struct ab_hash_ctx inner, outer;
        } message;
    } u __attribute__((aligned(16)));
};

/* Any length, 0 too; a key longer than a block of the hash is hashed first. key may be NULL if len is 0. */
AB_API void ab_hmac_set_key(struct ab_hmac_key *k, const struct ab_hash *hash, const uint8_t *key, size_t len);

/* The same as an assignment, but only as long as the hash needs. */
AB_API void ab_hmac_copy_key(struct ab_hmac_key *to, const struct ab_hmac_key *from);
AB_API void ab_hmac_wipe(struct ab_hmac_key *k);

/* A message under the key: ab_hmac_init, ab_hash_update any number of times, ab_hmac_final. */
AB_API void ab_hmac_init(struct ab_hash_ctx *message, const struct ab_hmac_key *k);

/* Write digest_len bytes, which may lie anywhere, and wipe the message. */
AB_API void ab_hmac_final(struct ab_hash_ctx *message, const struct ab_hmac_key *k, uint8_t *out);

/* A whole message. data may be NULL if len is 0; out may be the same memory. */
AB_API void ab_hmac(const struct ab_hmac_key *k, const uint8_t *data, size_t len, uint8_t *out);

#ifdef __cplusplus
}
#endif
#endif
