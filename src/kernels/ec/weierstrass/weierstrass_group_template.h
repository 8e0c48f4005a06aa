/*
 * The group law of y^2 = x^3 + a x + b, verification, and checks of single points, over the field functions that
 * weierstrass_template.h lists. Multiples by a secret scalar are in that file.
 */
#ifndef AB_KERNELS_EC_WEIERSTRASS_GROUP_TEMPLATE_H
#define AB_KERNELS_EC_WEIERSTRASS_GROUP_TEMPLATE_H

#include "kernels/bignum/digits.h"
#include "kernels/ec/weierstrass/take_entry.h"
#include "kernels/ec/weierstrass/weierstrass_point_template.h"

/* ---- the coefficient a ---- */

#ifdef CURVE_A

/* r = 3 X^2 + a Z^4, the numerator of the slope of the tangent at p. */
INLINE void tangent(struct fe *r, const struct point *p)
{
    struct fe t, u;

    fe_sqr(&t, &p->x);
    fe_add(&u, &t, &t);
    fe_add(r, &t, &u);
    if (A_IS_ZERO)
        return;
    fe_sqr(&t, &p->z);
    fe_sqr(&t, &t);
    fe_mul(&t, &t, &CURVE_A);
    fe_add(r, r, &t);
}

/* r += a x */
static void add_linear(struct fe *r, const struct fe *x)
{
    struct fe t;

    fe_mul(&t, x, &CURVE_A);
    fe_add(r, r, &t);
}

#else

/* r = 3 X^2 - 3 Z^4 = 3 (X - Z^2) (X + Z^2), the numerator of the slope of the tangent at p. */
INLINE void tangent(struct fe *r, const struct point *p)
{
    struct fe t, u;

    fe_sqr(&u, &p->z);
    fe_sub(&t, &p->x, &u);
    fe_add(&u, &p->x, &u);
    fe_mul(&t, &t, &u);
    fe_add(&u, &t, &t);
    fe_add(r, &t, &u);
}

/* r -= 3x */
static void add_linear(struct fe *r, const struct fe *x)
{
    for (unsigned i = 0; i < 3; i++)
        fe_sub(r, r, x);
}

#endif

/*
 * ---- the group law ----
 *
 * Jacobian formulas of Cohen, Miyaji and Ono, 1998. twice takes 4M + 4S for a = -3, 4M + 6S for any other a, 3M + 4S
 * for a = 0; add_affine 8M + 3S; add 12M + 4S. The result may be the same point as an argument.
 */

/* r = 2p; infinity gives infinity. */

NOINLINE void twice(struct point *r, const struct point *p)
{
    struct fe a, b, c, d;

    fe_add(&d, &p->y, &p->y);
    tangent(&a, p);
    fe_mul(&r->z, &d, &p->z);
    fe_sqr(&d, &d);
    fe_mul(&b, &p->x, &d);
    fe_sqr(&d, &d);
    fe_sqr(&c, &a);
    fe_half(&d, &d); /* 8 Y^4 */
    fe_sub(&c, &c, &b);
    fe_sub(&r->x, &c, &b);
    fe_sub(&b, &b, &r->x);
    fe_mul(&b, &b, &a);
    fe_sub(&r->y, &b, &d);
}

/*
 * What a sum computes of its two points: H = U2 - U1 and R = S2 - S1. Both are 0 for equal points, H alone for opposite
 * ones.
 */
struct difference {
    struct fe h, r;
};

/* Complete s = p + q: s->z holds Z1 Z2, u1 and s1 are U1 = X1 Z2^2 and S1 = Y1 Z2^3. */
INLINE void finish_sum(struct point *s, const struct fe *u1, const struct fe *s1, const struct difference *d)
{
    struct fe hh, hhh, v, w;

    fe_sqr(&hh, &d->h);
    fe_mul(&s->z, &s->z, &d->h);
    fe_mul(&hhh, &hh, &d->h);
    fe_mul(&v, u1, &hh);
    fe_sqr(&w, &d->r);
    fe_sub(&w, &w, &hhh);
    fe_sub(&w, &w, &v);
    fe_mul(&hhh, &hhh, s1);
    fe_sub(&s->x, &w, &v);
    fe_sub(&v, &v, &s->x);
    fe_mul(&v, &v, &d->r);
    fe_sub(&s->y, &v, &hhh);
}

/*
 * r = p + q for q with Z = 1, and the difference. Wrong if p = q (Z = 0) or p is infinity: see mend_sum,
 * mend_public_sum.
 */
NOINLINE void add_affine(struct point *r, const struct point *p, const struct affine *q, struct difference *d)
{
    struct fe zz, u1 = p->x, s1 = p->y;

    fe_sqr(&zz, &p->z);
    fe_mul(&d->h, &q->x, &zz);
    fe_mul(&zz, &zz, &p->z);
    fe_sub(&d->h, &d->h, &u1);
    fe_mul(&d->r, &q->y, &zz);
    fe_sub(&d->r, &d->r, &s1);
    r->z = p->z;
    finish_sum(r, &u1, &s1, d);
}

/* r = p + q, and the difference. Wrong if p = q, or if one of them is infinity. */
NOINLINE void add(struct point *r, const struct point *p, const struct point *q, struct difference *d)
{
    struct fe zz1, zz2, u1, s1;

    fe_sqr(&zz1, &p->z);
    fe_sqr(&zz2, &q->z);
    fe_mul(&u1, &p->x, &zz2);
    fe_mul(&d->h, &q->x, &zz1);
    fe_mul(&zz1, &zz1, &p->z);
    fe_mul(&zz2, &zz2, &q->z);
    fe_sub(&d->h, &d->h, &u1);
    fe_mul(&s1, &p->y, &zz2);
    fe_mul(&d->r, &q->y, &zz1);
    fe_sub(&d->r, &d->r, &s1);
    fe_mul(&r->z, &p->z, &q->z);
    finish_sum(r, &u1, &s1, d);
}

/* Replace sum = p + q by 2p if d shows that p = q. Secret. */
static void mend_sum(struct point *sum, const struct point *p, const struct difference *d)
{
    uint64_t equal = ab_ct_barrier(fe_is_zero(&d->h) & fe_is_zero(&d->r));
    struct point two;

    twice(&two, p);
    fe_select(&sum->x, equal, &two.x, &sum->x);
    fe_select(&sum->y, equal, &two.y, &sum->y);
    fe_select(&sum->z, equal, &two.z, &sum->z);
    ab_wipe(&two, sizeof(two));
}

/* ---- tables ---- */

enum { BASE_ENTRIES = 1 << (BASE_WINDOW - 1) };

#ifdef BASE_TABLE

enum { ODD_DOUBLINGS = BASE_WINDOW };

/* Entry number place of the row for digit i. Every entry is read. Secret. */
INLINE void take_base(struct affine *r, unsigned i, unsigned place)
{
    take_entry(r, BASE_TABLE[i / 2], BASE_ENTRIES, sizeof(*r), place);
}

/* 2 place + 1 times the base point. Public. */
INLINE struct affine base_multiple(unsigned place)
{
    return BASE_TABLE[0][place];
}

#endif

/* r = digit i, of magnitude and sign d, times its power of 2 of the base point. Every entry is read. Secret. */
INLINE void look_up_base(struct affine *r, unsigned i, struct digit d)
{
    take_base(r, i, d.place);
    negate_if(&r->y, d.negative);
}

/* table[i] = (2i + 1) p. */
static void odd_multiples(struct point *table, unsigned num, const struct point *p)
{
    struct difference d;
    struct point two;

    twice(&two, p);
    table[0] = *p;
    for (unsigned i = 1; i < num; i++)
        add(&table[i], &table[i - 1], &two, &d);
}

/* p = the point with these coordinates in plain form. */
static void from_affine(struct point *p, const uint64_t *x, const uint64_t *y)
{
    fe_from_words(&p->x, x);
    fe_from_words(&p->y, y);
    p->z = ONE;
}

/* ---- verification; public, so its time depends on all arguments ---- */

enum { SPARSE_WINDOW = 5, SPARSE_ENTRIES = 1 << (SPARSE_WINDOW - 2), SPARSE_DIGITS = 64 * NUM_WORDS + 1 };

/* p = p + q from sum and d, which add computed: p may be infinity, equal to q or opposite to it. Public. */
static void mend_public_sum(struct point *p, const struct point *sum, const struct point *q, const struct difference *d)
{
    if (is_zero(&p->z))
        *p = *q;
    else if (!is_zero(&d->h) || !is_zero(&d->r))
        *p = *sum;
    else
        twice(p, p);
}

/* p += digit times the point of the table. Public. */
static void add_digit(struct point *p, const struct point *table, int digit)
{
    struct point q = table[place_of(digit)], sum;
    struct difference d;

    negate_if(&q.y, 0 - (uint64_t)(digit < 0));
    add(&sum, p, &q, &d);
    mend_public_sum(p, &sum, &q, &d);
}

/* p += digit G. Public. */
static void add_base_digit(struct point *p, int digit)
{
    struct affine q = base_multiple(place_of(digit));
    struct difference d;
    struct point sum;

    negate_if(&q.y, 0 - (uint64_t)(digit < 0));
    add_affine(&sum, p, &q, &d);
    mend_public_sum(p, &sum, &(struct point){ q.x, q.y, ONE }, &d);
}

/* p = u G + v q, doubling once for both scalars (Shamir's trick). Public. */
static void joint(struct point *p, const uint64_t *u, const uint64_t *v, const struct point *q)
{
    int8_t of_base[SPARSE_DIGITS], of_q[SPARSE_DIGITS];
    unsigned num_u = sparse_digits(of_base, SPARSE_DIGITS, u, BASE_WINDOW + 1);
    unsigned num_v = sparse_digits(of_q, SPARSE_DIGITS, v, SPARSE_WINDOW);
    struct point table[SPARSE_ENTRIES];

    odd_multiples(table, SPARSE_ENTRIES, q);
    *p = (struct point){ ONE, ONE, ZERO };
    for (unsigned i = num_u > num_v ? num_u : num_v; i-- > 0;) {
        twice(p, p);
        if (of_q[i] != 0)
            add_digit(p, table, of_q[i]);
        if (of_base[i] != 0)
            add_base_digit(p, of_base[i]);
    }
}

/* The member check of ec_kernels.h. */
static int check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    struct point p, q;
    int ok;

    from_affine(&q, qx, qy);
    joint(&p, u, v, &q);
    ok = has_remainder(&p, r);
    leave_vectors();
    return ok;
}

/* ---- single points, public ---- */

/* r = x^3 + a x + b */
static void right_side(struct fe *r, const struct fe *x)
{
    struct fe t;

    fe_sqr(&t, x);
    fe_mul(&t, &t, x);
    add_linear(&t, x);
    fe_add(r, &t, &CURVE_B);
}

/* Return 1 if y^2 is square. */
static int is_root(const struct fe *y, const struct fe *square)
{
    struct fe t;

    fe_sqr(&t, y);
    fe_sub(&t, &t, square);
    return is_zero(&t);
}

static int is_on_curve(const uint64_t *x, const uint64_t *y)
{
    struct point p;
    struct fe square;
    int ok;

    from_affine(&p, x, y);
    right_side(&square, &p.x);
    ok = is_root(&p.y, &square);
    leave_vectors();
    return ok;
}

static int decompress(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    uint64_t words[NUM_WORDS];
    struct point p = { .z = ONE };
    struct fe square;
    int ok;

    fe_from_words(&p.x, x);
    right_side(&square, &p.x);
    fe_sqrt(&p.y, &square);
    ok = is_root(&p.y, &square);
    if (ok) {
        fe_to_words(words, &p.y);
        negate_if(&p.y, 0 - (uint64_t)((words[0] & 1) != is_odd));
        fe_to_words(y, &p.y);
    }
    leave_vectors();
    return ok;
}

#endif
