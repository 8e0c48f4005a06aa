/*
 * Division steps (D. J. Bernstein and B.-Y. Yang, 2019, with P. Wuille's start at 1/2) by the lowest bits of f and g,
 * 18 at a time. A step takes delta, an odd f and g to
 *
 *     1 - delta, g, (g - f) / 2    if delta > 0 and g is odd,
 *     1 + delta, f, (g + f) / 2    if delta < 0 and g is odd,
 *     1 + delta, f, g / 2          if g is even.
 *
 * Each step depends on both numbers of the previous one, so its latency decides: three cycles here. f and g are one
 * word each, together with their coefficients: f = u f0 + v g0 is represented as 2^7 (f + 2^36 u + 2^55 v), so halving
 * and adding words also computes the matrix. u and v begin as -1 and 0, since the results of 18 steps then fit 19 bits;
 * the signs of f, g and the matrix change with each group. Instead of f the steps keep half of it, negated while delta
 * > 0: that is ready to be added when g has been halved. The lowest bit of g and the sign of 1/2 - delta are sign bits
 * of bytes, so one test finds whether both conditions hold, in which case f and g swap.
 */
#ifndef AB_KERNELS_DIVISION_STEPS_H
#define AB_KERNELS_DIVISION_STEPS_H

#include <stdint.h>

#include "kernels/bignum/division_loop.h"

/* The bits at which the parts of a word begin after the steps. */
enum {
    AB_DIVISION_F = 7,
    AB_DIVISION_U = AB_DIVISION_F + AB_DIVISION_STEPS,
    AB_DIVISION_V = AB_DIVISION_U + AB_DIVISION_STEPS + 1,
};

struct ab_division_matrix {
    int64_t u, v, q, r;
};

static inline int64_t ab_division_word(uint64_t number, unsigned unit)
{
    int64_t low_bits = (int64_t)(number << (64 - AB_DIVISION_STEPS)) >> (64 - AB_DIVISION_STEPS);

    return low_bits * (1 << AB_DIVISION_F) - ((int64_t)1 << (unit + AB_DIVISION_STEPS));
}

/* Add half a unit of each part below, since a negative part borrows one from the part above. */
static inline void ab_division_row(int64_t word, int64_t *u, int64_t *v)
{
    int64_t at_u = word + ((int64_t)1 << (AB_DIVISION_U - 1)), at_v = at_u + ((int64_t)1 << (AB_DIVISION_V - 1));

    *u = (int64_t)((uint64_t)at_u << (64 - AB_DIVISION_V)) >> (64 - AB_DIVISION_V + AB_DIVISION_U);
    *v = at_v >> AB_DIVISION_V;
}

/*
 * start is 1/2 - delta, from -2^15 to 2^15. Return its value after 18 steps. t (f, g) is -2^18 times f and g after
 * them. All is secret.
 */
static inline int ab_division_steps(int start, uint64_t f, uint64_t g, struct ab_division_matrix *t)
{
    int64_t half = ab_division_word(f, AB_DIVISION_U) / 2, word = ab_division_word(g, AB_DIVISION_V);

    ab_division_loop(&start, &half, &word);
    ab_division_row(2 * half, &t->u, &t->v);
    ab_division_row(word, &t->q, &t->r);
    return start;
}

#endif
