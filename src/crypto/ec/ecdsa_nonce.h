/*
 * Nonces of ECDSA: draw candidates of as many bits as the order until one is a scalar. Nonces, keys and digests are
 * secret.
 */
#ifndef AB_CRYPTO_EC_ECDSA_NONCE_H
#define AB_CRYPTO_EC_ECDSA_NONCE_H

#include "crypto/ec/ec_words.h"
#include "crypto/nonce/nonce.h"

/* What a nonce is made for. The pointers must stay valid until ab_ecdsa_nonce_wipe. */
struct ab_ecdsa_message {
    const struct ab_curve_domain *domain;
    const uint8_t *digest;
    size_t digest_len;
    const uint8_t *private_key;
};

struct ab_ecdsa_nonce {
    struct ab_ecdsa_message message;
    const struct ab_hash *hash;
    const struct ab_random_source *random; /* NULL: RFC 6979 */
    struct ab_nonce_drbg drbg;             /* of RFC 6979 */
};

/*
 * Begin. With random == NULL nonces are deterministic, RFC 6979 sec. 3.2 with this hash; else hedged, and hash must be
 * SHA-512.
 */
void ab_ecdsa_nonce_init(struct ab_ecdsa_nonce *n, const struct ab_ecdsa_message *m, const struct ab_hash *hash,
                         const struct ab_random_source *random);
/* k := the next nonce, from 1 to n - 1. Return 0 if there is no randomness. */
int ab_ecdsa_nonce_next(struct ab_ecdsa_nonce *n, ab_ec_words k);
void ab_ecdsa_nonce_wipe(struct ab_ecdsa_nonce *n);

#endif
