/*
 * EncryptedPrivateKeyInfo (RFC 5958 sec. 3) by PBES2 (RFC 8018 sec. 6.2): PBKDF2 with HMAC-SHA-256, 2048 iterations and
 * a salt of 16 bytes, as OpenSSL 3.5 writes it by default, and AES in CBC mode.
 */
#ifndef AB_PROVIDER_ENCODER_PBES2_H
#define AB_PROVIDER_ENCODER_PBES2_H

#include "provider/provctx.h"

enum { AB_PBES2_OVERHEAD = 192 }; /* more than what the structure adds to the plaintext */

/*
 * Encrypt with a password under AES with a key of key_len bytes. out has len + AB_PBES2_OVERHEAD bytes and does not
 * overlap in; len is below 2^15. Password and plaintext are secret. Returns the length of the structure, or 0 with an
 * error raised.
 */
size_t ab_pbes2_encrypt(struct ab_provctx *prov, size_t key_len, const char *password, size_t password_len,
                        const uint8_t *in, size_t len, uint8_t *out);

#endif
