/* What X25519 and Ed25519 do beside the curve, for one operation and for many at once. */
#ifndef AB_CRYPTO_CURVE25519_PARTS_H
#define AB_CRYPTO_CURVE25519_PARTS_H

#include "afterburner/curve25519.h"

/* decodeScalar25519 of RFC 7748 sec. 5; both secret. */
void ab_x25519_clamp(uint8_t scalar[AB_X25519_LEN], const uint8_t private_key[AB_X25519_LEN]);

/* ---- RFC 8032 sec. 5.1.5 to 5.1.7: hashes and scalars ---- */

enum { AB_ED25519_HALF = 32 };

/* Of a private key: the scalar, and behind it the prefix of nonces. Both are secret. */
void ab_ed25519_expand(const struct ab_hash *sha512, uint8_t halves[2 * AB_ED25519_HALF],
                       const uint8_t private_key[AB_ED25519_KEY_LEN]);

/* H(dom || prefix || M) modulo the order; secret. */
void ab_ed25519_nonce(const struct ab_hash *sha512, uint8_t nonce[AB_ED25519_HALF],
                      const uint8_t prefix[AB_ED25519_HALF], const struct ab_ed25519_message *m);

/* k = H(dom || R || A || M) modulo the order */
void ab_ed25519_challenge(const struct ab_hash *sha512, uint8_t k[AB_ED25519_HALF], const uint8_t r[AB_ED25519_HALF],
                          const uint8_t public_key[AB_ED25519_HALF], const struct ab_ed25519_message *m);

/* The signature, from R, the nonce's multiple of the base point. r may lie in signature. */
void ab_ed25519_finish(const struct ab_hash *sha512, uint8_t signature[AB_ED25519_SIGNATURE_LEN],
                       const uint8_t r[AB_ED25519_HALF], const struct ab_ed25519_message *m,
                       const uint8_t scalar[AB_ED25519_HALF], const uint8_t nonce[AB_ED25519_HALF],
                       const uint8_t public_key[AB_ED25519_KEY_LEN]);

#endif
