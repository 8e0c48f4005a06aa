/*
 * Conversion, comparison and inverse of elements of P-521, over the field functions of the file that includes this.
 * Secret.
 */
#include <string.h>

#include "kernels/bignum/invert.h"
#include "kernels/ec/p521/p521_field.h"

/* words = a mod p. Reduce fully: fold 2^522 to 2^521, then subtract p once if the result is >= p. */
static void fe_to_words(uint64_t *words, const struct fe *a)
{
    struct fe t;

    fe_fold(&t, a->v);
    words_reduce_once(words, t.v, PRIME, NUM_WORDS);
    ab_wipe(&t, sizeof(t));
}

static void fe_from_words(struct fe *r, const uint64_t *words)
{
    memcpy(r->v, words, sizeof(r->v));
}

static uint64_t fe_is_zero(const struct fe *a)
{
    uint64_t words[NUM_WORDS];

    fe_to_words(words, a);
    return words_is_zero(words, NUM_WORDS);
}

INLINE void fe_select(struct fe *r, uint64_t mask, const struct fe *a, const struct fe *b)
{
    words_select(r->v, mask, a->v, b->v, NUM_WORDS);
}

/* r = 1/a, 0 for 0. */
static void fe_invert(struct fe *r, const struct fe *a)
{
    static const struct ab_invert521_modulus prime = {
        { -1, 0, 0, 0, 0, 0, 0, 0, 0x2000000 },
        0x3fffffffffffffff,
    };

    fe_to_words(r->v, a);
    ab_invert521(r->v, r->v, &prime);
}
