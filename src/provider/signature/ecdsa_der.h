/*
 * ECDSA signatures as in OpenSSL: convert pairs of numbers to and from SEQUENCE { r INTEGER, s INTEGER } in DER (RFC
 * 3279 sec. 2.2.3).
 */
#ifndef AB_PROVIDER_SIGNATURE_ECDSA_DER_H
#define AB_PROVIDER_SIGNATURE_ECDSA_DER_H

#include <stddef.h>
#include <stdint.h>

/* The maximum length of a signature with two numbers of this many bits, whose highest bit may be set. */
size_t ab_ecdsa_der_max_len(size_t bits);

/* pair: two numbers of len bytes each. Returns the length written, at most ab_ecdsa_der_max_len. */
size_t ab_ecdsa_der_write(uint8_t *der, const uint8_t *pair, size_t len);

enum ab_der_verdict {
    AB_DER_WRONG,    /* not the DER encoding of two non-negative numbers */
    AB_DER_TOO_LONG, /* one of them has more than len bytes */
    AB_DER_RIGHT
};

/* All inputs are public. */
enum ab_der_verdict ab_ecdsa_der_read(const uint8_t *der, size_t der_len, uint8_t *pair, size_t len);

#endif
