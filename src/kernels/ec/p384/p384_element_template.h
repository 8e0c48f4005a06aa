/*
 * Conversion, comparison and inverse of elements of P-384, over the field functions of the file that includes this.
 * Secret.
 */
#include <string.h>

#include "kernels/bignum/invert.h"
#include "kernels/ec/p384/p384_field.h"

/* words = a mod p. */
static void fe_to_words(uint64_t *words, const struct fe *a)
{
    words_reduce_once(words, a->v, PRIME, NUM_WORDS);
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
    static const struct ab_invert384_modulus prime = {
        { 0xffffffff, 0x3ffffffc00000000, 0x3fffffffffffffef, 0x3fffffffffffffff, 0x3fffffffffffffff,
          0x3fffffffffffffff, 0xfff },
        0x3ffffffeffffffff,
    };

    fe_to_words(r->v, a);
    ab_invert384(r->v, r->v, &prime);
}
