/*
 * Key derivation by a hash and a counter: one step (SP 800-56C rev. 2 sec. 4.1, option 1), ANSI X9.63 (SEC 1 sec.
 * 3.6.1) and ANSI X9.42 (RFC 2631 sec. 2.1.2).
 *
 * Units: lengths are bytes, and public. Everything else is secret: time depends on lengths alone. A pointer may be
 * NULL if its length is 0. out_len is at most 2^32 - 1 digests, and out overlaps neither input.
 */
#ifndef AFTERBURNER_SSKDF_H
#define AFTERBURNER_SSKDF_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* hash(1 | secret | info) | hash(2 | secret | info) ... */
AB_API void ab_sskdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *info,
                     size_t info_len, uint8_t *out, size_t out_len);

/* hash(secret | 1 | info) | hash(secret | 2 | info) ... */
AB_API void ab_x963_kdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *info,
                        size_t info_len, uint8_t *out, size_t out_len);

/* hash(secret | before | 1 | after) | hash(secret | before | 2 | after) ...: the counter is within ASN.1 */
AB_API void ab_x942_kdf(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *before,
                        size_t before_len, const uint8_t *after, size_t after_len, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
