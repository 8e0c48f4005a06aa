/* Powers with fixed exponents, over fe_mul and fe_sqr of one element or of one element a lane. Secret. */
#ifndef AB_KERNELS_CURVE25519_FE25519_POWERS_TEMPLATE_H
#define AB_KERNELS_CURVE25519_FE25519_POWERS_TEMPLATE_H

static void fe_sqr_times(struct fe *r, const struct fe *a, unsigned num)
{
    fe_sqr(r, a);
    while (--num != 0)
        fe_sqr(r, r);
}

/* A product as a function of its own: a power takes a dozen of them among hundreds of squares. */
NOINLINE void fe_mul_once(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_mul(r, a, b);
}

/* r = a^(2^250 - 1). A comment is the exponent so far. */
static void fe_power_250(struct fe *r, const struct fe *a)
{
    struct fe t, u;

    fe_sqr(&t, a);
    fe_sqr_times(&u, &t, 2);
    fe_mul_once(&u, &u, a);
    fe_mul_once(&t, &u, &t); /* 11 */
    fe_sqr(&t, &t);
    fe_mul_once(&t, &t, &u); /* 2^5 - 1 */
    fe_sqr_times(&u, &t, 5);
    fe_mul_once(&t, &u, &t); /* 2^10 - 1 */
    fe_sqr_times(&u, &t, 10);
    fe_mul_once(&u, &u, &t); /* 2^20 - 1 */
    fe_sqr_times(r, &u, 20);
    fe_mul_once(&u, r, &u); /* 2^40 - 1 */
    fe_sqr_times(&u, &u, 10);
    fe_mul_once(&t, &u, &t); /* 2^50 - 1 */
    fe_sqr_times(&u, &t, 50);
    fe_mul_once(&u, &u, &t); /* 2^100 - 1 */
    fe_sqr_times(r, &u, 100);
    fe_mul_once(&u, r, &u); /* 2^200 - 1 */
    fe_sqr_times(&u, &u, 50);
    fe_mul_once(r, &u, &t);
}

/* r = a^((p - 5) / 8) = a^(2^252 - 3) */
static void fe_power_root(struct fe *r, const struct fe *a)
{
    struct fe t;

    fe_power_250(&t, a);
    fe_sqr_times(&t, &t, 2);
    fe_mul_once(r, &t, a);
}

#endif
