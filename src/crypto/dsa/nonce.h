/* The number k that a signature of DSA uses once: FIPS 186-5 sec. A.3. */
#ifndef AB_CRYPTO_DSA_NONCE_H
#define AB_CRYPTO_DSA_NONCE_H

#include "afterburner/dsa.h"
#include "crypto/bignum/bignum.h"
#include "crypto/nonce/nonce.h"

/* The inputs of nonces. Secret. */
struct ab_dsa_nonces {
    const struct ab_modulus *q;
    size_t q_bits;
    const struct ab_hash *hash;            /* SHA-512, or that of RFC 6979 */
    const struct ab_random_source *random; /* NULL: RFC 6979 */
    const uint64_t *x;                     /* the private key, q->num_words words */
    const struct ab_dsa_digest *digest;
    struct ab_nonce_drbg drbg; /* of RFC 6979 */
};

/* Begin, with all members but drbg set. Return 0 without memory. */
int ab_dsa_nonces_begin(struct ab_dsa_nonces *n);
/* Make the next nonce k, 0 < k < q, of q->num_words words. Return 0 without memory or randomness. */
int ab_dsa_nonces_next(struct ab_dsa_nonces *n, uint64_t *k);

/* r = the leftmost bytes of the digest, as many as q has, modulo q. Return 0 without memory. */
int ab_dsa_digest_number(const struct ab_modulus *q, size_t q_bits, uint64_t *r, const struct ab_dsa_digest *d);

#endif
