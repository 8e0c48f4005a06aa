/* A TLS 1.2 AEAD record (RFC 5246 sec. 6.2.3.3, RFC 5288 sec. 3, RFC 6655 sec. 3): explicit nonce, payload, tag. */
#ifndef AB_PROVIDER_CIPHER_TLS_AEAD_H
#define AB_PROVIDER_CIPHER_TLS_AEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AB_TLS_AAD_LEN = 13, AB_TLS_FIXED_IV_LEN = 4, AB_TLS_EXPLICIT_IV_LEN = 8 };

/*
 * Read the 13 bytes of associated data as libssl passes them: the last two are the length of the record, including the
 * explicit nonce and, when it is to be opened, the tag. In out they are the length of the payload. Returns 0 if that is
 * not a record.
 */
int ab_tls_aead_aad(uint8_t out[AB_TLS_AAD_LEN], const uint8_t *aad, size_t len, bool seal, size_t tag_len);

#endif
