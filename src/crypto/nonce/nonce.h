/*
 * The bytes from which DSA and ECDSA make their nonces: FIPS 186-5 sec. A.3. The scheme decides how to make a nonce
 * from them and whether to accept it. The private key and the digest stay the caller's; everything but lengths is
 * secret.
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

/* Steps b to g: private key and digest after int2octets and bits2octets, len bytes each. */
void ab_nonce_seed(struct ab_nonce_drbg *g, const struct ab_hash *hash, const uint8_t *private_key,
                   const uint8_t *digest, size_t len);
/* Step h: the next len bytes of T. Another call means that the previous bytes were rejected. */
void ab_nonce_next(struct ab_nonce_drbg *g, uint8_t *out, size_t len);
void ab_nonce_wipe(struct ab_nonce_drbg *g);

/* The inputs of a hedged nonce. */
struct ab_nonce_subject {
    const uint8_t *private_key, *digest;
    size_t private_key_len, digest_len;
};

/*
 * len bytes of hash(randomness, private key, number of the block, digest), in as many blocks as needed. 0 without
 * randomness.
 */
int ab_nonce_hedged(const struct ab_hash *hash, const struct ab_random_source *random, const struct ab_nonce_subject *m,
                    uint8_t *out, size_t len);

#endif
