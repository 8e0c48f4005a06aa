/*
 * A step of the Montgomery ladder, RFC 7748 sec. 5, for curve25519 and curve448. Before this come struct fe, A24 = (A -
 * 2) / 4 of the curve y^2 = x^3 + A x^2 + x, and, with results on arguments,
 *
 *     fe_add, fe_sub, fe_mul (r, a, b)    fe_sqr (r, a)    fe_mul_small (r, a, n)
 *
 * fe_add and fe_sub must take what fe_mul and fe_sqr give; these must take what fe_add and fe_sub give. So bounds close
 * over a step.
 */
struct rung {
    struct fe x2, z2, x3, z3;
};

/*
 * Double (x2 : z2), and add it to (x3 : z3); the u-coordinate of the difference of the two points is x1. All is secret.
 */
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
