/*
 * The group law over a field that is data (see prime_point.h), by the formulas of H. Cohen, A. Miyaji and T. Ono,
 * "Efficient elliptic curve exponentiation using mixed coordinates", 1998: a doubling takes 4M + 4S (a = 0: 3M + 4S,
 * any a: 4M + 6S), a sum 12M + 4S.
 */
#include "kernels/ec/prime/prime_point.h"

#include <string.h>

#include "ct/ct.h"

/* r = 3 X^2 + a Z^4, for a = -3 as 3 (X - Z^2) (X + Z^2). */
static void tangent(const struct ab_prime *f, uint64_t *r, const struct ab_prime_point *p)
{
    ab_prime_element t, u;

    if (f->curve->coefficient == AB_PRIME_A_IS_MINUS_3) {
        ab_prime_sqr(f, u, p->z);
        ab_prime_sub(f, t, p->x, u);
        ab_prime_add(f, u, p->x, u);
        ab_prime_mul(f, t, t, u);
    } else {
        ab_prime_sqr(f, t, p->x);
    }
    ab_prime_add(f, u, t, t);
    ab_prime_add(f, u, u, t);
    if (f->curve->coefficient == AB_PRIME_A_IS_ANY) {
        ab_prime_sqr(f, t, p->z);
        ab_prime_sqr(f, t, t);
        ab_prime_mul(f, t, t, ab_prime_number(f, AB_PRIME_A));
        ab_prime_add(f, u, u, t);
    }
    memcpy(r, u, sizeof(u));
}

void ab_prime_double(const struct ab_prime *f, struct ab_prime_point *r, const struct ab_prime_point *p)
{
    ab_prime_element a, b, c, d;

    ab_prime_add(f, d, p->y, p->y);
    tangent(f, a, p);
    ab_prime_mul(f, r->z, d, p->z);
    ab_prime_sqr(f, d, d);
    ab_prime_mul(f, b, p->x, d);
    ab_prime_sqr(f, d, d);
    ab_prime_sqr(f, c, a);
    ab_prime_half(f, d, d); /* 8 Y^4 */
    ab_prime_sub(f, c, c, b);
    ab_prime_sub(f, r->x, c, b);
    ab_prime_sub(f, b, b, r->x);
    ab_prime_mul(f, b, b, a);
    ab_prime_sub(f, r->y, b, d);
}

/* From U1 and S1, the point s with z = Z1 Z2. */
static void finish_sum(const struct ab_prime *f, struct ab_prime_point *s, const uint64_t *u1, const uint64_t *s1,
                       const struct ab_prime_difference *d)
{
    ab_prime_element hh, hhh, v, w;

    ab_prime_sqr(f, hh, d->h);
    ab_prime_mul(f, s->z, s->z, d->h);
    ab_prime_mul(f, hhh, hh, d->h);
    ab_prime_mul(f, v, u1, hh);
    ab_prime_sqr(f, w, d->r);
    ab_prime_sub(f, w, w, hhh);
    ab_prime_sub(f, w, w, v);
    ab_prime_mul(f, hhh, hhh, s1);
    ab_prime_sub(f, s->x, w, v);
    ab_prime_sub(f, v, v, s->x);
    ab_prime_mul(f, v, v, d->r);
    ab_prime_sub(f, s->y, v, hhh);
}

void ab_prime_sum(const struct ab_prime *f, struct ab_prime_point *r, const struct ab_prime_point *p,
                  const struct ab_prime_point *q, struct ab_prime_difference *d)
{
    ab_prime_element zz1, zz2, u1, s1;

    ab_prime_sqr(f, zz1, p->z);
    ab_prime_sqr(f, zz2, q->z);
    ab_prime_mul(f, u1, p->x, zz2);
    ab_prime_mul(f, d->h, q->x, zz1);
    ab_prime_mul(f, zz1, zz1, p->z);
    ab_prime_mul(f, zz2, zz2, q->z);
    ab_prime_sub(f, d->h, d->h, u1);
    ab_prime_mul(f, s1, p->y, zz2);
    ab_prime_mul(f, d->r, q->y, zz1);
    ab_prime_sub(f, d->r, d->r, s1);
    ab_prime_mul(f, r->z, p->z, q->z);
    finish_sum(f, r, u1, s1, d);
}

void ab_prime_add_public(const struct ab_prime *f, struct ab_prime_point *p, const struct ab_prime_point *q)
{
    struct ab_prime_difference d;
    struct ab_prime_point sum;

    ab_prime_sum(f, &sum, p, q, &d);
    if (ab_prime_is_zero(f, p->z))
        *p = *q;
    else if (!ab_prime_is_zero(f, d.h) || !ab_prime_is_zero(f, d.r))
        *p = sum;
    else
        ab_prime_double(f, p, p);
}

void ab_prime_odd_multiples(const struct ab_prime *f, struct ab_prime_point *table, unsigned num,
                            const struct ab_prime_point *p)
{
    struct ab_prime_difference d;
    struct ab_prime_point two;

    ab_prime_double(f, &two, p);
    table[0] = *p;
    for (unsigned i = 1; i < num; i++)
        ab_prime_sum(f, &table[i], &table[i - 1], &two, &d);
}

void ab_prime_from_affine(const struct ab_prime *f, struct ab_prime_point *p, const uint64_t *x, const uint64_t *y)
{
    memset(p, 0, sizeof(*p));
    ab_prime_from_words(f, p->x, x);
    ab_prime_from_words(f, p->y, y);
    memcpy(p->z, ab_prime_number(f, AB_PRIME_ONE), f->words->num * sizeof(*p->z));
}

void ab_prime_base_point(const struct ab_prime *f, struct ab_prime_point *p)
{
    const size_t len = f->words->num * sizeof(*p->x);

    memset(p, 0, sizeof(*p));
    memcpy(p->x, ab_prime_number(f, AB_PRIME_BASE_X), len);
    memcpy(p->y, ab_prime_number(f, AB_PRIME_BASE_Y), len);
    memcpy(p->z, ab_prime_number(f, AB_PRIME_ONE), len);
}

void ab_prime_to_affine(const struct ab_prime *f, uint64_t *x, uint64_t *y, const struct ab_prime_point *p,
                        uint64_t negative)
{
    ab_prime_element inverse, square, t;

    ab_prime_invert(f, inverse, p->z);
    ab_prime_sqr(f, square, inverse);
    ab_prime_mul(f, t, p->x, square);
    ab_prime_to_words(f, x, t);
    if (y != NULL) {
        ab_prime_mul(f, square, square, inverse);
        ab_prime_mul(f, t, p->y, square);
        ab_prime_negate_if(f, t, negative);
        ab_prime_to_words(f, y, t);
    }
    ab_wipe(inverse, sizeof(inverse)); /* Z depends on the scalar */
    ab_wipe(square, sizeof(square));
    ab_wipe(t, sizeof(t));
}

void ab_prime_right_side(const struct ab_prime *f, uint64_t *r, const uint64_t *x)
{
    ab_prime_element t, u;

    ab_prime_sqr(f, t, x);
    ab_prime_add(f, t, t, ab_prime_number(f, AB_PRIME_A));
    ab_prime_mul(f, u, t, x);
    ab_prime_add(f, r, u, ab_prime_number(f, AB_PRIME_B));
}
