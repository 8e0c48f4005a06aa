/* Records of TLS CBC cipher suites: padding and MAC of MAC-then-encrypt. */
#ifndef AB_CRYPTO_TLS_CBC_RECORD_H
#define AB_CRYPTO_TLS_CBC_RECORD_H

#include <stddef.h>
#include <stdint.h>

enum { AB_TLS_BLOCK = 16, AB_TLS_MAX_MAC = 64, AB_TLS_MAX_PAD = 256 };

/* How the padding is checked: SSL 3.0 (RFC 6101 sec. 5.2.3.2), TLS 1.0 and later (RFC 5246 sec. 6.2.3.2). */
enum ab_tls_padding { AB_TLS_PADDING_SSL3, AB_TLS_PADDING_TLS };

/* Write 1..AB_TLS_BLOCK bytes of padding after the len bytes of record; return how many. */
size_t ab_tls_cbc_pad(uint8_t *record, size_t len, enum ab_tls_padding kind);

/*
 * Remove padding and MAC from a decrypted record (without its explicit IV). *data_len is the length of the data, mac
 * its mac_len <= AB_TLS_MAX_MAC bytes. If the padding is wrong, mac is random_mac and *data_len is computed as without
 * padding, so that the caller's MAC check fails and nothing else differs (Lucky Thirteen, IEEE S&P 2013).
 *
 * Return 0 if the record does not consist of whole blocks or is too short for a MAC and a byte of padding, or if, with
 * mac_len 0 (encrypt-then-MAC: the record is authentic), the padding is wrong; otherwise 1. Time and memory addresses
 * depend on len and mac_len alone.
 */
int ab_tls_cbc_unpad(const uint8_t *record, size_t len, size_t mac_len, enum ab_tls_padding kind,
                     const uint8_t *random_mac, uint8_t *mac, size_t *data_len);

#endif
