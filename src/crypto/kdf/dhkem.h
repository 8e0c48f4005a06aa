/* DHKEM, RFC 9180: private keys from keying material (sec. 7.1.3) and shared secrets (sec. 4.1), over HKDF (sec. 4). */
#ifndef AB_CRYPTO_KDF_DHKEM_H
#define AB_CRYPTO_KDF_DHKEM_H

#include "afterburner/ec.h"
#include "afterburner/hash.h"

struct ab_dhkem {
    enum ab_hash_id hash; /* the digest of HKDF; it is as long as the shared secret */
    uint8_t id;           /* kem_id, sec. 7.1; its high byte is 0 */
    uint8_t key_len;      /* of private keys */
};

extern const struct ab_dhkem ab_dhkem_x25519, ab_dhkem_x448;
extern const struct ab_dhkem ab_dhkem_curves[AB_NUM_CURVES]; /* for those that have no id it is 0 */

/*
 * Everywhere, hash is an implementation of kem's digest. ikm, dh and the results are secret; ikm and dh may have any
 * length.
 */

/* For X25519 and X448. private_key: key_len bytes. */
void ab_dhkem_private(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *private_key, const uint8_t *ikm,
                      size_t len);
/* For a curve: the first candidate in range; 0 if none of 256 is. */
int ab_dhkem_curve_private(const struct ab_ec_kernels *c, const struct ab_hash *hash, uint8_t *private_key,
                           const uint8_t *ikm, size_t len);

/* The longest context: three public keys. */
enum { AB_DHKEM_MAX_CONTEXT = 3 * AB_EC_MAX_ENCODED_LEN };

/* ExtractAndExpand: secret has digest_len bytes. The context is public. */
void ab_dhkem_secret(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *secret, const uint8_t *dh,
                     size_t dh_len, const uint8_t *context, size_t context_len);

#endif
