/* The context of the ciphers AES-CBC-HMAC-SHA1 and -SHA256, for single records and for several at once. */
#ifndef AB_PROVIDER_CIPHER_AES_CBC_HMAC_CTX_H
#define AB_PROVIDER_CIPHER_AES_CBC_HMAC_CTX_H

#include <openssl/prov_ssl.h>

#include "afterburner/cbc_hmac.h"
#include "provider/cipher/cipher_context.h"

enum { AB_TLS_RECORD_AAD = AB_CBC_HMAC_HEADER + 2 }; /* the header and two bytes of length */

/* What "tls1multi_aad" has set for the next records. Public. */
struct ab_multi {
    size_t max_fragment; /* "tls1multi_maxsndfrag" */
    uint8_t header[AB_CBC_HMAC_HEADER];
    size_t len;        /* bytes of data in all records; 0: not set */
    size_t fragment;   /* bytes in each record but the last */
    unsigned num;      /* 4 or 8, "tls1multi_interleave" */
    size_t packed_len; /* bytes of all records, "tls1multi_aadpacklen" */
    size_t done_len;   /* of the last records made, "tls1multi_enclen" */
};

struct ab_cbc_hmac_ctx {
    struct ab_cipher head;
    struct ab_cbc_hmac key;
    uint8_t first_iv[AB_AES_BLOCK], iv[AB_AES_BLOCK]; /* as set by the caller; last ciphertext block */
    bool can_decrypt;
    unsigned tls_version; /* 0: update returns the length of the whole record */
    struct {
        uint8_t bytes[AB_TLS_RECORD_AAD];
        bool is_set, enc; /* for one record, in the direction enc */
        size_t added;     /* "tlsaadpad" */
    } aad;
    struct ab_multi multi;
    uint64_t nonce[2]; /* for the next explicit IV; secret */
    bool has_nonce;
};

/*
 * Whether records of this version (TLS 1.1 and later, DTLS) have an explicit IV before the data (RFC 4346 sec.
 * 6.2.3.2).
 */
static inline bool ab_has_explicit_iv(const uint8_t header[AB_CBC_HMAC_HEADER])
{
    return (header[9] << 8 | header[10]) >= TLS1_1_VERSION;
}

#endif
