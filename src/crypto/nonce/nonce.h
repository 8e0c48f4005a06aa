/*
 * The bytes that the nonces of DSA and ECDSA are made of: FIPS 186-5 sec. A.3. What is made of them, and whether it is taken,
 * is up to the scheme. The private key and the digest stay the caller's; all of it is secret but lengths.
 */
#ifndef AB_CRYPTO_NONCE_NONCE_H
#define AB_CRYPTO_NONCE_NONCE_H

#include "afterburner/hmac.h"
#include "afterburner/random_source.h"

/* RFC 6979 sec. 3.2: the state K, V. */
struct ab_nonce_drbg {
    struct ab_hmac_key key;
    uint8_t value[AB_HASH_MAX_DIGEST];
    int is_used;
};

/* Steps b to g: int2octets of the private key and bits2octets of the digest, len bytes each. */
void ab_nonce_seed(struct ab_nonce_drbg *g, const struct ab_hash *hash, const uint8_t *private_key,
                   const uint8_t *digest, size_t len);
/* Step h: the next len bytes of T. Asked again, what it gave before was of no use. */
void ab_nonce_next(struct ab_nonce_drbg *g, uint8_t *out, size_t len);
void ab_nonce_wipe(struct ab_nonce_drbg *g);

/* What a hedged nonce is made for. */
struct ab_nonce_subject {
    const uint8_t *private_key, *digest;
    size_t private_key_len, digest_len;
};

/* len bytes of hash(randomness, private key, number of the block, digest), as many blocks as it takes. 0 without randomness. */
int ab_nonce_hedged(const struct ab_hash *hash, const struct ab_random_source *random, const struct ab_nonce_subject *m,
                    uint8_t *out, size_t len);

#endif
