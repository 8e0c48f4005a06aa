/*
 * The group law of the Edwards form -x^2 + y^2 = 1 + d x^2 y^2 of curve25519 (RFC 7748 sec. 4.1) and, by
 * ladder_template.h, a step of the Montgomery ladder, over the field functions of the file that includes this: of one
 * element, or of one element a lane.
 *
 * The formulas are complete: no pair of points is an exception (Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves
 * Revisited", 2008). Points are extended, (X : Y : Z : T) with T = XY / Z; the second operand of a sum is stored as (Y
 * - X, Y + X, 2Z, 2dT), with Z = 1 in the tables of the base point.
 */
#ifndef AB_KERNELS_CURVE25519_FORMULAS_TEMPLATE_H
#define AB_KERNELS_CURVE25519_FORMULAS_TEMPLATE_H

enum { A24 = 121665 };
#include "kernels/ladder_template.h"

struct point {
    struct fe x, y, z, t;
};

/* The second operand of a sum: Y - X, Y + X, 2Z, 2dT. */
struct addend {
    struct fe minus, plus, z2, t2d;
};

/* ---- the Edwards curve ---- */

/* The sum from E, F, G, H of the formulas. */
INLINE void finish_sum(struct point *r, const struct fe *e, const struct fe *f, const struct fe *g, const struct fe *h)
{
    fe_mul(&r->x, e, f);
    fe_mul(&r->y, g, h);
    fe_mul(&r->z, f, g);
    fe_mul(&r->t, e, h);
}

/* r = p + q; z2 of q is not read if z_is_one. */
INLINE void add(struct point *r, const struct point *p, const struct addend *q, int z_is_one)
{
    struct fe a, b, c, d, e, f, g, h;

    fe_sub(&a, &p->y, &p->x);
    fe_add(&b, &p->y, &p->x);
    fe_mul(&a, &a, &q->minus);
    fe_mul(&b, &b, &q->plus);
    fe_mul(&c, &p->t, &q->t2d);
    if (z_is_one)
        fe_add(&d, &p->z, &p->z);
    else
        fe_mul(&d, &p->z, &q->z2);
    fe_sub(&e, &b, &a);
    fe_sub(&f, &d, &c);
    fe_add(&g, &d, &c);
    fe_add(&h, &b, &a);
    finish_sum(r, &e, &f, &g, &h);
}

/* r = 2p */
INLINE void twice(struct point *r, const struct point *p)
{
    struct fe a, b, c, e, f, g, h;

    fe_sqr(&a, &p->x);
    fe_sqr(&b, &p->y);
    fe_sqr(&c, &p->z);
    fe_add(&c, &c, &c);
    fe_add(&h, &a, &b);
    fe_add(&e, &p->x, &p->y);
    fe_sqr(&e, &e);
    fe_sub(&e, &h, &e);
    fe_sub(&g, &a, &b);
    fe_add(&f, &c, &g);
    finish_sum(r, &e, &f, &g, &h);
}

#endif
