/*
 * Elliptic curves over prime fields (SP 800-186 sec. 3.2.1, SEC 2, ANSI X9.62, RFC 5639, WAP WTLS): keys, ECDH (SP
 * 800-56A) and ECDSA (FIPS 186-5). A point of a curve means here a point of order n, the prime order that the standard
 * gives. All finite points have that order, except on secp112r2 and secp128r2, whose cofactor is 4.
 *
 * Values     Everything is a byte string, numbers most significant byte first. A coordinate has ab_curve_field_len
 *            bytes, a private key and each half of a signature ab_curve_order_len bytes. A point (xy) is x, then y; a
 *            signature is r, then s. DER is left to the caller.
 * Memory     No alignment is needed; an output may be the same array as an input.
 * Secrecy    Private keys, nonces, digests to be signed and shared secrets are secret: time depends on lengths alone.
 *            Verification, and decoding and checking of points, are public.
 * Errors     1 is success and 0 failure, after which outputs are untouched or zero.
 */
#ifndef AFTERBURNER_EC_H
#define AFTERBURNER_EC_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/hash.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sources: Brainpool is RFC 5639; P-192 and the primes of 192 and 239 bits are X9.62; WTLS is its specification, of
 * which 6, 7 and 12 are secp112r1, secp160r2 and P-224; curveSM2 is GB/T 32918.5 (named by RFC 8998); the others are
 * SEC 2. Curves of 224 bits and more are strong enough today.
 */
enum ab_curve_id {
    AB_P256,
    AB_P384,
    AB_P521,
    AB_SECP256K1,
    AB_BRAINPOOLP256R1,
    AB_BRAINPOOLP256T1,
    AB_BRAINPOOLP384R1,
    AB_BRAINPOOLP384T1,
    AB_BRAINPOOLP512R1,
    AB_BRAINPOOLP512T1,
    AB_P224,
    AB_WTLS12,
    AB_SECP224K1,
    AB_PRIME239V1,
    AB_PRIME239V2,
    AB_PRIME239V3,
    AB_BRAINPOOLP224R1,
    AB_BRAINPOOLP224T1,
    AB_BRAINPOOLP320R1,
    AB_BRAINPOOLP320T1,
    AB_P192,
    AB_PRIME192V2,
    AB_PRIME192V3,
    AB_SECP192K1,
    AB_BRAINPOOLP192R1,
    AB_BRAINPOOLP192T1,
    AB_SECP160K1,
    AB_SECP160R1,
    AB_SECP160R2,
    AB_WTLS7,
    AB_WTLS9,
    AB_BRAINPOOLP160R1,
    AB_BRAINPOOLP160T1,
    AB_SECP128R1,
    AB_SECP128R2,
    AB_SECP112R1,
    AB_WTLS6,
    AB_SECP112R2,
    AB_WTLS8,
    AB_CURVESM2,
    AB_NUM_CURVES
};

/* The greatest lengths over all curves, in bytes. */
enum {
    AB_EC_MAX_FIELD_LEN = 66,
    AB_EC_MAX_ORDER_LEN = 66,
    AB_EC_MAX_XY_LEN = 2 * AB_EC_MAX_FIELD_LEN,
    AB_EC_MAX_ENCODED_LEN = 1 + AB_EC_MAX_XY_LEN,
    AB_ECDSA_MAX_LEN = 2 * AB_EC_MAX_ORDER_LEN
};

/* ---- curves ---- */

/* The kernels of one curve for one instruction set, constant: src/kernels/ec/ec_kernels.h. */
struct ab_ec_kernels;

/*
 * The implementations of a curve, the fastest first, the portable one last, then NULL. The list is the same on every
 * processor; it is empty for a curve that the library does not have.
 */
AB_API const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id);
AB_API const char *ab_curve_level(const struct ab_ec_kernels *c);
AB_API int ab_curve_is_usable(const struct ab_ec_kernels *c, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_curve_is_fallback(const struct ab_ec_kernels *c);
/* The first that this processor can run; NULL if the list is empty. */
AB_API const struct ab_ec_kernels *ab_curve_pick(enum ab_curve_id id, const struct ab_cpu *cpu);

AB_API enum ab_curve_id ab_curve_id(const struct ab_ec_kernels *c);
AB_API const char *ab_curve_name(const struct ab_ec_kernels *c);  /* as in the standard: "P-256" */
AB_API size_t ab_curve_field_bits(const struct ab_ec_kernels *c); /* of the prime */
AB_API size_t ab_curve_order_bits(const struct ab_ec_kernels *c);
AB_API size_t ab_curve_field_len(const struct ab_ec_kernels *c); /* bytes */
AB_API size_t ab_curve_order_len(const struct ab_ec_kernels *c); /* bytes */
AB_API unsigned ab_curve_cofactor(const struct ab_ec_kernels *c);

/* ---- points; public ---- */

enum ab_ec_form { AB_EC_COMPRESSED = 2, AB_EC_UNCOMPRESSED = 4, AB_EC_HYBRID = 6 };

/* Encode a point, SEC 1 sec. 2.3.3, and return the number of bytes. encoded must not overlap xy. */
AB_API size_t ab_ec_encode(const struct ab_ec_kernels *c, uint8_t *encoded, enum ab_ec_form form, const uint8_t *xy);
/* Decode a point of any form, SEC 1 sec. 2.3.4. Return 0 for anything else, infinity included. */
AB_API int ab_ec_decode(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *encoded, size_t len);

/* ---- keys ---- */

/* Return 1 if both coordinates are below p and the point is on the curve and of order n: SP 800-56A sec. 5.6.2.3.3. */
AB_API int ab_ec_check_public(const struct ab_ec_kernels *c, const uint8_t *xy);
/* Return 1 if the private key is from 1 to n - 1. Only the answer is public. */
AB_API int ab_ec_check_private(const struct ab_ec_kernels *c, const uint8_t *private_key);
/* xy := the public key. Return 0 if the private key is out of range. */
AB_API int ab_ec_public(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *private_key);
/* Make a key pair: draw candidates until one is in range, FIPS 186-5 sec. A.2.2. Return 0 if there is no randomness. */
AB_API int ab_ec_generate(const struct ab_ec_kernels *c, uint8_t *private_key, uint8_t *xy,
                          const struct ab_random_source *random);

/* ---- ECDH: SP 800-56A sec. 5.7.1.2 ---- */

/*
 * secret := the x-coordinate of the shared point, without cofactor. Return 0 if the private key is out of range or
 * peer_xy no point.
 */
AB_API int ab_ecdh(const struct ab_ec_kernels *c, uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_xy);

/* ---- ECDSA: FIPS 186-5 sec. 6 ---- */

/*
 * Sign a digest of any length, of which the leftmost order_bits bits are used. Return 0 if the private key is out of
 * range or there is no randomness.
 *
 * The nonce is hedged: the first candidate in range of SHA-512(randomness, private key, digest, ...). It is safe as
 * long as either the randomness or the private key is unknown.
 */
AB_API int ab_ecdsa_sign(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest, size_t digest_len,
                         const uint8_t *private_key, const struct ab_hash *sha512,
                         const struct ab_random_source *random);
/* Sign with the deterministic nonce of RFC 6979 sec. 3.2; hash is the hash that made the digest. */
AB_API int ab_ecdsa_sign_deterministic(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest,
                                       size_t digest_len, const uint8_t *private_key, const struct ab_hash *hash);
/* Return 1 if the signature is right. xy must be a point of the curve (ab_ec_check_public). */
AB_API int ab_ecdsa_verify(const struct ab_ec_kernels *c, const uint8_t *signature, const uint8_t *digest,
                           size_t digest_len, const uint8_t *xy);

#ifdef __cplusplus
}
#endif
#endif
