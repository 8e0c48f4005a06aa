/*
 * Montgomery products and steps of a power with AVX2 (struct ab_vector_method). The file that includes this defines
 * K, the digits in a lane, WIDTH, and METHOD, the name of the result.
 *
 * The method is that of power_ifma_template.h, with x = 2^28. Digits have room to be doubled before they are
 * multiplied, so squares are products of a and 2a. There are more sums than registers: add four rows of a product to
 * each at a time. Sums stay below 6K 2^56: K products each of a lane of b and of q, doubled when they pass to the next
 * lane, and as many of that lane.
 */
#include "kernels/bignum/power_vec_avx2_template.h"
#include "kernels/bignum/power_vector.h"
#include "kernels/factor_avx2.h"
#include "kernels/inline.h"

#define EACH(i, num) UNROLL for (unsigned i = 0; i < (num); i++)

enum { ROWS = 4, TOP_DIGIT = DIGIT - 1, WINDOW = 5 };

_Static_assert(6 * K < 256, "sums of 64 bits");
_Static_assert(ROWS == 4, "as add_column moves them");

/* d[s] is the coefficient of x^s. */
struct wide {
    vec d[2 * K];
};

INLINE vec digit_mask(unsigned bits)
{
    return vec_all(((uint64_t)1 << bits) - 1);
}

INLINE vec digit(const uint64_t *a, unsigned k)
{
    return vec_load(a + k * NUM_LANES);
}

/* ---- rows: digits of one factor, each times all digits of the other ---- */

/* Some rows, and the digits of the other factor below the next, the nearest first. */
struct rows {
    vec b[ROWS], below[ROWS - 1];
};

INLINE void add_column(vec *t, vec next, struct rows *rows, unsigned num_rows)
{
    vec sum = vec_add(*t, vec_product(rows->b[0], next));

    UNROLL for (unsigned r = 1; r < num_rows; r++)
        sum = vec_add(sum, vec_product(rows->b[r], rows->below[r - 1]));
    *t = sum;
    /* Not a loop: clang would turn it into a call of memmove, and keep all of rows in memory for that. */
    rows->below[2] = rows->below[1];
    rows->below[1] = rows->below[0];
    rows->below[0] = next;
}

/*
 * t += (b[0] + b[1] x + ...) (a[0] + a[1] x + ... + a[num - 1] x^(num - 1)), and the products with digits below
 * a[0] at x^0 and above
 */
INLINE void add_rows(vec *t, const uint64_t *a, unsigned num, struct rows rows, unsigned num_rows)
{
    unsigned k = 0;

    UNROLL for (unsigned r = 0; r < num_rows; r++)
        rows.b[r] = factor_avx2(rows.b[r]);
    for (; k + 4 <= num; k += 4)
        EACH(i, 4)
            add_column(t + k + i, digit(a, k + i), &rows, num_rows);
    for (; k < num; k++)
        add_column(t + k, digit(a, k), &rows, num_rows);
    UNROLL for (unsigned i = 0; i + 1 < num_rows; i++) {
        vec sum = t[num + i];

        UNROLL for (unsigned r = i + 1; r < num_rows; r++)
            sum = vec_add(sum, vec_product(rows.b[r], rows.below[r - 1 - i]));
        t[num + i] = sum;
    }
}

INLINE struct rows no_rows(void)
{
    struct rows rows;

    EACH(i, ROWS)
        rows.b[i] = vec_all(0);
    EACH(i, ROWS - 1)
        rows.below[i] = vec_all(0);
    return rows;
}

/* ---- a lane of b times a ---- */

INLINE void add_lane_rows(struct wide *t, const uint64_t *a, const uint64_t *b, unsigned lane, unsigned k,
                          unsigned num_rows)
{
    struct rows rows = no_rows();

    UNROLL for (unsigned r = 0; r < num_rows; r++)
        rows.b[r] = vec_lane(digit(b, k + r), lane);
    add_rows(t->d + k, a, K, rows, num_rows);
}

INLINE void add_times_lane(struct wide *t, const uint64_t *a, const uint64_t *b, unsigned lane)
{
    for (unsigned k = 0; k + ROWS <= K; k += ROWS)
        add_lane_rows(t, a, b, lane, k, ROWS);
    if (K % ROWS != 0)
        add_lane_rows(t, a, b, lane, K - K % ROWS, K % ROWS);
}

/* Add the products of a[k] with the digits from a[k] on. twice is 2a. */
INLINE void add_square_rows(struct wide *t, const uint64_t *a, const uint64_t *twice, unsigned lane, unsigned k,
                            unsigned num_rows)
{
    struct rows rows = no_rows();

    UNROLL for (unsigned r = 0; r < num_rows; r++)
        rows.b[r] = vec_lane(digit(a, k + r), lane);
    UNROLL for (unsigned r = 0; r < num_rows; r++) {
        vec *at = t->d + 2 * k + r;

        at[r] = vec_add(at[r], vec_product(rows.b[r], digit(a, k + r)));
        UNROLL for (unsigned i = r + 1; i < num_rows; i++)
            at[i] = vec_add(at[i], vec_product(rows.b[r], digit(twice, k + i)));
    }
    add_rows(t->d + 2 * k + num_rows, twice + (k + num_rows) * NUM_LANES, K - k - num_rows, rows, num_rows);
}

INLINE void add_square_lane(struct wide *t, const uint64_t *a, const uint64_t *twice, unsigned lane)
{
    for (unsigned k = 0; k + ROWS <= K; k += ROWS)
        add_square_rows(t, a, twice, lane, k, ROWS);
    if (K % ROWS != 0)
        add_square_rows(t, a, twice, lane, K - K % ROWS, K % ROWS);
}

/* ---- reduction ---- */

/* Carry from digit k to digit k + 1, in every lane. */
INLINE void carry_digit(vec *d, unsigned k)
{
    d[k + 1] = vec_add(d[k + 1], vec_shift_right(d[k], DIGIT));
    d[k] = vec_and(d[k], digit_mask(DIGIT));
}

/* Drop the lowest lane of t. It is zero but for the carry out of its highest digit, which goes to the next lane. */
INLINE void drop_lane(struct wide *t)
{
    vec over = vec_shift_right(t->d[K - 1], TOP_DIGIT);

    t->d[K - 1] = vec_and(t->d[K - 1], digit_mask(TOP_DIGIT));
    for (unsigned k = 0; k < K; k++) {
        t->d[k] = vec_add(vec_down(t->d[k]), vec_add(t->d[K + k], t->d[K + k]));
        t->d[K + k] = vec_all(0);
    }
    t->d[0] = vec_add(t->d[0], over);
}

INLINE void add_quotient_rows(struct wide *t, const vec *q, const struct ab_vector_modulus *m, unsigned k,
                              unsigned num_rows)
{
    struct rows rows = no_rows();

    UNROLL for (unsigned r = 0; r < num_rows; r++)
        rows.b[r] = q[k + r];
    add_rows(t->d + k, m->by_lane, K, rows, num_rows);
}

/* t = (t + a multiple of n) / y. */
INLINE void reduce_lane(struct wide *t, const struct ab_vector_modulus *m)
{
    vec q[K];

    for (unsigned k = 0; k < K - 1; k++)
        carry_digit(t->d, k);
    for (unsigned k = 0; k < K; k++)
        q[k] = vec_first(k == K - 1 ? vec_and(t->d[k], digit_mask(TOP_DIGIT)) : t->d[k]);
    drop_lane(t);
    for (unsigned k = 0; k + ROWS <= K; k += ROWS)
        add_quotient_rows(t, q, m, k, ROWS);
    if (K % ROWS != 0)
        add_quotient_rows(t, q, m, K - K % ROWS, K % ROWS);
}

/* Compute the digits of the quotient one by one, and add their products: to each other first. */
INLINE void reduce_digits(struct wide *t, const struct ab_vector_modulus *m, unsigned k, unsigned num_rows)
{
    struct rows rows = no_rows();
    vec *d = t->d + k;

    UNROLL for (unsigned r = 0; r < num_rows; r++) {
        rows.b[r] = vec_and(vec_first(d[r]), digit_mask(DIGIT));
        carry_digit(d, r);
        UNROLL for (unsigned i = 0; r + i + 1 < num_rows; i++)
            d[r + i + 1] = vec_add(d[r + i + 1], vec_product(rows.b[r], digit(m->by_digit, i)));
    }
    UNROLL for (unsigned i = 0; i + 1 < num_rows; i++)
        rows.below[i] = digit(m->by_digit, num_rows - 2 - i);
    add_rows(d + num_rows, m->by_digit + (num_rows - 1) * NUM_LANES, K - (num_rows - 1), rows, num_rows);
}

/* The same for the last lane, in which t must not grow. */
INLINE void reduce_last_lane(struct wide *t, const struct ab_vector_modulus *m)
{
    enum { NUM = K - 1 };
    struct rows last = no_rows();

    for (unsigned k = 0; k + ROWS <= NUM; k += ROWS)
        reduce_digits(t, m, k, ROWS);
    if (NUM % ROWS != 0)
        reduce_digits(t, m, NUM - NUM % ROWS, NUM % ROWS);
    last.b[0] = vec_product(vec_and(t->d[K - 1], digit_mask(DIGIT)), vec_load(m->n_inverse));
    last.b[0] = vec_and(vec_first(last.b[0]), digit_mask(TOP_DIGIT));
    add_rows(t->d + K - 1, m->n, K, last, 1);
    drop_lane(t);
}

/*
 * r = t, in digits of 28 bits: carry each digit once, which leaves carries below 2^10; then from lane to lane, then all
 * again.
 */
INLINE void carry(uint64_t *r, struct wide *t)
{
    vec over = vec_all(0), d = t->d[0];

    for (unsigned k = 1; k < K; k++) {
        vec next = t->d[k];

        t->d[k - 1] = vec_add(vec_and(d, digit_mask(DIGIT)), over);
        over = vec_shift_right(d, DIGIT);
        d = next;
    }
    d = vec_add(d, over);
    t->d[K - 1] = vec_and(d, digit_mask(TOP_DIGIT));
    t->d[0] = vec_add(t->d[0], vec_up(vec_shift_right(d, TOP_DIGIT)));
    for (unsigned k = 0; k < K; k++) {
        if (k + 1 < K)
            carry_digit(t->d, k);
        vec_store(r + k * NUM_LANES, t->d[k]);
    }
}

/* ---- struct ab_vector_method ---- */

typedef void add_lane(struct wide *t, const uint64_t *a, const uint64_t *b, unsigned lane);

INLINE void montgomery(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_vector_modulus *m,
                       add_lane *add)
{
    struct wide t = { 0 };

    EACH(l, LANES) {
        if (l > 0)
            reduce_lane(&t, m);
        add(&t, a, b, l);
    }
    reduce_last_lane(&t, m);
    carry(r, &t);
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_vector_modulus *m)
{
    montgomery(r, a, b, m, add_times_lane);
}

static void square(uint64_t *r, const struct ab_vector_modulus *m)
{
    uint64_t twice[K * NUM_LANES] __attribute__((aligned(32)));

    for (unsigned k = 0; k < K; k++)
        vec_store(twice + k * NUM_LANES, vec_add(digit(r, k), digit(r, k)));
    montgomery(r, r, twice, m, add_square_lane);
}

/* r = entry index[l] of the table in each lane l. */
static void pick(uint64_t *r, const uint64_t *table, const uint64_t *index)
{
    vec picked[K] = { 0 };

    for (unsigned entry = 0; entry < 1 << WINDOW; entry++) {
        vec is_wanted = vec_equal(vec_load(index), vec_all(entry));

        for (unsigned k = 0; k < K; k++)
            picked[k] = vec_or(picked[k], vec_and(is_wanted, digit(table, entry * K + k)));
    }
    for (unsigned k = 0; k < K; k++)
        vec_store(r + k * NUM_LANES, picked[k]);
}

static void step(uint64_t *r, const uint64_t *table, const uint64_t *index, const struct ab_vector_modulus *m)
{
    uint64_t picked[K * NUM_LANES] __attribute__((aligned(32)));

    for (unsigned i = 0; i < WINDOW; i++)
        square(r, m);
    pick(picked, table, index);
    mul(r, r, picked, m);
}

const struct ab_vector_method METHOD = { DIGIT, K, NUM_LANES, WIDTH, LANES, DIGIT * K - 1, WINDOW, mul, step };
