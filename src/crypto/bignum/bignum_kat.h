/*
 * The known-answer tests of modular arithmetic: a product, a square and powers at every size that has code of its own.
 * They run in every process that uses RSA, DSA or DH, so they test only what that process uses, and at first use no
 * size above AB_KAT_FIRST_USE_WORDS: that is where most of their time goes.
 */
#ifndef AB_CRYPTO_BIGNUM_KAT_H
#define AB_CRYPTO_BIGNUM_KAT_H

#include "crypto/bignum/bignum.h"

enum { AB_KAT_FIRST_USE_WORDS = 24, AB_KAT_MAX_WORDS = 64 };

/* 1 if every answer of up to max_words words is right. (0 without memory too.) */
int ab_bignum_kat(const struct ab_bignum_kernels *k, size_t max_words);
/*
 * At those sizes up to max_words for which it serves when those of `before` (NULL ends them) are asked first; at its
 * smallest if that is none of those that have an answer here. Products are those of the modulus' kernels.
 */
int ab_power_kat(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before,
                 const struct ab_bignum_kernels *k, size_t max_words);

#endif
