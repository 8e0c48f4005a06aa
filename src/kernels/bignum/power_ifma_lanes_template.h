/*
 * Eight powers at once with AVX-512 IFMA, one a lane (struct ab_vector_method): nothing passes from lane to lane. The
 * file that includes this defines K, the digits of a number, WIDTH, which is 8, and METHOD, the name of the result.
 *
 * With x = 2^52, round i of a product adds a b[i] to the sum, then the multiple q n of n that makes the lowest digit
 * zero, and drops that digit. The sum, K + 1 digits, stays in registers.
 */
#include "kernels/bignum/power_vec_ifma_template.h"
#include "kernels/bignum/power_vector.h"
#include "kernels/inline.h"

#define EACH(i, num) UNROLL for (unsigned i = 0; i < (num); i++)

enum { WINDOW = 4 };

struct sum {
    vec d[K + 1];
};

INLINE vec digit_mask(void)
{
    return vec_all(((uint64_t)1 << DIGIT) - 1);
}

INLINE vec digit(const uint64_t *a, unsigned i)
{
    return vec_load(a + i * NUM_LANES);
}

/* The same for two multiplications, for each of which gcc would load it again: a tenth of the time. */
INLINE vec digit_once(const uint64_t *a, unsigned i)
{
    vec x = digit(a, i);

    __asm__("" : "+v"(x));
    return x;
}

/*
 * s += b (a[from] x^from + ... + a[K - 1] x^(K - 1)). The loop has a constant length: clang unrolls one that begins
 * at `from` only after it has decided that s must be in memory.
 */
INLINE void add_product(struct sum *s, vec b, const uint64_t *a, const unsigned from)
{
    EACH(i, K)
    {
        if (i < from)
            continue;
        vec x = digit_once(a, i);

        s->d[i] = vec_add_low(s->d[i], b, x);
        s->d[i + 1] = vec_add_high(s->d[i + 1], b, x);
    }
    __asm__ volatile("" : : : "memory"); /* or the compiler loads all of a, for which there are too few registers */
}

/*
 * s = (s + q n) / x: add to digit i + 1 while it moves down to digit i. (clang would turn a loop that only moves digits
 * into a call of memmove, and keep them in memory for it.)
 */
INLINE void reduce_digit(struct sum *s, const struct ab_vector_modulus *m)
{
    vec q = vec_add_low(vec_all(0), s->d[0], digit(m->n_inverse, 0));
    vec x = digit_once(m->n, 0), over = vec_shift_right(vec_add_low(s->d[0], q, x), DIGIT);

    EACH(i, K)
    {
        s->d[i] = vec_add_high(s->d[i + 1], q, x);
        if (i + 1 < K) {
            x = digit_once(m->n, i + 1);
            s->d[i] = vec_add_low(s->d[i], q, x);
        }
    }
    s->d[0] = vec_add(s->d[0], over);
    s->d[K] = vec_all(0);
    __asm__ volatile("" : : : "memory"); /* the same for n */
}

/* Store s in digits of 52 bits. */
INLINE void store(uint64_t *r, const struct sum *s)
{
    vec over = vec_all(0);

    EACH(i, K)
    {
        vec d = vec_add(s->d[i], over);

        vec_store(r + i * NUM_LANES, vec_and(d, digit_mask()));
        over = vec_shift_right(d, DIGIT);
    }
}

static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_vector_modulus *m)
{
    struct sum s = { 0 };

    for (unsigned i = 0; i < K; i++) {
        add_product(&s, digit(b, i), a, 0);
        reduce_digit(&s, m);
    }
    store(r, &s);
}

/* twice = 2a in digits of 52 bits, each with the carry from the digit below. Digit 0 is not used. */
INLINE void put_twice(uint64_t *twice, const uint64_t *a)
{
    UNROLL for (unsigned i = 1; i < K; i++) {
        vec sum = vec_and(vec_add(digit(a, i), digit(a, i)), digit_mask());

        vec_store(twice + i * NUM_LANES, vec_add(sum, vec_shift_right(digit(a, i - 1), DIGIT - 1)));
    }
}

/*
 * Compute a[i] a[j] once for i < j, as a[i] (2a)[j]; (2a)[i + 1] must not contain the carry from a[i] here. Then reduce
 * the sum by a digit.
 */
INLINE void square_row(struct sum *s, const uint64_t *r, const uint64_t *twice, const struct ab_vector_modulus *m,
                       const unsigned i)
{
    vec a = digit(r, i);

    s->d[i] = vec_add_low(s->d[i], a, a);
    s->d[i + 1] = vec_add_high(s->d[i + 1], a, a);
    if (i + 1 < K) {
        vec next = vec_add(digit(r, i + 1), digit(r, i + 1));

        s->d[i + 1] = vec_add_low(s->d[i + 1], a, next);
        s->d[i + 2] = vec_add_high(s->d[i + 2], a, next);
        add_product(s, a, twice, i + 2);
    }
    reduce_digit(s, m);
}

static void square(uint64_t *r, const struct ab_vector_modulus *m)
{
    uint64_t twice[K * NUM_LANES] __attribute__((aligned(64)));
    struct sum s = { 0 };

    put_twice(twice, r);
    __asm__ volatile("" : : "r"(twice) : "memory"); /* the same for twice */
    EACH(i, K)
        square_row(&s, r, twice, m, i);
    store(r, &s);
}

/* r = entry index[l] of the table in each lane l. */
static void pick(uint64_t *r, const uint64_t *table, const uint64_t *index)
{
    struct sum s = { 0 };

    for (unsigned entry = 0; entry < 1 << WINDOW; entry++) {
        vec is_wanted = vec_equal(digit(index, 0), vec_all(entry));

        EACH(i, K)
            s.d[i] = vec_or_masked(s.d[i], is_wanted, digit(table, entry * K + i));
    }
    EACH(i, K)
        vec_store(r + i * NUM_LANES, s.d[i]);
}

static void step(uint64_t *r, const uint64_t *table, const uint64_t *index, const struct ab_vector_modulus *m)
{
    uint64_t picked[K * NUM_LANES] __attribute__((aligned(64)));

    for (unsigned i = 0; i < WINDOW; i++)
        square(r, m);
    pick(picked, table, index);
    mul(r, r, picked, m);
}

const struct ab_vector_method METHOD = { DIGIT, K, NUM_LANES, WIDTH, LANES, DIGIT * K, WINDOW, mul, step };
