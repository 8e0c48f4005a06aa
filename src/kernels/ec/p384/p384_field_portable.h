/* The field of p384_field.h in C. r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P384_FIELD_PORTABLE_H
# define AB_KERNELS_EC_P384_FIELD_PORTABLE_H

# include "kernels/ec/p384/p384_field.h"

/* carry 2^384 modulo p, for a carry of 0 or 1. */
INLINE struct fe fold_of(uint64_t carry)
{
    uint64_t mask = ab_ct_mask(carry);

    return (struct fe){ { FOLD_0 & mask, FOLD_1 & mask, 1 & mask } };
}

/* Fold the carry twice: if the first fold carries again, the rest is so small that the second cannot. */
INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    struct fe sum, fold = fold_of(words_add(sum.v, a->v, b->v, NUM_WORDS));

    fold = fold_of(words_add(sum.v, sum.v, fold.v, NUM_WORDS));
    words_add(r->v, sum.v, fold.v, NUM_WORDS);
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    struct fe difference, fold = fold_of(words_sub(difference.v, a->v, b->v, NUM_WORDS));

    fold = fold_of(words_sub(difference.v, difference.v, fold.v, NUM_WORDS));
    words_sub(r->v, difference.v, fold.v, NUM_WORDS);
}

/* r += 2^384 a modulo p, where a has num words and r num_r words. Return the carry out of r. */
INLINE uint64_t add_folded(uint64_t *r, unsigned num_r, const uint64_t *a, unsigned num)
{
    static const uint64_t fold[FOLD_WORDS] = { FOLD_0, FOLD_1, 1 };
    uint64_t last = 0;

    UNROLL for (unsigned i = 0; i < num; i++) {
        uint64_t carry = 0;

        UNROLL for (unsigned j = i; j < num_r; j++) {
            uint128 sum = u128_add(
                u128_add(u128(r[j]), j < i + FOLD_WORDS ? u128_mul(fold[j - i], a[i]) : u128(0)), u128(carry));

            r[j] = u128_low(sum);
            carry = u128_high(sum);
        }
        last += carry;
    }
    return last;
}

/*
 * r = w modulo p: from twelve words to nine, of which three are small, to six and a carry, whose fold cannot carry
 * again.
 */
INLINE void fe_reduce(struct fe *r, const uint64_t w[2 * NUM_WORDS])
{
    uint64_t t[NUM_WORDS + FOLD_WORDS] = { 0 };
    struct fe sum, fold;

    memcpy(t, w, sizeof(sum));
    add_folded(t, NUM_WORDS + FOLD_WORDS, w + NUM_WORDS, NUM_WORDS);
    memcpy(sum.v, t, sizeof(sum));
    fold = fold_of(add_folded(sum.v, NUM_WORDS, t + NUM_WORDS, FOLD_WORDS));
    words_add(r->v, sum.v, fold.v, NUM_WORDS);
}

static void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t w[2 * NUM_WORDS];

    words_mul(w, a->v, b->v, NUM_WORDS);
    fe_reduce(r, w);
}

static void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t w[2 * NUM_WORDS];

    words_sqr(w, a->v, NUM_WORDS);
    fe_reduce(r, w);
}

INLINE void fe_half(struct fe *r, const struct fe *a)
{
    words_mod_half(r->v, a->v, PRIME, NUM_WORDS);
}

#endif
