/* What keys, ECDH and ECDSA share: between the byte strings of afterburner/ec.h and the words of the kernels. */
#ifndef AB_CRYPTO_EC_WORDS_H
#define AB_CRYPTO_EC_WORDS_H

#include "crypto/bignum/bignum.h"
#include "kernels/ec/words.h"

typedef uint64_t ab_ec_words[AB_EC_MAX_WORDS]; /* of which num_words of the curve count */

/*
 * bits2int of FIPS 186-5 sec. 6.4.1 and RFC 6979 sec. 2.3.2: the leftmost bits of a string, as many as the order has;
 * not reduced.
 */
void ab_ec_leftmost_bits(const struct ab_curve_domain *d, ab_ec_words r, const uint8_t *bytes, size_t len);

/* 1 if a random number is in the range of scalars; which is public, since one that is not is thrown away. */
int ab_ec_is_scalar(const struct ab_curve_domain *d, const ab_ec_words a);

/* Reads a private key; whether it is in range is told and public. If it is not, r is 0. */
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

/* A random scalar: FIPS 186-5 sec. A.2.2. 0 without randomness. */
int ab_ec_draw_private(const struct ab_curve_domain *d, ab_ec_words k, const struct ab_random_source *random);

/* Reads both coordinates; 0 if they are no point of the curve. Public. */
int ab_ec_read_point(const struct ab_ec_kernels *c, ab_ec_words x, ab_ec_words y, const uint8_t *xy);
void ab_ec_write_point(const struct ab_ec_kernels *c, uint8_t *xy, const ab_ec_words x, const ab_ec_words y);

#endif
