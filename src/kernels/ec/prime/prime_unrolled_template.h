/*
 * The field of a prime p of 3 modulo 4, and numbers modulo the order, unrolled for NUM_WORDS words, by Montgomery's
 * product: an element a is kept as a R modulo p, below p, where R = 2^(64 NUM_WORDS). The file that includes this
 * includes the constants of its curve before, CURVE_field.h, made by generate/make_ec_table.py.
 */
#include <string.h>

#include "kernels/bignum/adx_words.h"
#include "kernels/ec/weierstrass/words_field_template.h"

INLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    MONT_MUL(r->v, a->v, b->v, PRIME, PRIME_INVERSE);
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
    MONT_MUL(r->v, words, PRIME_SQUARE, PRIME, PRIME_INVERSE);
}

static void fe_to_words(uint64_t *words, const struct fe *a)
{
    static const uint64_t one[NUM_WORDS] = { 1 };

    MONT_MUL(words, a->v, one, PRIME, PRIME_INVERSE);
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

/* A root of a, if it has one: a^((p + 1) / 4), for p of 3 modulo 4. Public. */
static void fe_sqrt(struct fe *r, const struct fe *a)
{
    struct fe t = ONE;

    for (unsigned i = 64 * NUM_WORDS; i-- > 0;) {
        fe_sqr(&t, &t);
        if ((ROOT_EXPONENT[i / 64] >> i % 64 & 1) != 0)
            fe_mul(&t, &t, a);
    }
    *r = t;
}

/* ---- modulo the order ---- */

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    uint64_t t[NUM_WORDS];

    MONT_MUL(t, a, b, ORDER, ORDER_INVERSE);
    MONT_MUL(r, t, ORDER_SQUARE, ORDER, ORDER_INVERSE);
    ab_wipe(t, sizeof(t));
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    invert(r, a, &ORDER_LIMBS);
}
