/*
 * The field of p elements of a curve that is data, and numbers modulo its order, for the shared body (prime_kernels.h).
 * An element a is kept as a R modulo p, below p, in the first num_words words of an array. Results may lie on
 * arguments. All elements are secret, unless a function says otherwise; the curve is public.
 */
#ifndef AB_KERNELS_EC_PRIME_FIELD_H
#define AB_KERNELS_EC_PRIME_FIELD_H

#include "kernels/ec/prime/prime_curve.h"

typedef uint64_t ab_prime_element[AB_PRIME_MAX_WORDS];

/* A curve with the arithmetic on its numbers. */
struct ab_prime {
    const struct ab_prime_words *words;
    const struct ab_prime_curve *curve;
};

/* One of the list in prime_curve.h. */
static inline const uint64_t *ab_prime_number(const struct ab_prime *f, unsigned which)
{
    return &f->curve->numbers[which * f->words->num];
}

static inline void ab_prime_mul(const struct ab_prime *f, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    f->words->mul(r, a, b, f->curve->domain.p, f->curve->p_inverse);
}

static inline void ab_prime_sqr(const struct ab_prime *f, uint64_t *r, const uint64_t *a)
{
    ab_prime_mul(f, r, a, a);
}

static inline void ab_prime_add(const struct ab_prime *f, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    f->words->add(r, a, b, f->curve->domain.p);
}

static inline void ab_prime_sub(const struct ab_prime *f, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    f->words->sub(r, a, b, f->curve->domain.p);
}

static inline void ab_prime_half(const struct ab_prime *f, uint64_t *r, const uint64_t *a)
{
    f->words->half(r, a, f->curve->domain.p);
}

/* A mask: all ones if a is 0. */
uint64_t ab_prime_is_zero(const struct ab_prime *f, const uint64_t *a);
/* r = mask ? a : b */
void ab_prime_select(const struct ab_prime *f, uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b);
/* a = mask ? -a : a */
void ab_prime_negate_if(const struct ab_prime *f, uint64_t *a, uint64_t mask);
/* To and from plain form. */
void ab_prime_from_words(const struct ab_prime *f, uint64_t *r, const uint64_t *plain);
void ab_prime_to_words(const struct ab_prime *f, uint64_t *plain, const uint64_t *a);
/* r = 1/a; 0 for 0. */
void ab_prime_invert(const struct ab_prime *f, uint64_t *r, const uint64_t *a);
/* A square root of a, if it has one; some element if not. Public. */
void ab_prime_sqrt(const struct ab_prime *f, uint64_t *r, const uint64_t *a);

/* Modulo the order n, in plain form: r = a b for a, b < n; r = 1/a, or 0 for a = 0. */
void ab_prime_order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_prime *f);
void ab_prime_order_invert(uint64_t *r, const uint64_t *a, const struct ab_prime *f);

#endif
