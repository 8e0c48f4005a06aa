/* DER of a signature, SEQUENCE { INTEGER r, INTEGER s } (RFC 3279 sec. 2.2.2). All of it is public. */
#ifndef AB_CRYPTO_DSA_DSA_DER_H
#define AB_CRYPTO_DSA_DSA_DER_H

#include <stddef.h>
#include <stdint.h>

/* Return the greatest length for numbers below 2^num_bits. */
size_t ab_dsa_der_max_len(size_t num_bits);

/* Encode numbers of num words, below 2^1000. Return the length; out has room for ab_dsa_der_max_len bytes. */
size_t ab_dsa_der_encode(uint8_t *out, const uint64_t *r, const uint64_t *s, size_t num);

enum ab_dsa_der { AB_DSA_DER_WRONG, AB_DSA_DER_TOO_LARGE, AB_DSA_DER_OK };

/*
 * Decode strictly: accept only the unique encoding of two numbers of at least 0, with nothing after it. Return
 * AB_DSA_DER_WRONG for anything else, and AB_DSA_DER_TOO_LARGE for numbers that do not fit num words.
 */
enum ab_dsa_der ab_dsa_der_decode(const uint8_t *in, size_t len, uint64_t *r, uint64_t *s, size_t num);

#endif
