/*
 * The field of any prime p, and numbers modulo the order, by Montgomery's product: an element a is kept as a R modulo
 * p, below p, R = 2^(64 NUM_WORDS). Before this come the constants of the curve (made by generate/make_ec_table.py) and
 * mont_mul (prime_field_portable.h or prime_field_adx.h).
 */
#include <string.h>

#include "kernels/ec/weierstrass/words_field_template.h"

/* The group law once, not wherever it is used: a third of the code, and 5 to 30 % faster for it. */
#define LAW static __attribute__((noinline))

INLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    mont_mul(r->v, a->v, b->v, PRIME, PRIME_INVERSE);
}

INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    fe_mul(r, a, a);
}

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
    mont_mul(r->v, words, PRIME_SQUARE, PRIME, PRIME_INVERSE);
}

static void fe_to_words(uint64_t *words, const struct fe *a)
{
    static const uint64_t one[NUM_WORDS] = { 1 };

    mont_mul(words, a->v, one, PRIME, PRIME_INVERSE);
}

/* In plain form; the kernel may take numbers of more words. */
static void invert(uint64_t *r, const uint64_t *a, const INVERT_MODULUS *m)
{
    uint64_t t[INVERT_WORDS] = { 0 };

    memcpy(t, a, NUM_WORDS * sizeof(*t));
    INVERT(t, t, m);
    memcpy(r, t, NUM_WORDS * sizeof(*t));
    ab_wipe(t, sizeof(t));
}

static void fe_invert(struct fe *r, const struct fe *a)
{
    uint64_t words[NUM_WORDS];

    fe_to_words(words, a);
    invert(words, words, &PRIME_LIMBS);
    fe_from_words(r, words);
    ab_wipe(words, sizeof(words));
}

/* a^ROOT_EXPONENT */
static void fe_power(struct fe *r, const struct fe *a)
{
    struct fe t = ONE;

    for (unsigned i = 64 * NUM_WORDS; i-- > 0;) {
        fe_sqr(&t, &t);
        if ((ROOT_EXPONENT[i / 64] >> i % 64 & 1) != 0)
            fe_mul(&t, &t, a);
    }
    *r = t;
}

static int is_one(const struct fe *a)
{
    struct fe t;

    fe_sub(&t, a, &ONE);
    return fe_is_zero(&t) != 0;
}

/*
 * A. Tonelli, 1891, and D. Shanks, 1973: p - 1 = 2^s q. root = a^((q + 1) / 2) is a root but for a factor whose square
 * is 1 / rest, rest = a^q of the order 2^i at most, and step of the order 2^(i + 1): whether rest has the order 2^i
 * says whether step is wanted in the factor. Where p is 3 modulo 4, s is 1 and nothing remains.
 */
static void fe_sqrt(struct fe *r, const struct fe *a)
{
    struct fe root, rest, step = ROOT_OF_UNITY, t;

    fe_power(&t, a);
    fe_mul(&root, &t, a);
    fe_mul(&rest, &t, &root);
    for (unsigned i = TWO_ADICITY - 1; i > 0; i--) {
        t = rest;
        for (unsigned j = 1; j < i; j++)
            fe_sqr(&t, &t);
        if (!is_one(&t))
            fe_mul(&root, &root, &step);
        fe_sqr(&step, &step);
        if (!is_one(&t))
            fe_mul(&rest, &rest, &step);
    }
    *r = root;
}

/* ---- modulo the order ---- */

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    uint64_t t[NUM_WORDS];

    mont_mul(t, a, b, ORDER, ORDER_INVERSE);
    mont_mul(r, t, ORDER_SQUARE, ORDER, ORDER_INVERSE);
    ab_wipe(t, sizeof(t));
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    invert(r, a, &ORDER_LIMBS);
}
