/*
 * Integers modulo the order of the base point of edwards25519 or edwards448 (RFC 8032 sec. 5.1 and 5.2). Scalars are
 * little-endian strings of 8 num_words bytes, 32 or 56, and secret unless a function says otherwise.
 */
#ifndef AB_CRYPTO_EDDSA_SCALAR_H
#define AB_CRYPTO_EDDSA_SCALAR_H

#include <stddef.h>
#include <stdint.h>

enum { AB_SCALAR_MAX_WORDS = 7, AB_SCALAR_MAX_LEN = 8 * AB_SCALAR_MAX_WORDS };

struct ab_order {
    unsigned num_words;
    uint64_t order[AB_SCALAR_MAX_WORDS + 1];      /* the last word is 0 */
    uint64_t reciprocal[AB_SCALAR_MAX_WORDS + 1]; /* 2^(128 num_words) / order: num_words + 1 words */
};

extern const struct ab_order ab_order25519, ab_order448;

/* r := wide mod the order, for wide_len bytes, little-endian; the length is public. r may be the beginning of wide. */
void ab_scalar_reduce(const struct ab_order *n, uint8_t *r, const uint8_t *wide, size_t wide_len);

/* r := a b + c mod the order, for any a, b, c of 8 num_words bytes; r may be any of them. */
void ab_scalar_mul_add(const struct ab_order *n, uint8_t *r, const uint8_t *a, const uint8_t *b, const uint8_t *c);

/* Return 1 if a is below the order. Public. */
int ab_scalar_is_reduced(const struct ab_order *n, const uint8_t *a);

#endif
