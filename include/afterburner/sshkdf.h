/*
 * The key derivation of SSH (RFC 4253 sec. 7.2) by any hash function of hash.h with a digest of fixed length.
 *
 * Units: lengths are bytes, and public, and so is the letter. Everything else is secret: time depends on lengths alone.
 * A pointer may be NULL if its length is 0. out overlaps no input.
 */
#ifndef AFTERBURNER_SSHKDF_H
#define AFTERBURNER_SSHKDF_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The shared secret K, encoded as mpint, and the exchange hash H are one prefix of all that is hashed: K | H. */
struct ab_sshkdf_inputs {
    const uint8_t *secret, *exchange_hash, *session_id;
    size_t secret_len, exchange_hash_len, session_id_len;
    uint8_t letter; /* 'A' to 'F' */
};

/* K1 | K2 | ..., where K1 = hash(K | H | letter | session_id) and Kn = hash(K | H | K1 | ... | K(n-1)) */
AB_API void ab_sshkdf(const struct ab_hash *hash, const struct ab_sshkdf_inputs *in, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
