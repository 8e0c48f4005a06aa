/* The parts of X25519 and Ed25519 beside the curve, shared by single operations and batches. */
#ifndef AB_CRYPTO_CURVE25519_PARTS_H
#define AB_CRYPTO_CURVE25519_PARTS_H

#include "afterburner/curve25519.h"

/* scalar := decodeScalar25519(private_key), RFC 7748 sec. 5. Both may be the same memory. Secret. */
void ab_x25519_clamp(uint8_t scalar[AB_X25519_LEN], const uint8_t private_key[AB_X25519_LEN]);

/* ---- RFC 8032 sec. 5.1.5 to 5.1.7: hashes and scalars ---- */

enum { AB_ED25519_HALF = 32 };

/* halves := the scalar of a private key, then the prefix of its nonces, RFC 8032 sec. 5.1.5. Secret. */
void ab_ed25519_expand(const struct ab_hash *sha512, uint8_t halves[2 * AB_ED25519_HALF],
                       const uint8_t private_key[AB_ED25519_KEY_LEN]);

/* nonce := H(dom || prefix || M) mod the order, RFC 8032 sec. 5.1.6 step 2. Secret. */
void ab_ed25519_nonce(const struct ab_hash *sha512, uint8_t nonce[AB_ED25519_HALF],
                      const uint8_t prefix[AB_ED25519_HALF], const struct ab_ed25519_message *m);

/* k := H(dom || R || A || M) mod the order, RFC 8032 sec. 5.1.6 step 4. Public. */
void ab_ed25519_challenge(const struct ab_hash *sha512, uint8_t k[AB_ED25519_HALF], const uint8_t r[AB_ED25519_HALF],
                          const uint8_t public_key[AB_ED25519_HALF], const struct ab_ed25519_message *m);

/*
 * signature := R, S from r = nonce B, RFC 8032 sec. 5.1.6 steps 4 to 6. r may lie in signature. scalar and nonce are
 * secret.
 */
void ab_ed25519_finish(const struct ab_hash *sha512, uint8_t signature[AB_ED25519_SIGNATURE_LEN],
                       const uint8_t r[AB_ED25519_HALF], const struct ab_ed25519_message *m,
                       const uint8_t scalar[AB_ED25519_HALF], const uint8_t nonce[AB_ED25519_HALF],
                       const uint8_t public_key[AB_ED25519_KEY_LEN]);

#endif
