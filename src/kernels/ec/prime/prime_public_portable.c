/*
 * Verification and checks of single points, on a curve that is data. All arguments are public, and time depends on
 * them.
 */
#include <string.h>

#include "kernels/bignum/digits.h"
#include "kernels/ec/prime/prime_kernels.h"
#include "kernels/ec/prime/prime_point.h"

/* ---- u G + v Q ---- */

enum { WINDOW = 5, ENTRIES = 1 << (WINDOW - 2), MAX_DIGITS = 64 * AB_PRIME_MAX_WORDS + 1 };

/* A scalar in digits, and the odd multiples of its point. */
struct term {
    int8_t digits[MAX_DIGITS];
    unsigned num;
    struct ab_prime_point table[ENTRIES];
};

static void set_term(struct term *t, const uint64_t *scalar, const struct ab_prime_point *q, const struct ab_prime *f)
{
    t->num = sparse_digits(t->digits, 64 * f->words->num + 1, scalar, WINDOW);
    ab_prime_odd_multiples(f, t->table, ENTRIES, q);
}

/* p += digit i of the term times its point. */
static void add_digit(struct ab_prime_point *p, const struct term *t, unsigned i, const struct ab_prime *f)
{
    const int digit = i < t->num ? t->digits[i] : 0;
    struct ab_prime_point q;

    if (digit == 0)
        return;
    q = t->table[place_of(digit)];
    ab_prime_negate_if(f, q.y, 0 - (uint64_t)(digit < 0));
    ab_prime_add_public(f, p, &q);
}

/* Is x Z^2 = X? */
static int has_x(const struct ab_prime *f, const struct ab_prime_point *p, const uint64_t *zz, const uint64_t *x)
{
    ab_prime_element t;

    ab_prime_from_words(f, t, x);
    ab_prime_mul(f, t, t, zz);
    return memcmp(t, p->x, f->words->num * sizeof(*t)) == 0;
}

/* x += n; returns whether it still fits its words. */
static int add_order(uint64_t *x, const struct ab_prime *f)
{
    unsigned carry = 0;

    for (unsigned i = 0; i < f->words->num; i++) {
        const uint64_t sum = x[i] + f->curve->domain.n[i], out = sum < x[i];

        x[i] = sum + carry;
        carry = (unsigned)(out | (x[i] < sum));
    }
    return carry == 0;
}

static int is_below_prime(const uint64_t *x, const struct ab_prime *f)
{
    const uint64_t *p = f->curve->domain.p;
    unsigned i = f->words->num - 1;

    while (i > 0 && x[i] == p[i])
        i--;
    return x[i] < p[i];
}

/* Is the point finite, and r its x-coordinate modulo the order? */
static int has_remainder(const struct ab_prime *f, const struct ab_prime_point *p, const uint64_t *r)
{
    ab_prime_element x, zz;

    if (ab_prime_is_zero(f, p->z))
        return 0;
    ab_prime_sqr(f, zz, p->z);
    memcpy(x, r, f->words->num * sizeof(*x));
    do {
        if (!is_below_prime(x, f))
            return 0;
        if (has_x(f, p, zz, x))
            return 1;
    } while (add_order(x, f));
    return 0;
}

/* The point at infinity. */
static void set_infinity(struct ab_prime_point *p)
{
    memset(p, 0, sizeof(*p));
}

int ab_prime_check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r,
                   const struct ab_prime *f)
{
    struct ab_prime_point p, q;
    struct term of_base, of_q;

    ab_prime_base_point(f, &q);
    set_term(&of_base, u, &q, f);
    ab_prime_from_affine(f, &q, qx, qy);
    set_term(&of_q, v, &q, f);
    set_infinity(&p);
    for (unsigned i = of_base.num > of_q.num ? of_base.num : of_q.num; i-- > 0;) {
        ab_prime_double(f, &p, &p);
        add_digit(&p, &of_q, i, f);
        add_digit(&p, &of_base, i, f);
    }
    return has_remainder(f, &p, r);
}

/* ---- single points ---- */

/* Is n q infinity? True without a computation if all points have the order n. */
static int has_order(const struct ab_prime *f, const struct ab_prime_point *q)
{
    const struct ab_curve_domain *d = &f->curve->domain;
    struct ab_prime_point p;

    if (d->cofactor == 1)
        return 1;
    set_infinity(&p);
    for (unsigned i = d->order_bits; i-- > 0;) {
        ab_prime_double(f, &p, &p);
        if ((d->n[i / 64] >> i % 64 & 1) != 0)
            ab_prime_add_public(f, &p, q);
    }
    return ab_prime_is_zero(f, p.z) != 0;
}

/* Is y^2 = x^3 + a x + b? */
static int satisfies_equation(const struct ab_prime *f, const struct ab_prime_point *p)
{
    ab_prime_element left, right;

    ab_prime_sqr(f, left, p->y);
    ab_prime_right_side(f, right, p->x);
    return memcmp(left, right, f->words->num * sizeof(*left)) == 0;
}

int ab_prime_is_on_curve(const uint64_t *x, const uint64_t *y, const struct ab_prime *f)
{
    struct ab_prime_point p;

    ab_prime_from_affine(f, &p, x, y);
    return satisfies_equation(f, &p) && has_order(f, &p);
}

int ab_prime_decompress(uint64_t *y, const uint64_t *x, unsigned is_odd, const struct ab_prime *f)
{
    ab_prime_element words = { 0 };
    struct ab_prime_point p;

    ab_prime_from_affine(f, &p, x, words);
    ab_prime_right_side(f, p.y, p.x);
    ab_prime_sqrt(f, p.y, p.y);
    if (!satisfies_equation(f, &p) || !has_order(f, &p))
        return 0;
    ab_prime_to_words(f, words, p.y);
    ab_prime_negate_if(f, p.y, 0 - (uint64_t)((words[0] & 1) != is_odd));
    ab_prime_to_words(f, y, p.y);
    return 1;
}
