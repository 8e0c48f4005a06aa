/*
 * P-256 over fe_add, fe_sub, fe_half, fe_mul and fe_sqr, and MONT_MUL, an ab_mont_mul_short of four words, which the
 * file that includes this defines.
 */
#include "kernels/ec/p256/p256_base_table.h"

INLINE uint64_t fe_is_zero(const struct fe *a)
{
    return words_is_zero(a->v, NUM_WORDS);
}

INLINE void fe_select(struct fe *r, uint64_t mask, const struct fe *a, const struct fe *b)
{
    words_select(r->v, mask, a->v, b->v, NUM_WORDS);
}

static void fe_from_words(struct fe *r, const uint64_t *words)
{
    static const struct fe square = { { 3, 0xfffffffbffffffff, 0xfffffffffffffffe, 0x4fffffffd } }; /* 2^512 modulo p */
    struct fe plain;

    memcpy(plain.v, words, sizeof(plain.v));
    fe_mul(r, &plain, &square);
}

static void fe_to_words(uint64_t *words, const struct fe *a)
{
    static const struct fe one = { { 1 } };
    struct fe plain;

    fe_mul(&plain, a, &one);
    memcpy(words, plain.v, sizeof(plain.v));
    ab_wipe(&plain, sizeof(plain));
}

/* r = 1/a, 0 for 0. Secret. */
static void fe_invert(struct fe *r, const struct fe *a)
{
    uint64_t words[NUM_WORDS];

    fe_to_words(words, a);
    ab_invert256(words, words, &PRIME_LIMBS);
    fe_from_words(r, words);
    ab_wipe(words, sizeof(words));
}

/* r = a^(2^num) */
NOINLINE void square_times(struct fe *r, const struct fe *a, unsigned num)
{
    *r = *a;
    while (num-- > 0)
        fe_sqr(r, r);
}

/* r = a^((p + 1) / 4), a square root since p is 3 modulo 4. The exponent is 2^254 - 2^222 + 2^190 + 2^94. Public. */
static void fe_sqrt(struct fe *r, const struct fe *a)
{
    struct fe x, t;

    square_times(&x, a, 1);
    fe_mul(&x, &x, a); /* a^(2^2 - 1) */
    for (unsigned n = 2; n < 32; n *= 2) {
        square_times(&t, &x, n);
        fe_mul(&x, &x, &t); /* a^(2^2n - 1) */
    }
    square_times(&x, &x, 32);
    fe_mul(&x, &x, a);
    square_times(&x, &x, 96);
    fe_mul(&x, &x, a);
    square_times(r, &x, 94);
}

#include "kernels/ec/weierstrass/weierstrass_group_template.h"

/* ---- modulo the order ---- */

/* Montgomery's product modulo the order. */
static void order_product(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    MONT_MUL(r, a, b, ORDER, 0xccd1c8aaee00bc4f);
}

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    static const uint64_t square[NUM_WORDS] = { 0x83244c95be79eea2, 0x4699799c49bd6fa6, 0x2845b2392b6bec59,
                                                0x66e12d94f3d95620 };
    uint64_t t[NUM_WORDS];

    order_product(t, a, b);
    order_product(r, t, square);
    ab_wipe(t, sizeof(t));
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    static const struct ab_invert256_modulus order = {
        { 0x33b9cac2fc632551, 0x339beab69c5e7a13, 0x3ffffffffffffffb, 0x3fffffc00000003f, 0xff },
        0x332e375511ff43b1,
    };

    ab_invert256(r, a, &order);
}
