/*
 * Montgomery products and steps of a power with AVX-512 IFMA (struct ab_vector_method). The file that includes this
 * defines K, the digits in a lane, WIDTH, and METHOD, the name of the result.
 *
 * With x = 2^52 and y = 2^lane_bits, a number is the sum of a[k] x^k with a[k] polynomials in y, one coefficient a
 * lane; x^K = 2y. A product takes a round for each lane: add the next lane of b times all of a, then make the lowest
 * lane of the sum, q, zero by adding a multiple of n, and drop it. With f = -1/n modulo y, q n f is such a multiple,
 * and T + q n f = T - q + q y by_lane: q is the lowest lane of T itself and needs no product, and T - q needs no carry.
 *
 * The last round would let results grow to the length of n f. So it goes digit by digit, and uses n itself for the last
 * digit.
 *
 * The products of a round overlap with the wait of the previous round for its q, so they have accumulators of their
 * own.
 */
#include "kernels/bignum/power_vec_ifma_template.h"
#include "kernels/bignum/power_vector.h"
#include "kernels/inline.h"

#define EACH(i, num) UNROLL for (unsigned i = 0; i < (num); i++)

enum { TOP_DIGIT = DIGIT - 1, WINDOW = 5 };

struct number {
    vec d[K];
};
/* d[s] is the coefficient of x^s. */
struct wide {
    vec d[2 * K];
};

INLINE vec digit_mask(unsigned bits)
{
    return vec_all(((uint64_t)1 << bits) - 1);
}

INLINE struct number load(const uint64_t *p)
{
    struct number r;

    EACH(k, K)
    r.d[k] = vec_load(p + k * NUM_LANES);
    return r;
}

INLINE void store(uint64_t *p, const struct number *a)
{
    EACH(k, K)
    vec_store(p + k * NUM_LANES, a->d[k]);
}

/* Add a b x^at; the upper half may go to another sum. */
INLINE void add_product(struct wide *low, struct wide *high, unsigned at, vec a, vec b)
{
    low->d[at] = vec_add_low(low->d[at], a, b);
    high->d[at + 1] = vec_add_high(high->d[at + 1], a, b);
}

/* ---- one lane of b times a ---- */

typedef struct wide times_lane(const struct number *a, const struct number *b, vec lane);

INLINE struct wide times(const struct number *a, const struct number *b, vec lane)
{
    struct wide p = { 0 };

    EACH(k, K)
    {
        vec digit = vec_lane(b->d[k], lane);

        EACH(i, K)
        add_product(&p, &p, k + i, digit, a->d[i]);
    }
    return p;
}

/* For b = a: compute a[k] a[i] once for k < i, and double it. */
INLINE struct wide times_itself(const struct number *a, const struct number *b, vec lane)
{
    struct wide p = { 0 };
    vec digit[K];

    EACH(k, K)
    digit[k] = vec_lane(b->d[k], lane);
    EACH(k, K)
    UNROLL for (unsigned i = k + 1; i < K; i++)
            add_product(&p, &p, k + i, digit[k], a->d[i]);
    EACH(s, 2 * K)
        p.d[s] = vec_add(p.d[s], p.d[s]);
    EACH(k, K)
        add_product(&p, &p, 2 * k, digit[k], a->d[k]);
    return p;
}

/* ---- reduction ---- */

/*
 * Carry from digit k of lane 0 to digit k + 1. (Digit k keeps its high bits, which VPMADD52 ignores.)
 */
INLINE void carry_first(vec *d, unsigned k)
{
    d[k + 1] = vec_add(d[k + 1], vec_first_shift_right(d[k], DIGIT));
}

/* Drop the lowest lane of t. It is zero but for the carry out of its highest digit, which goes to the next lane. */
INLINE struct number drop_lane(const struct wide *t)
{
    struct number r;

    EACH(k, K)
        r.d[k] = vec_add(vec_down(t->d[k]), vec_add(t->d[K + k], t->d[K + k]));
    r.d[0] = vec_add(r.d[0], vec_first_shift_right(t->d[K - 1], TOP_DIGIT));
    return r;
}

/* t = (t + a multiple of n) / y + next. Sum the lower digits, which are needed first, in two halves. */
INLINE void reduce_lane(struct wide *t, struct wide *next, const struct ab_vector_modulus *m)
{
    struct number rest;
    vec q[K];

    EACH(k, K - 1)
        carry_first(t->d, k);
    EACH(k, K)
        q[k] = vec_first(k == K - 1 ? vec_and(t->d[k], digit_mask(TOP_DIGIT)) : t->d[k]);
    rest = drop_lane(t);
    EACH(k, K) {
        t->d[k] = rest.d[k];
        t->d[K + k] = next->d[K + k];
    }
    EACH(k, K)
        EACH(i, K)
            add_product(t, k + i + 1 < K ? next : t, k + i, q[k], vec_load(m->by_lane + i * NUM_LANES));
    EACH(k, K)
        t->d[k] = vec_add(t->d[k], next->d[k]);
}

/* The same for the last lane, in which t must not grow. */
INLINE struct number reduce_last_lane(struct wide *t, const struct ab_vector_modulus *m)
{
    vec q;

    EACH(k, K - 1) {
        q = vec_first(t->d[k]);
        carry_first(t->d, k);
        EACH(i, K)
            add_product(t, t, k + 1 + i, q, vec_load(m->by_digit + i * NUM_LANES));
    }
    q = vec_first(vec_add_low(vec_all(0), t->d[K - 1], vec_load(m->n_inverse)));
    q = vec_and(q, digit_mask(TOP_DIGIT));
    EACH(i, K)
        add_product(t, t, K - 1 + i, q, vec_load(m->n + i * NUM_LANES));
    return drop_lane(t);
}

/* Carry to digits of 52 bits. The highest of a lane is below 2^51 + 2^10, so no carry passes through a whole lane. */
INLINE void carry(struct number *r)
{
    vec over = vec_shift_right(r->d[K - 1], TOP_DIGIT);

    r->d[K - 1] = vec_and(r->d[K - 1], digit_mask(TOP_DIGIT));
    r->d[0] = vec_add(r->d[0], vec_up(over));
    EACH(k, K - 1) {
        r->d[k + 1] = vec_add(r->d[k + 1], vec_shift_right(r->d[k], DIGIT));
        r->d[k] = vec_and(r->d[k], digit_mask(DIGIT));
    }
}

INLINE struct number montgomery(const struct number *a, const struct number *b, const struct ab_vector_modulus *m,
                                times_lane *by)
{
    vec lane = vec_first_lane();
    struct wide t = by(a, b, lane), next;
    struct number r;

    for (unsigned l = 1; l < LANES; l++) {
        lane = vec_add(lane, vec_all(1));
        next = by(a, b, lane);
        reduce_lane(&t, &next, m);
    }
    r = reduce_last_lane(&t, m);
    carry(&r);
    return r;
}

/* ---- struct ab_vector_method ---- */

/* r = a b / R. One copy serves mul and step, which makes five squares for each product. */
NOINLINE void multiply(struct number *r, const struct number *a, const struct number *b,
                       const struct ab_vector_modulus *m)
{
    *r = montgomery(a, b, m, times);
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_vector_modulus *m)
{
    struct number x = load(a), y = load(b);

    multiply(&x, &x, &y, m);
    store(r, &x);
}

/*
 * In each lane where `wanted` is the number of an entry from `from` to `to`, add that entry to picked, which was zero.
 */
INLINE void pick(struct number *picked, const uint64_t *table, unsigned from, unsigned to, vec wanted)
{
    for (unsigned i = from; i < to; i++) {
        vec mask = vec_equal(wanted, vec_all(i));

        EACH(k, K)
            picked->d[k] = vec_or_masked(picked->d[k], mask, vec_load(table + (i * K + k) * NUM_LANES));
    }
}

/* Read the table between the squares, which are bound by latency. */
static void step(uint64_t *r, const uint64_t *table, const uint64_t *index, const struct ab_vector_modulus *m)
{
    struct number sum = load(r), picked = { 0 };
    vec wanted = vec_load(index);

    for (unsigned i = 0; i < WINDOW; i++) {
        pick(&picked, table, (i << WINDOW) / WINDOW, ((i + 1) << WINDOW) / WINDOW, wanted);
        sum = montgomery(&sum, &sum, m, times_itself);
    }
    multiply(&sum, &sum, &picked, m);
    store(r, &sum);
}

const struct ab_vector_method METHOD = { DIGIT, K, NUM_LANES, WIDTH, LANES, DIGIT * K - 1, WINDOW, mul, step };
