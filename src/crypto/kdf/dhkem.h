/* Private keys from keying material: DeriveKeyPair of DHKEM over X25519 and X448, RFC 9180 sec. 7.1.3. */
#ifndef AB_CRYPTO_KDF_DHKEM_H
#define AB_CRYPTO_KDF_DHKEM_H

#include "afterburner/hash.h"

struct ab_dhkem {
    enum ab_hash_id hash; /* that HKDF stands on */
    uint8_t id;           /* kem_id, sec. 7.1; its high byte is 0 */
    uint8_t key_len;
};

extern const struct ab_dhkem ab_dhkem_x25519, ab_dhkem_x448;

/* private_key: key_len bytes. hash is an implementation of kem's. ikm and the result are secret; any length. */
void ab_dhkem_private(const struct ab_dhkem *kem, const struct ab_hash *hash, uint8_t *private_key, const uint8_t *ikm, size_t len);

#endif
