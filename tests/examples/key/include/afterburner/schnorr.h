/*
 * Schnorr signatures (C. P. Schnorr, "Efficient Signature Generation by Smart Cards", 1991) over a group of 61 bits: an
 * example of a key with its signature. Numbers this small protect nothing.
 *
 * Values     p = 2 q + 1 and q are primes (src/kernels/schnorr/schnorr_kernels.h), G = 4 has order q. A private key is
 *            0 < x < q, its public key y = G^x mod p; both are 8 bytes, big-endian. A signature is e = H(r || y || m)
 *            for r = G^k mod p, then s = k + e x mod q, 8 bytes each; H is SHA-256 cut to 60 bits.
 * Memory     No alignment is needed; an output may not overlap an input.
 * Secrecy    Private keys and nonces are secret: time depends on lengths alone. Verification is public.
 * Errors     1 is success and 0 failure.
 */
#ifndef AFTERBURNER_SCHNORR_H
#define AFTERBURNER_SCHNORR_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_SCHNORR_KEY_LEN = 8, AB_SCHNORR_SIGNATURE_LEN = 16 };

/* The kernels of one implementation, constant: src/kernels/schnorr/schnorr_kernels.h. */
struct ab_schnorr_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_schnorr_kernels *const *ab_schnorr_list(void);

/* Return 1 if 0 < x < q. Secret, but for the result. */
AB_API int ab_schnorr_is_private(const uint8_t private_key[AB_SCHNORR_KEY_LEN]);
/* public_key := G^x mod p. */
AB_API void ab_schnorr_public(const struct ab_schnorr_kernels *k, uint8_t public_key[AB_SCHNORR_KEY_LEN],
                              const uint8_t private_key[AB_SCHNORR_KEY_LEN]);
/* Return 1 if 1 < y < p and y has order q. Public. */
AB_API int ab_schnorr_is_public(const struct ab_schnorr_kernels *k, const uint8_t public_key[AB_SCHNORR_KEY_LEN]);
/* Sign len bytes of message. The nonce is a hash of the private key and the message. sha256 is AB_HASH_SHA256. */
AB_API void ab_schnorr_sign(const struct ab_schnorr_kernels *k, const struct ab_hash *sha256,
                            uint8_t signature[AB_SCHNORR_SIGNATURE_LEN], const uint8_t *message, size_t len,
                            const uint8_t private_key[AB_SCHNORR_KEY_LEN],
                            const uint8_t public_key[AB_SCHNORR_KEY_LEN]);
/* Return 1 if s < q and e = H(r || y || m) for r = G^s y^-e mod p. Public. */
AB_API int ab_schnorr_verify(const struct ab_schnorr_kernels *k, const struct ab_hash *sha256,
                             const uint8_t signature[AB_SCHNORR_SIGNATURE_LEN], const uint8_t *message, size_t len,
                             const uint8_t public_key[AB_SCHNORR_KEY_LEN]);

#ifdef __cplusplus
}
#endif
#endif
