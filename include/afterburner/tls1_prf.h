/*
 * The pseudorandom function of TLS 1.0 to 1.2 (RFC 2246 sec. 5, RFC 5246 sec. 5).
 *
 * Units: lengths are bytes, and public. Everything else is secret: time depends on lengths alone. A pointer may be
 * NULL if its length is 0.
 */
#ifndef AFTERBURNER_TLS1_PRF_H
#define AFTERBURNER_TLS1_PRF_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* P_hash of TLS 1.2. seed is label and seed, concatenated. Write out_len bytes, which overlap neither input. */
AB_API void ab_tls1_prf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *seed,
                        size_t seed_len, uint8_t *out, size_t out_len);

/*
 * TLS 1.0 and 1.1: P_MD5 of the first half of the secret xor P_SHA1 of the second; the halves share a byte if the
 * length is odd.
 */
AB_API void ab_tls1_prf_md5_sha1(const struct ab_hash *md5, const struct ab_hash *sha1, const uint8_t *secret,
                                 size_t secret_len, const uint8_t *seed, size_t seed_len, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
