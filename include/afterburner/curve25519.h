/*
 * X25519 (RFC 7748) and Ed25519 (RFC 8032: pure, with context, prehashed).
 *
 * Values     Keys, points and signatures are byte strings of fixed length, in the order of the RFCs.
 * Memory     No alignment is needed; an output may be the same array as an input.
 * Secrecy    Private keys, and all that is derived from them except public keys and signatures, are secret: time
 *            depends on lengths alone. Verification is public.
 * Errors     1 is success and 0 failure.
 */
#ifndef AFTERBURNER_CURVE25519_H
#define AFTERBURNER_CURVE25519_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_X25519_LEN = 32, AB_ED25519_KEY_LEN = 32, AB_ED25519_SIGNATURE_LEN = 64, AB_ED25519_MAX_CONTEXT = 255 };

/* The kernels for one instruction set, constant: src/kernels/curve25519/curve25519_kernels.h. */
struct ab_curve25519_kernels;

/* The implementations, the fastest first, the portable one last, then NULL; the same on every processor. */
AB_API const struct ab_curve25519_kernels *const *ab_curve25519_list(void);
AB_API const char *ab_curve25519_level(const struct ab_curve25519_kernels *k);
AB_API int ab_curve25519_is_usable(const struct ab_curve25519_kernels *k, const struct ab_cpu *cpu);
/* Return 1 if it is slower than OpenSSL's own. */
AB_API int ab_curve25519_is_fallback(const struct ab_curve25519_kernels *k);
/* The first that this processor can run; never NULL. */
AB_API const struct ab_curve25519_kernels *ab_curve25519_pick(const struct ab_cpu *cpu);

/* ---- X25519, RFC 7748 sec. 5 and 6.1 ---- */

/*
 * Any 32 bytes are a private key, of which five bits are not used (decodeScalar25519). Any 32 bytes are a peer's key:
 * its highest bit is ignored, and a number of p or more is reduced.
 */

/* public_key := the public key. */
AB_API void ab_x25519_public(const struct ab_curve25519_kernels *k, uint8_t public_key[AB_X25519_LEN],
                             const uint8_t private_key[AB_X25519_LEN]);
/*
 * secret := the shared secret. Return 0 and zeros if the peer's point is of low order: the secret would not depend on
 * our key.
 */
AB_API int ab_x25519(const struct ab_curve25519_kernels *k, uint8_t secret[AB_X25519_LEN],
                     const uint8_t private_key[AB_X25519_LEN], const uint8_t peer[AB_X25519_LEN]);

/* ---- Ed25519, RFC 8032 sec. 5.1 ---- */

enum ab_ed25519_instance {
    AB_ED25519,    /* pure; no context */
    AB_ED25519CTX, /* with a context of 1 to 255 bytes */
    AB_ED25519PH   /* the message is its SHA-512 digest; a context of 0 to 255 bytes */
};

/* The message that is signed or verified. */
struct ab_ed25519_message {
    enum ab_ed25519_instance instance;
    const uint8_t *context; /* may be NULL if context_len is 0 */
    size_t context_len;
    const uint8_t *data; /* may be NULL if len is 0 */
    size_t len;          /* AB_ED25519PH: 64 */
};

/* public_key := the public key, sec. 5.1.5. */
AB_API void ab_ed25519_public(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                              uint8_t public_key[AB_ED25519_KEY_LEN], const uint8_t private_key[AB_ED25519_KEY_LEN]);
/* Sign. public_key must belong to the private key: with another one the signature would reveal the private key. */
AB_API void ab_ed25519_sign(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                            uint8_t signature[AB_ED25519_SIGNATURE_LEN], const struct ab_ed25519_message *m,
                            const uint8_t private_key[AB_ED25519_KEY_LEN],
                            const uint8_t public_key[AB_ED25519_KEY_LEN]);
/*
 * Return 1 if the signature is right: A is the encoding of a point, S is below the order, and R is the encoding of
 * S B - k A (without cofactor), sec. 5.1.7.
 */
AB_API int ab_ed25519_verify(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512,
                             const uint8_t signature[AB_ED25519_SIGNATURE_LEN], const struct ab_ed25519_message *m,
                             const uint8_t public_key[AB_ED25519_KEY_LEN]);

#ifdef __cplusplus
}
#endif
#endif
