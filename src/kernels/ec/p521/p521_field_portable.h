/* The field of p521_field.h in C. r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P521_FIELD_PORTABLE_H
# define AB_KERNELS_EC_P521_FIELD_PORTABLE_H

# include "kernels/ec/p521/p521_field.h"

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t sum[NUM_WORDS];

    words_add(sum, a->v, b->v, NUM_WORDS);
    fe_fold(r, sum);
}

/* r = 4p + a - b, since b is below 4p. */
INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    static const uint64_t p4[NUM_WORDS] = {
        UINT64_MAX - 3, UINT64_MAX, UINT64_MAX, UINT64_MAX,       UINT64_MAX,
        UINT64_MAX,     UINT64_MAX, UINT64_MAX, 4 * TOP_MASK + 3,
    };
    uint64_t sum[NUM_WORDS];

    words_add(sum, a->v, p4, NUM_WORDS);
    words_sub(sum, sum, b->v, NUM_WORDS);
    fe_fold(r, sum);
}

/* r = w modulo p for w below 2^1044: add the two parts below and above 2^521. */
INLINE void fe_reduce(struct fe *r, const uint64_t w[2 * NUM_WORDS])
{
    uint64_t low[NUM_WORDS], high[NUM_WORDS];

    UNROLL for (unsigned i = 0; i < NUM_WORDS; i++) {
        low[i] = w[i];
        high[i] = w[NUM_WORDS - 1 + i] >> TOP_BITS | w[NUM_WORDS + i] << (64 - TOP_BITS);
    }
    low[NUM_WORDS - 1] &= TOP_MASK;
    words_add(low, low, high, NUM_WORDS);
    fe_fold(r, low);
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

#endif
