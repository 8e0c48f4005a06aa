/*
 * What keys, ECDH and ECDSA share: conversion between the byte strings of afterburner/ec.h and the words of the
 * kernels.
 */
#ifndef AB_CRYPTO_EC_WORDS_H
#define AB_CRYPTO_EC_WORDS_H

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "kernels/ec/ec_kernels.h"

typedef uint64_t ab_ec_words[AB_EC_MAX_WORDS]; /* the first num_words of the curve are used */

/*
 * r := the leftmost order_bits bits of a string of len bytes, bits2int of FIPS 186-5 sec. 6.4.1 and RFC 6979 sec.
 * 2.3.2. Not reduced: r < 2^order_bits. The bytes are secret, len is public.
 */
void ab_ec_leftmost_bits(const struct ab_curve_domain *d, ab_ec_words r, const uint8_t *bytes, size_t len);

/* r := a less n if a >= n. So r < n for a < 2n. r may be a. Constant time. */
void ab_ec_subtract_order_once(const struct ab_curve_domain *d, ab_ec_words r, const ab_ec_words a);
/* r := a + b modulo n, for a, b < n. r may be a or b. Constant time. */
void ab_ec_order_add(const struct ab_curve_domain *d, ab_ec_words r, const ab_ec_words a, const ab_ec_words b);

/* Return 1 if 0 < a < n. Only the answer is public: a candidate out of range is discarded. */
int ab_ec_is_scalar(const struct ab_curve_domain *d, const ab_ec_words a);

/*
 * r := a private key, and return 1; if it is not in 1 to n - 1, r := 0, and return 0. The key is secret, the answer
 * public.
 */
int ab_ec_read_private(const struct ab_curve_domain *d, ab_ec_words r, const uint8_t *private_key);

/* The length in bytes of a coordinate, and of a scalar. */
static inline size_t ab_ec_field_len(const struct ab_curve_domain *d)
{
    return (d->field_bits + 7u) / 8;
}

static inline size_t ab_ec_order_len(const struct ab_curve_domain *d)
{
    return (d->order_bits + 7u) / 8;
}

/* k := a random scalar from 1 to n - 1, FIPS 186-5 sec. A.2.2. Return 0 if there is no randomness. k is secret. */
int ab_ec_draw_private(const struct ab_curve_domain *d, ab_ec_words k, const struct ab_random_source *random);

/* x, y := the coordinates in xy. Return 0 if they are not below p or not a point of order n. Public. */
int ab_ec_read_point(const struct ab_ec_kernels *c, ab_ec_words x, ab_ec_words y, const uint8_t *xy);

/* xy := the coordinates x, y < p. */
void ab_ec_write_point(const struct ab_ec_kernels *c, uint8_t *xy, const ab_ec_words x, const ab_ec_words y);

#endif
