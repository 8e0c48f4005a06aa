/*
 * X448 (RFC 7748) and Ed448 (RFC 8032: pure and prehashed, both with a context).
 *
 * Values     Keys, points and signatures are byte strings of fixed length, in the order of the RFCs.
 * Memory     No alignment is needed; an output may be the same array as an input.
 * Secrecy    Private keys, and all that is derived from them except public keys and signatures, are secret: time
 *            depends on lengths alone. Verification is public.
 * Errors     1 is success and 0 failure.
 */
#ifndef AFTERBURNER_CURVE448_H
#define AFTERBURNER_CURVE448_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_X448_LEN = 56, AB_ED448_KEY_LEN = 57, AB_ED448_SIGNATURE_LEN = 114 };
enum { AB_ED448_PREHASH_LEN = 64, AB_ED448_MAX_CONTEXT = 255 };

/* The kernels for one instruction set, constant: src/kernels/curve448/curve448_kernels.h. */
struct ab_curve448_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_curve448_kernels *const *ab_curve448_list(void);
AB_API const char *ab_curve448_level(const struct ab_curve448_kernels *k);
AB_API int ab_curve448_is_usable(const struct ab_curve448_kernels *k, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_curve448_is_fallback(const struct ab_curve448_kernels *k);
/* The first that this processor can run; never NULL. */
AB_API const struct ab_curve448_kernels *ab_curve448_pick(const struct ab_cpu *cpu);

/* ---- X448, RFC 7748 sec. 5 and 6.2 ---- */

/*
 * Any 56 bytes are a private key, of which three bits are not used (decodeScalar448). Any 56 bytes are a peer's key: a
 * number of p or more is reduced.
 */

/* public_key := the public key. */
AB_API void ab_x448_public(const struct ab_curve448_kernels *k, uint8_t public_key[AB_X448_LEN],
                           const uint8_t private_key[AB_X448_LEN]);
/*
 * secret := the shared secret. Return 0 and zeros if the peer's point is of low order: the secret would not depend on
 * our key.
 */
AB_API int ab_x448(const struct ab_curve448_kernels *k, uint8_t secret[AB_X448_LEN],
                   const uint8_t private_key[AB_X448_LEN], const uint8_t peer[AB_X448_LEN]);

/* ---- Ed448, RFC 8032 sec. 5.2 ---- */

/* The message that is signed or verified. */
struct ab_ed448_message {
    int is_prehashed;       /* Ed448ph: data is SHAKE256 of the message, AB_ED448_PREHASH_LEN bytes of it */
    const uint8_t *context; /* may be NULL if context_len is 0 */
    size_t context_len;     /* at most AB_ED448_MAX_CONTEXT */
    const uint8_t *data;    /* may be NULL if len is 0 */
    size_t len;
};

/* public_key := the public key, sec. 5.2.5. Here and below, shake256 is AB_HASH_SHAKE_256. */
AB_API void ab_ed448_public(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                            uint8_t public_key[AB_ED448_KEY_LEN], const uint8_t private_key[AB_ED448_KEY_LEN]);
/* Sign. public_key must belong to the private key: with another one the signature would reveal the private key. */
AB_API void ab_ed448_sign(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                          uint8_t signature[AB_ED448_SIGNATURE_LEN], const struct ab_ed448_message *m,
                          const uint8_t private_key[AB_ED448_KEY_LEN], const uint8_t public_key[AB_ED448_KEY_LEN]);
/*
 * Return 1 if the signature is right: S is below the order and 4 S B = 4 R + 4 k A, sec. 5.2.7. As in OpenSSL, neither
 * R nor the public key A may be one of the two points with x = 0.
 */
AB_API int ab_ed448_verify(const struct ab_curve448_kernels *k, const struct ab_hash *shake256,
                           const uint8_t signature[AB_ED448_SIGNATURE_LEN], const struct ab_ed448_message *m,
                           const uint8_t public_key[AB_ED448_KEY_LEN]);

#ifdef __cplusplus
}
#endif
#endif
