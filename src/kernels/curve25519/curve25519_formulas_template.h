/*
 * The curve y^2 = x^3 + 486662 x^2 + x and its Edwards form -x^2 + y^2 = 1 + d x^2 y^2 (RFC 7748 sec. 4.1), over the
 * field functions of the file that includes this: of one element, or of several side by side.
 *
 * Formulas on the Edwards curve are complete: there is no exception for any pair of points (Hisil, Wong, Carter,
 * Dawson, "Twisted Edwards Curves Revisited", 2008). Points are extended (X : Y : Z : T), T = XY / Z; what is added is
 * kept as (Y - X, Y + X, 2Z, 2dT), with Z = 1 in the table of the base point.
 */
#ifndef AB_KERNELS_CURVE25519_FORMULAS_TEMPLATE_H
#define AB_KERNELS_CURVE25519_FORMULAS_TEMPLATE_H

enum { A24 = 121665 };

struct point {
    struct fe x, y, z, t;
};

/* For the sum with a point; z2 = 2Z. */
struct addend {
    struct fe minus, plus, z2, t2d;
};

/* ---- a step of the Montgomery ladder, RFC 7748 sec. 5 ---- */

struct rung {
    struct fe x2, z2, x3, z3;
};

/* Doubles (x2 : z2) and adds it to (x3 : z3), whose difference is x1. */
INLINE void climb(struct rung *s, const struct fe *x1)
{
    struct fe a, b, c, d, e;

    fe_add(&a, &s->x2, &s->z2);
    fe_sub(&b, &s->x2, &s->z2);
    fe_add(&c, &s->x3, &s->z3);
    fe_sub(&d, &s->x3, &s->z3);
    fe_mul(&d, &d, &a);
    fe_mul(&c, &c, &b);
    fe_sqr(&a, &a);
    fe_sqr(&b, &b);
    fe_add(&s->x3, &d, &c);
    fe_sub(&s->z3, &d, &c);
    fe_sqr(&s->x3, &s->x3);
    fe_sqr(&s->z3, &s->z3);
    fe_mul(&s->z3, &s->z3, x1);
    fe_sub(&e, &a, &b);
    fe_mul(&s->x2, &a, &b);
    fe_mul_small(&b, &e, A24);
    fe_add(&a, &a, &b);
    fe_mul(&s->z2, &e, &a);
}

/* ---- the Edwards curve ---- */

/* E, F, G, H of the formulas to the sum. */
INLINE void finish_sum(struct point *r, const struct fe *e, const struct fe *f, const struct fe *g, const struct fe *h)
{
    fe_mul(&r->x, e, f);
    fe_mul(&r->y, g, h);
    fe_mul(&r->z, f, g);
    fe_mul(&r->t, e, h);
}

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
