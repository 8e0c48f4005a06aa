/*
 * Numbers of arbitrary length for public-key algorithms, in constant time.
 *
 * A number is an array of 64-bit words, the least significant first, with its length (num words) beside it. Lengths are
 * public, values are secret unless a comment says otherwise: time and addresses depend on lengths alone. Masks are all
 * ones for true. Results may lie on inputs, wholly. 1 is success; 0 is failure, which is lack of memory where nothing
 * else is said.
 */
#ifndef AB_CRYPTO_BIGNUM_BIGNUM_H
#define AB_CRYPTO_BIGNUM_BIGNUM_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/bignum/bignum_kernels.h"

/* ---- words: src/crypto/bignum/words.c ---- */

#define AB_WORDS(num_bytes) (((num_bytes) + 7) / 8)

/*
 * Bytes, most significant first (OS2IP, I2OSP of RFC 8017 sec. 4). 0 if the value does not fit; which is then told in
 * constant time.
 */
int ab_words_from_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len);
int ab_words_to_bytes(uint8_t *bytes, size_t len, const uint64_t *a, size_t num);
/* Bytes, least significant first: integers of OSSL_PARAM on this processor. */
int ab_words_from_le_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len);
int ab_words_to_le_bytes(uint8_t *bytes, size_t len, const uint64_t *a, size_t num);

uint64_t ab_words_add(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num); /* returns the carry */
uint64_t ab_words_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num); /* returns the borrow */
uint64_t ab_words_lt(const uint64_t *a, const uint64_t *b, size_t num);               /* mask */
uint64_t ab_words_eq(const uint64_t *a, const uint64_t *b, size_t num);               /* mask */
uint64_t ab_words_is_zero(const uint64_t *a, size_t num);                             /* mask */
void ab_words_select(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b, size_t num); /* mask ? a : b */
void ab_words_shift_right_1(uint64_t *r, const uint64_t *a, uint64_t high,
                            size_t num); /* high: what becomes the highest bit */
/* The product, of num_a + num_b words; r lies on neither. */
void ab_words_mul(uint64_t *r, const uint64_t *a, size_t num_a, const uint64_t *b, size_t num_b);
size_t ab_words_num_bits(const uint64_t *a, size_t num); /* a is public */
/* a modulo a public word below 2^32, without a division instruction on a. */
uint32_t ab_words_mod_word(const uint64_t *a, size_t num, uint32_t divisor);

/* ---- an odd modulus and what is reckoned from it once: src/crypto/bignum/modulus.c ---- */

struct ab_modulus {
    const struct ab_bignum_kernels *kernels;
    const struct ab_power_kernels *const *powers; /* what may serve: ends in NULL */
    size_t num_words;
    uint64_t n_inverse;           /* -1/n modulo 2^64 */
    const uint64_t *n, *rr, *one; /* R^2 and R modulo n */
};

/* What a processor uses: filled once by ab_bignum_pick, or by the provider after the self tests. */
struct ab_bignum {
    const struct ab_bignum_kernels *kernels;
    const struct ab_power_kernels *powers[16]; /* in the order of preference; ends in NULL */
};
void ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu);
int ab_bignum_kernels_usable(const struct ab_bignum_kernels *k, const struct ab_cpu *cpu);
int ab_power_kernels_usable(const struct ab_power_kernels *k, const struct ab_cpu *cpu);

/* 1 if powers modulo numbers of every length find a method among these (NULL ends them). */
int ab_power_is_complete(const struct ab_power_kernels *const *powers);
/*
 * What takes the most powers at once, of num or fewer, modulo numbers of this length: the first in the order of
 * preference of complete ones.
 */
const struct ab_power_kernels *ab_power_choose(const struct ab_power_kernels *const *powers, size_t num_words,
                                               size_t num);
/* 1 if no choice falls on p for numbers of this length, those of `before` (NULL ends them) being asked first. */
int ab_power_is_idle_at(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before,
                        size_t num_words);
/* 1 if none does at any length. */
int ab_power_is_idle(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before);

/*
 * n: odd, above 1, secret (a prime of RSA) but for its length in bits. NULL without memory, or if n is even (which is
 * then told) or longer than AB_BIGNUM_MAX_WORDS.
 */
struct ab_modulus *ab_modulus_new(const struct ab_bignum *b, const uint64_t *n, size_t num_words);
/* Wiped. NULL is allowed. */
void ab_modulus_free(struct ab_modulus *m);

/* r = a modulo n, for a of any length; of none a may be NULL. */
int ab_mod_reduce(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, size_t num_a);
/* a, b < n. */
void ab_mod_add(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_sub(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a,
                const uint64_t *b); /* plain forms: two products */
/* Montgomery forms, a R modulo n. */
void ab_mod_to_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);
void ab_mod_from_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);
void ab_mod_mont_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_mont_sqr(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);

/*
 * 1/a modulo n, a < n; *exists is a mask: gcd(a, n) = 1. Without it r is 0. Division steps: Bernstein and Yang, 2019.
 */
int ab_mod_inverse(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, uint64_t *exists);

/* ---- powers: src/crypto/bignum/power.c. base < n, plain forms in and out. ---- */

/* exponent has m->num_words words of which the lowest num_bits count. */
int ab_mod_exp(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
               size_t num_bits);

/*
 * One power of each of two moduli of the same length: both primes of RSA, side by side where the processor gains by it.
 */
struct ab_mod_power {
    const struct ab_modulus *m;
    uint64_t *result;
    const uint64_t *base, *exponent; /* m->num_words words each */
};
int ab_mod_exp_pair(const struct ab_mod_power p[2], size_t num_bits);
/* Any number of them, all moduli of the same length: as many at once as the processor gains by. */
int ab_mod_exp_many(const struct ab_mod_power *p, size_t num, size_t num_bits);

/* 1 if the products of a power modulo n take less than half as long as those of ab_mod_mont_mul. */
int ab_mod_exp_outruns_products(const struct ab_modulus *m);

/* The exponent is public (num_exponent words): verification. Time depends on it. */
int ab_mod_exp_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
                      size_t num_exponent);
/* r = a^x b^y, all public: verification of DSA. x and y have num_exponent words. */
int ab_mod_exp_joint_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *x,
                            const uint64_t *b, const uint64_t *y, size_t num_exponent);

#endif
