/*
 * DSA: FIPS 186-4 sec. 4, for every length of p and q; RFC 6979 for deterministic nonces. Conventions: ffc.h.
 *
 * A signature is two numbers r and s of ab_dsa_q_words words; DER is in dsa_der.h. A digest may have any length: its
 * leftmost bytes count, as many as q has. The signed digest, private keys and nonces are secret; verification hides
 * nothing.
 */
#ifndef AFTERBURNER_DSA_H
#define AFTERBURNER_DSA_H

#include "afterburner/ffc.h"
#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_dsa_signature {
    uint64_t *r, *s; /* ab_dsa_q_words words each */
};

struct ab_dsa_digest {
    const uint8_t *bytes;
    size_t len;
};

/* The words of numbers modulo q, which must be known. */
AB_API size_t ab_dsa_q_words(const struct ab_ffc *f);
/* 1 if x, of ab_ffc_words words, is below q. Only the result is public. */
AB_API int ab_dsa_is_private(const struct ab_ffc *f, const uint64_t *x);

/*
 * Sign. x is the private key: below q, ab_ffc_words words. 0 without memory, without randomness, or if nine nonces in
 * a row yield zeros, which shows that the parameters are not DSA's.
 *
 * The nonce is hedged like OpenSSL's: SHA-512(randomness, private key, digest, ...), so it is safe if either the
 * randomness or the private key is unknown; 64 bits more than q has are reduced modulo q (FIPS 186-5 sec. A.3.1).
 */
AB_API int ab_dsa_sign(struct ab_ffc *f, const struct ab_dsa_signature *sig, const uint64_t *x,
                       const struct ab_dsa_digest *d, const struct ab_hash *sha512,
                       const struct ab_random_source *random);
/* Sign with the nonce of RFC 6979 sec. 3.2, by HMAC of the hash that made the digest. */
AB_API int ab_dsa_sign_deterministic(struct ab_ffc *f, const struct ab_dsa_signature *sig, const uint64_t *x,
                                     const struct ab_dsa_digest *d, const struct ab_hash *hash);

/*
 * A public key: y below p, of ab_ffc_words words, which are copied, and values derived from it. It holds a reference to
 * the parameters. NULL without memory, if y is not below p, or if q is unknown.
 */
struct ab_dsa_public;
AB_API struct ab_dsa_public *ab_dsa_public_new(struct ab_ffc *f, const uint64_t *y);
/* NULL is allowed. */
AB_API void ab_dsa_public_free(struct ab_dsa_public *key);

/*
 * 1 if the signature is right; *failed is 1 if the check could not be made (no memory, or s has no inverse modulo q).
 */
AB_API int ab_dsa_verify(struct ab_dsa_public *key, const struct ab_dsa_signature *sig, const struct ab_dsa_digest *d,
                         int *failed);

#ifdef __cplusplus
}
#endif
#endif
