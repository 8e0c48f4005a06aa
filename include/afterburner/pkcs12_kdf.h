/*
 * The key derivation of PKCS #12 (RFC 7292 appendix B) by any hash function of hash.h with a digest of fixed length.
 *
 * Units: lengths are bytes, and public, and so are the purpose and the number of iterations. Everything else is secret:
 * time depends on lengths and iterations alone. A pointer may be NULL if its length is 0. Nothing that is written
 * overlaps an input.
 */
#ifndef AFTERBURNER_PKCS12_KDF_H
#define AFTERBURNER_PKCS12_KDF_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_pkcs12_inputs {
    const uint8_t *password, *salt; /* the password as BMPString with its end, as appendix B.1 demands */
    size_t password_len, salt_len;
    uint64_t num_iterations; /* 0 counts as 1 */
    uint8_t purpose;         /* ID: 1 a key, 2 an IV, 3 a key of a MAC */
};

/* Bytes of the memory that a derivation works in; 0 if that is more than there can be. */
AB_API size_t ab_pkcs12_kdf_memory(const struct ab_hash *hash, const struct ab_pkcs12_inputs *in);

/* Derive. memory has ab_pkcs12_kdf_memory() bytes, is secret afterwards, and is the caller's to wipe. */
AB_API void ab_pkcs12_kdf(const struct ab_hash *hash, const struct ab_pkcs12_inputs *in, uint8_t *memory, uint8_t *out,
                          size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
