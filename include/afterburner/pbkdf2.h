/*
 * PBKDF2 (RFC 8018 sec. 5.2, SP 800-132) with HMAC over any hash function of hash.h with a digest of fixed length.
 * Several digests of an output are computed at once, as many as the hash function has lanes.
 *
 * Units: lengths are bytes. Password, salt and output are secret: time depends on lengths and the number of iterations
 * alone.
 */
#ifndef AFTERBURNER_PBKDF2_H
#define AFTERBURNER_PBKDF2_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * num_iterations is at least 1, out_len at most 2^32 - 1 digests. password and salt may be NULL if their length is 0,
 * and any of the three may overlap. Allocates nothing and cannot fail.
 */
AB_API void ab_pbkdf2(const struct ab_hash *hash, const uint8_t *password, size_t password_len, const uint8_t *salt,
                      size_t salt_len, uint64_t num_iterations, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
