/*
 * What P-384 in C and with ADX share, over fe_add, fe_sub, fe_half, fe_mul and fe_sqr, and MONT_MUL, an
 * ab_mont_mul_short of six words, which the file that includes this defines.
 */
#include "kernels/ec/p384/p384_element_template.h"

/* r = a^(2^num) b */
static void shift_times(struct fe *r, const struct fe *a, unsigned num, const struct fe *b)
{
    struct fe t = *a;

    while (num-- > 0)
        fe_sqr(&t, &t);
    fe_mul(r, &t, b);
}

/*
 * r = a^((p + 1) / 4), a square root since p is 3 modulo 4. Public. The exponent is 2^30 (2^352 - 2^96 - 2^64 + 1), in
 * bits 255 ones, a zero, 32 ones, 63 zeros, a one, 30 zeros. xn is a^(2^n - 1).
 */
static void fe_sqrt(struct fe *r, const struct fe *a)
{
    struct fe x2, x15, x30, t;

    shift_times(&x2, a, 1, a);
    shift_times(&t, &x2, 1, a);
    shift_times(&x15, &t, 3, &t);
    shift_times(&x15, &x15, 6, &x15);
    shift_times(&x15, &x15, 3, &t);
    shift_times(&x30, &x15, 15, &x15);
    shift_times(&t, &x30, 30, &x30);
    shift_times(&t, &t, 60, &t);
    shift_times(&t, &t, 120, &t);
    shift_times(&t, &t, 15, &x15);
    shift_times(&x30, &x30, 2, &x2); /* x32 */
    shift_times(&t, &t, 33, &x30);
    shift_times(r, &t, 64, a);
    for (unsigned i = 0; i < 30; i++)
        fe_sqr(r, r);
}

#include "kernels/ec/weierstrass/weierstrass_template.h"

/* ---- modulo the order ---- */

/* Montgomery's product modulo the order. */
static void order_product(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    MONT_MUL(r, a, b, ORDER, 0x6ed46089e88fdc45);
}

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    static const uint64_t square[NUM_WORDS] = {
        0x2d319b2419b409a9, 0xff3d81e5df1aa419, 0xbc3e483afcb82947,
        0xd40d49174aab1cc5, 0x3fb05b7a28266895, 0xc84ee012b39bf21,
    };
    uint64_t t[NUM_WORDS];

    order_product(t, a, b);
    order_product(r, t, square);
    ab_wipe(t, sizeof(t));
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    static const struct ab_invert384_modulus order = {
        { 0x2cec196accc52973, 0x206836c922c29deb, 0x3634d81f4372ddf5, 0x3ffffffffffffff1, 0x3fffffffffffffff,
          0x3fffffffffffffff, 0xfff },
        0x112b9f76177023bb,
    };

    ab_invert384(r, a, &order);
}
