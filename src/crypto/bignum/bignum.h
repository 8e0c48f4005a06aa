/*
 * Numbers of arbitrary length for public-key algorithms, in constant time.
 *
 * A number is an array of 64-bit words, the least significant first, passed with its length (num words). Lengths are
 * public; values are secret unless a comment says otherwise: time and addresses depend on lengths alone. Masks are all
 * ones for true. A result may be the same array as an argument, but must not overlap one in part. Functions return 1
 * for success and 0 for failure, which is lack of memory unless a comment says otherwise.
 */
#ifndef AB_CRYPTO_BIGNUM_BIGNUM_H
#define AB_CRYPTO_BIGNUM_BIGNUM_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/bignum/bignum_kernels.h"

/* ---- words: src/crypto/bignum/words.c ---- */

#define AB_WORDS(num_bytes) (((num_bytes) + 7) / 8)

/*
 * Convert from and to bytes, the most significant first (OS2IP and I2OSP of RFC 8017 sec. 4). Return 0 if the value
 * does not fit; time does not depend on whether it does.
 */
int ab_words_from_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len);
int ab_words_to_bytes(uint8_t *bytes, size_t len, const uint64_t *a, size_t num);
/* The same with the least significant byte first, as in integers of OSSL_PARAM on x86. */
int ab_words_from_le_bytes(uint64_t *r, size_t num, const uint8_t *bytes, size_t len);

uint64_t ab_words_add(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num); /* returns the carry */
uint64_t ab_words_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num); /* returns the borrow */
uint64_t ab_words_lt(const uint64_t *a, const uint64_t *b, size_t num);               /* mask */
uint64_t ab_words_eq(const uint64_t *a, const uint64_t *b, size_t num);               /* mask */
uint64_t ab_words_is_zero(const uint64_t *a, size_t num);                             /* mask */
void ab_words_select(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b, size_t num); /* mask ? a : b */
void ab_words_shift_right_1(uint64_t *r, const uint64_t *a, uint64_t high,
                            size_t num); /* high: what becomes the highest bit */
/* r = a b, of num_a + num_b words; r must overlap neither. */
void ab_words_mul(uint64_t *r, const uint64_t *a, size_t num_a, const uint64_t *b, size_t num_b);
size_t ab_words_num_bits(const uint64_t *a, size_t num); /* a is public */
/* The same for a secret number, whose length becomes public. */
size_t ab_words_secret_num_bits(const uint64_t *a, size_t num);
/* Return 1/a modulo 2^64 for odd a. */
uint64_t ab_word_inverse(uint64_t a);
/* Return a modulo a public word below 2^32, without a division instruction on a. */
uint32_t ab_words_mod_word(const uint64_t *a, size_t num, uint32_t divisor);

/* ---- an odd modulus, and numbers computed from it once: src/crypto/bignum/modulus.c ---- */

struct ab_modulus {
    const struct ab_bignum_kernels *kernels;
    const struct ab_power_kernels *const *powers; /* the methods to choose from; NULL ends them */
    size_t num_words;
    uint64_t n_inverse;           /* -1/n modulo 2^64 */
    const uint64_t *n, *rr, *one; /* R^2 and R modulo n */
};

/* What a processor uses: filled once by ab_bignum_pick, or by the provider after the known-answer tests. */
struct ab_bignum {
    const struct ab_bignum_kernels *kernels;
    const struct ab_power_kernels *powers[16]; /* in the order of preference; NULL ends them */
};
void ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu);
int ab_bignum_kernels_usable(const struct ab_bignum_kernels *k, const struct ab_cpu *cpu);
int ab_power_kernels_usable(const struct ab_power_kernels *k, const struct ab_cpu *cpu);

/* Return 1 if these methods (NULL ends them) serve every length. */
int ab_power_is_complete(const struct ab_power_kernels *const *powers);
/*
 * Return the method for num powers modulo numbers of this length: of those that take the most at once, but no more than
 * num, the first. powers must be complete.
 */
const struct ab_power_kernels *ab_power_choose(const struct ab_power_kernels *const *powers, size_t num_words,
                                               size_t num);
/*
 * Return 1 if ab_power_choose never chooses p for this length when the methods of `before` (NULL ends them) precede it.
 */
int ab_power_is_idle_at(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before,
                        size_t num_words);
/* Return 1 if that is so at every length. */
int ab_power_is_idle(const struct ab_power_kernels *p, const struct ab_power_kernels *const *before);

/*
 * Make a modulus of n, odd and above 1. n may be secret (a prime of RSA), but for its length in bits. Return NULL
 * without memory, if n is even (which becomes public), or if it is longer than AB_BIGNUM_MAX_WORDS.
 */
struct ab_modulus *ab_modulus_new(const struct ab_bignum *b, const uint64_t *n, size_t num_words);
/* Wipe and free it. m may be NULL. */
void ab_modulus_free(struct ab_modulus *m);

/* r = a modulo n, for a of any length; a may be NULL if num_a is 0. */
int ab_mod_reduce(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, size_t num_a);
/* r = a + b, a - b, a b modulo n, for a, b < n. */
void ab_mod_add(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_sub(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a,
                const uint64_t *b); /* plain forms: two products */
/* Convert to and from Montgomery's form a R modulo n, and multiply and square in it: r = a b / R modulo n. */
void ab_mod_to_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);
void ab_mod_from_mont(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);
void ab_mod_mont_mul(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *b);
void ab_mod_mont_sqr(const struct ab_modulus *m, uint64_t *r, const uint64_t *a);

/*
 * r = 1/a modulo n, for a < n. *exists is a mask, set if gcd(a, n) = 1; if it is not, r is 0. By division steps
 * (Bernstein and Yang, 2019).
 */
int ab_mod_inverse(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, uint64_t *exists);

/* ---- powers: src/crypto/bignum/power.c. base < n, plain forms in and out. ---- */

/* r = base^exponent. The exponent has m->num_words words, of which only the lowest num_bits bits are used. */
int ab_mod_exp(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
               size_t num_bits);

/* One power modulo each of two moduli of the same length, such as both primes of RSA; at once if that is faster. */
struct ab_mod_power {
    const struct ab_modulus *m;
    uint64_t *result;
    const uint64_t *base, *exponent; /* m->num_words words each */
};
int ab_mod_exp_pair(const struct ab_mod_power p[2], size_t num_bits);
/* The same for any number of powers whose moduli all have the same length: as many at once as is fastest. */
int ab_mod_exp_many(const struct ab_mod_power *p, size_t num, size_t num_bits);

/* Return 1 if the products within a power modulo n take less than half as long as ab_mod_mont_mul. */
int ab_mod_exp_outruns_products(const struct ab_modulus *m);

/* r = base^exponent for a public exponent of num_exponent words, on which time depends. base is secret. */
int ab_mod_exp_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *base, const uint64_t *exponent,
                      size_t num_exponent);
/* r = a^x b^y for x and y of num_exponent words. All is public. */
int ab_mod_exp_joint_public(const struct ab_modulus *m, uint64_t *r, const uint64_t *a, const uint64_t *x,
                            const uint64_t *b, const uint64_t *y, size_t num_exponent);

#endif
