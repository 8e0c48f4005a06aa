/* Private keys from keying material: DeriveKeyPair of DHKEM(X25519, HKDF-SHA256), RFC 9180 sec. 7.1.3. */
#ifndef AB_CRYPTO_KDF_DHKEM_H
#define AB_CRYPTO_KDF_DHKEM_H

#include "afterburner/curve25519.h"

/* ikm and the result are secret; any length. */
void ab_dhkem_x25519_private(const struct ab_hash *sha256, uint8_t private_key[AB_X25519_LEN], const uint8_t *ikm, size_t len);

#endif
