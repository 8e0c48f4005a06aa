/*
 * Keys over finite fields (SP 800-56A sec. 5.5.1 and 5.6.1.1, FIPS 186-5 sec. A.1): the subgroup that g generates of
 * the numbers modulo a prime p, for Diffie-Hellman (dh.h) and DSA (dsa.h).
 *
 * Numbers are arrays of 64-bit words, least significant first. Private keys are secret: time depends on lengths alone.
 * Everything else is public. 1 is success; 0 is failure, which means lack of memory unless stated otherwise. Objects
 * do not change once made, except for tables that are kept for the next power of the same base; so threads may share
 * them.
 */
#ifndef AFTERBURNER_FFC_H
#define AFTERBURNER_FFC_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arithmetic of this processor: src/crypto/bignum/bignum.h. */
struct ab_bignum;

enum { AB_FFC_MAX_BITS = 10000 }; /* limits of p, as OpenSSL's */

/* ---- domain parameters ---- */

struct ab_ffc;

struct ab_ffc_numbers {
    const uint64_t *p, *q, *g;        /* q is NULL if unknown */
    size_t p_words, q_words, g_words; /* leading zeros allowed */
};

/*
 * Make the parameters, with one reference. NULL without memory, or if they are invalid: p and q odd, q below p, 1 < g
 * < p, p of 64 to AB_FFC_MAX_BITS bits. Primality and orders are not checked. exponent_bits: the usual length of
 * private keys, 0 for unknown.
 */
AB_API struct ab_ffc *ab_ffc_new(const struct ab_bignum *b, const struct ab_ffc_numbers *n, size_t exponent_bits);
AB_API struct ab_ffc *ab_ffc_hold(struct ab_ffc *f);
/* NULL is allowed. */
AB_API void ab_ffc_free(struct ab_ffc *f);

/* Return 1 if the group has these p, q (both may lack it) and g, which are public. */
AB_API int ab_ffc_has_numbers(const struct ab_ffc *f, const struct ab_ffc_numbers *n);

AB_API size_t ab_ffc_words(const struct ab_ffc *f); /* words of numbers modulo p: as many as p has, or a few more */
AB_API size_t ab_ffc_p_bits(const struct ab_ffc *f);
AB_API size_t ab_ffc_q_bits(const struct ab_ffc *f); /* 0: unknown */

/* 1 if g^q = 1 modulo p (SP 800-56A sec. 5.5.2 item 3). Computed once. 0 also without q. */
AB_API int ab_ffc_has_order_q(struct ab_ffc *f);

/*
 * SP 800-56A sec. 5.6.2.3.1: 1 if y (ab_ffc_words words) is from 2 to p - 2 and y^q = 1 modulo p. 0 also without q or
 * memory. is_safe_prime: p is known to be prime and 2 q + 1; then a Jacobi symbol decides.
 */
AB_API int ab_ffc_check_public(const struct ab_ffc *f, const uint64_t *y, int is_safe_prime);

/* ---- key pairs; x and y have ab_ffc_words words ---- */

/*
 * SP 800-56A sec. 5.6.1.1.4, testing candidates: x uniformly from 1 to min(2^num_bits, q) - 1, where num_bits > 0 is
 * at most the length of q. 0 without randomness.
 */
AB_API int ab_ffc_draw_private(const struct ab_ffc *f, uint64_t *x, size_t num_bits,
                               const struct ab_random_source *random);
/* For unknown q: PKCS #3 sec. 7.1, x of exactly num_bits bits (fewer than p has). 0 without randomness. */
AB_API int ab_ffc_draw_private_of_bits(const struct ab_ffc *f, uint64_t *x, size_t num_bits,
                                       const struct ab_random_source *random);

/* y = g^x modulo p; x is below 2^num_bits. */
AB_API int ab_ffc_public(struct ab_ffc *f, uint64_t *y, const uint64_t *x, size_t num_bits);

#ifdef __cplusplus
}
#endif
#endif
