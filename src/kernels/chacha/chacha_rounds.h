/* What chacha_lanes.h demands, over the operations of a chacha_vec_LEVEL.h that has registers for the whole state. */
#ifndef AB_KERNELS_CHACHA_ROUNDS_H
# define AB_KERNELS_CHACHA_ROUNDS_H

# include "kernels/chacha/chacha_lanes.h"

enum { WEAVE_ROUNDS = 8 }; /* double rounds beside which blocks are absorbed */

/* The rows of the matrix, a word of it in each vector. */
struct matrix {
    vec a[4], b[4], c[4], d[4];
};

INLINE void column_round(struct matrix *x)
{
    vec_two_quarter_rounds(&x->a[0], &x->a[1], &x->b[0], &x->b[1], &x->c[0], &x->c[1], &x->d[0], &x->d[1]);
    vec_two_quarter_rounds(&x->a[2], &x->a[3], &x->b[2], &x->b[3], &x->c[2], &x->c[3], &x->d[2], &x->d[3]);
}

INLINE void diagonal_round(struct matrix *x)
{
    vec_two_quarter_rounds(&x->a[0], &x->a[1], &x->b[1], &x->b[2], &x->c[2], &x->c[3], &x->d[3], &x->d[0]);
    vec_two_quarter_rounds(&x->a[2], &x->a[3], &x->b[3], &x->b[0], &x->c[0], &x->c[1], &x->d[1], &x->d[2]);
}

INLINE void weave_chains(struct weave chain[WEAVE_CHAINS])
{
    UNROLL for (unsigned i = 0; i < WEAVE_CHAINS; i++)
        weave_block(&chain[i]);
}

/* One double round; beside it num blocks of each chain, at most 2. */
INLINE void double_round(struct matrix *x, struct weave chain[WEAVE_CHAINS], unsigned num)
{
    column_round(x);
    if (num >= 1)
        weave_chains(chain);
    diagonal_round(x);
    if (num >= 2)
        weave_chains(chain);
}

INLINE void lanes_rounds(struct lanes *l, struct weave chain[WEAVE_CHAINS], unsigned num)
{
    struct matrix x;

    UNROLL for (unsigned i = 0; i < 4; i++) {
        x.a[i] = l->start[i];
        x.b[i] = l->start[4 + i];
        x.c[i] = l->start[8 + i];
        x.d[i] = l->start[12 + i];
    }
    for (unsigned i = 0; i < WEAVE_ROUNDS; i++)
        double_round(&x, chain, num / WEAVE_ROUNDS);
    for (unsigned i = WEAVE_ROUNDS; i < DOUBLE_ROUNDS; i++)
        double_round(&x, chain, 0);
    UNROLL for (unsigned i = 0; i < 4; i++) {
        l->sum[i] = vec_add(x.a[i], l->start[i]);
        l->sum[4 + i] = vec_add(x.b[i], l->start[4 + i]);
        l->sum[8 + i] = vec_add(x.c[i], l->start[8 + i]);
        l->sum[12 + i] = vec_add(x.d[i], l->start[12 + i]);
    }
}

INLINE int all_rows(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                    struct weave *chain, size_t absorbed)
{
    (void)key, (void)counter, (void)in, (void)out, (void)chain, (void)absorbed;
    return 0;
}

#endif
