/*
 * Elliptic curves over prime fields (SP 800-186 sec. 3.2.1, SEC 2, ANSI X9.62, RFC 5639, WAP WTLS): keys, ECDH (SP 800-56A), ECDSA
 * (FIPS 186-5). A point of a curve is here one of the order n, a prime, that the standard gives to the curve; which all points but
 * infinity are but on secp112r2 and secp128r2, whose cofactor is 4.
 *
 * Everything is a byte string of any alignment, numbers most significant byte first. A coordinate has ab_curve_field_len
 * bytes, a private key and half a signature ab_curve_order_len bytes; a point is its coordinates x and y one behind the
 * other (xy), a signature r and s. DER is the caller's. Private keys, nonces, digests that are signed and shared secrets
 * are secret: time depends on lengths alone, but for verification and the decoding and checking of points, all of whose
 * arguments are public. 1 is success and 0 failure, in which outputs are untouched or zero. Outputs may lie on inputs.
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
 * The Brainpool curves are those of RFC 5639; P-192 and the primes of 192 and 239 bits X9.62's; WTLS its specification's, of which
 * 6, 7 and 12 are secp112r1, secp160r2 and P-224 again; the others SEC 2's. Of 224 bits and more they are strong enough today.
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
    AB_NUM_CURVES
};

/* Of all curves, in bytes. */
enum {
    AB_EC_MAX_FIELD_LEN = 66,
    AB_EC_MAX_ORDER_LEN = 66,
    AB_EC_MAX_XY_LEN = 2 * AB_EC_MAX_FIELD_LEN,
    AB_EC_MAX_ENCODED_LEN = 1 + AB_EC_MAX_XY_LEN,
    AB_ECDSA_MAX_LEN = 2 * AB_EC_MAX_ORDER_LEN
};

/* ---- curves ---- */

/* One curve as one instruction set works it. Constant: src/kernels/ec/. */
struct ab_ec_kernels;

/*
 * Fast first, the portable one last; a NULL ends them. Whether this processor has what they need or not. Empty: no such
 * curve here.
 */
AB_API const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id);
AB_API const char *ab_curve_level(const struct ab_ec_kernels *c);
AB_API int ab_curve_is_usable(const struct ab_ec_kernels *c, const struct ab_cpu *cpu);
/* 1 if it is a last resort, slower than what OpenSSL has. */
AB_API int ab_curve_is_fallback(const struct ab_ec_kernels *c);
/* The first usable one; NULL if the list is empty. */
AB_API const struct ab_ec_kernels *ab_curve_pick(enum ab_curve_id id, const struct ab_cpu *cpu);

AB_API enum ab_curve_id ab_curve_id(const struct ab_ec_kernels *c);
AB_API const char *ab_curve_name(const struct ab_ec_kernels *c);  /* NIST's, or the standard's: "P-256" */
AB_API size_t ab_curve_field_bits(const struct ab_ec_kernels *c); /* of the prime */
AB_API size_t ab_curve_order_bits(const struct ab_ec_kernels *c);
AB_API size_t ab_curve_field_len(const struct ab_ec_kernels *c); /* bytes */
AB_API size_t ab_curve_order_len(const struct ab_ec_kernels *c); /* bytes */
AB_API unsigned ab_curve_cofactor(const struct ab_ec_kernels *c);

/* ---- points; public ---- */

enum ab_ec_form { AB_EC_COMPRESSED = 2, AB_EC_UNCOMPRESSED = 4, AB_EC_HYBRID = 6 };

/* SEC 1 sec. 2.3.3: writes the bytes of this form and returns how many. encoded does not overlap xy. */
AB_API size_t ab_ec_encode(const struct ab_ec_kernels *c, uint8_t *encoded, enum ab_ec_form form, const uint8_t *xy);
/* SEC 1 sec. 2.3.4, any form. 0 for anything but a point of the curve in one of its encodings, for infinity too. */
AB_API int ab_ec_decode(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *encoded, size_t len);

/* ---- keys ---- */

/* SP 800-56A sec. 5.6.2.3.3: both coordinates below p, on the curve, and of the order n. */
AB_API int ab_ec_check_public(const struct ab_ec_kernels *c, const uint8_t *xy);
/* From 1 to the order less 1. Only the answer is public. */
AB_API int ab_ec_check_private(const struct ab_ec_kernels *c, const uint8_t *private_key);
/* 0 if the private key is out of range. */
AB_API int ab_ec_public(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *private_key);
/* FIPS 186-5 sec. A.2.2, candidates drawn until one is in range. 0 if there is no randomness. */
AB_API int ab_ec_generate(const struct ab_ec_kernels *c, uint8_t *private_key, uint8_t *xy,
                          const struct ab_random_source *random);

/* ---- ECDH: SP 800-56A sec. 5.7.1.2 ---- */

/* Without the cofactor. The x-coordinate, field_len bytes. 0 if the private key is out of range or the peer's point none. */
AB_API int ab_ecdh(const struct ab_ec_kernels *c, uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_xy);

/* ---- ECDSA: FIPS 186-5 sec. 6 ---- */

/*
 * The digest may have any length: its leftmost bits count, as many as the order has. 0 if the private key is out of
 * range.
 *
 * The nonce is hedged: the first candidate in range of SHA-512(randomness, private key, digest, ...), so that it is safe
 * where either the randomness or the private key is unknown. 0 without randomness too.
 */
AB_API int ab_ecdsa_sign(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest, size_t digest_len,
                         const uint8_t *private_key, const struct ab_hash *sha512,
                         const struct ab_random_source *random);
/* The deterministic nonce of RFC 6979 sec. 3.2, by HMAC of the hash that made the digest. */
AB_API int ab_ecdsa_sign_deterministic(const struct ab_ec_kernels *c, uint8_t *signature, const uint8_t *digest,
                                       size_t digest_len, const uint8_t *private_key, const struct ab_hash *hash);
/* 1 if the signature is right. xy was checked: it is a point of the curve. */
AB_API int ab_ecdsa_verify(const struct ab_ec_kernels *c, const uint8_t *signature, const uint8_t *digest,
                           size_t digest_len, const uint8_t *xy);

#ifdef __cplusplus
}
#endif
#endif
