/*
 * The MAC of a decrypted record of a TLS CBC cipher suite (RFC 5246 sec. 6.2.3.2): its padding, and so the length of
 * its data, is secret until the MAC has been compared (Lucky Thirteen, IEEE S&P 2013).
 */
#ifndef AB_CRYPTO_HMAC_HMAC_TLS_H
#define AB_CRYPTO_HMAC_HMAC_TLS_H

#include "afterburner/hmac.h"

enum { AB_HMAC_TLS_HEADER = 13 }; /* sequence number, type, version, length */

/*
 * Write digest_len bytes: the HMAC of header and the first len bytes of a record of record_len, which includes MAC and
 * padding. len is secret, and at least record_len - digest_len - 256 as the padding requires (otherwise the result is
 * useless). Time and memory addresses depend on record_len alone, all of whose bytes are read. Return 0 if the hash
 * cannot do this; see md_secret_len.h.
 */
int ab_hmac_tls(const struct ab_hmac_key *k, const uint8_t header[AB_HMAC_TLS_HEADER], const uint8_t *data, size_t len,
                size_t record_len, uint8_t *mac);

#endif
