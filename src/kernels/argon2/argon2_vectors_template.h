/*
 * G with vectors (RFC 9106 sec. 3.5 and 3.6). A block is 8 rows of 8 cells of 16 bytes; a vector of the block is PARTS
 * cells of a row. P takes 8 cells S_0 to S_7, the words v_0 to v_15 of BLAKE2b's round, two in each cell. PARTS of
 * these permutations run side by side, one in each part of eight vectors.
 *
 * In a cell the four words of a row of BLAKE2b's matrix are two vectors apart, so its diagonals need no more than a
 * swap of two vectors (row 2) or one instruction for each vector within the parts (rows 1 and 3).
 *
 * For rows the parts are PARTS rows of the block, for columns PARTS columns. Transpositions of PARTS x PARTS cells lead
 * from one to the other.
 *
 * Include argon2_LEVEL.c's vector operations first: words64_LEVEL.h and those of argon2_words_LEVEL.h.
 */
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/inline.h"

enum { CELLS = 8, NUM_GROUPS = CELLS / PARTS };

/* A block on its way through G. */
struct mixing {
    words sum[CELLS][NUM_GROUPS];  /* a + b: row, group of its cells */
    words rows[NUM_GROUPS][CELLS]; /* after P of the rows: group of rows, cell */
};

/* a := a + b + 2 lo(a) lo(b), sec. 3.6. The sum of a and b does not wait for the product. */
INLINE void add_product(words *a, words b)
{
    *a = words_add(words_add(*a, b), words_double_product(*a, b));
}

/* Half a GB of two columns or diagonals of each permutation: the upper rotations or the lower. */
INLINE void half_gb(words a[2], words b[2], words c[2], words d[2], unsigned r_d, unsigned r_b)
{
    UNROLL for (unsigned i = 0; i < 2; i++) {
        add_product(&a[i], b[i]);
        d[i] = words_turn(words_xor(d[i], a[i]), r_d);
    }
    UNROLL for (unsigned i = 0; i < 2; i++) {
        add_product(&c[i], d[i]);
        b[i] = words_turn(words_xor(b[i], c[i]), r_b);
    }
}

INLINE void gb(words a[2], words b[2], words c[2], words d[2])
{
    half_gb(a, b, c, d, 32, 24);
    half_gb(a, b, c, d, 16, 63);
}

/* PARTS permutations P in place. */
INLINE void permute(words s[CELLS])
{
    gb(s, s + 2, s + 4, s + 6);
    {
        words b[2] = { words_join(s[2], s[3]), words_join(s[3], s[2]) }, c[2] = { s[5], s[4] };
        words d[2] = { words_join(s[7], s[6]), words_join(s[6], s[7]) };

        gb(s, b, c, d);
        s[2] = words_join(b[1], b[0]);
        s[3] = words_join(b[0], b[1]);
        s[4] = c[1];
        s[5] = c[0];
        s[6] = words_join(d[0], d[1]);
        s[7] = words_join(d[1], d[0]);
    }
}

INLINE words load(const struct ab_argon2_block *b, unsigned row, unsigned group)
{
    return words_load((const uint8_t *)&b->w[16 * row + 2 * PARTS * group]);
}

/* The sum of PARTS rows, and P of them. */
INLINE void mix_row_group(struct mixing *m, unsigned rows, const struct ab_argon2_block *a,
                          const struct ab_argon2_block *b)
{
    words s[CELLS];

    UNROLL for (unsigned j = 0; j < NUM_GROUPS; j++) {
        UNROLL for (unsigned i = 0; i < PARTS; i++) {
            s[PARTS * j + i] = words_xor(load(a, PARTS * rows + i, j), load(b, PARTS * rows + i, j));
            m->sum[PARTS * rows + i][j] = s[PARTS * j + i];
        }
        words_transpose_parts(s + PARTS * j);
    }
    permute(s);
    UNROLL for (unsigned i = 0; i < CELLS; i++)
        m->rows[rows][i] = s[i];
}

INLINE void mix_rows(struct mixing *m, const struct ab_argon2_block *a, const struct ab_argon2_block *b)
{
    LOOP for (unsigned i = 0; i < NUM_GROUPS; i++)
        mix_row_group(m, i, a, b);
}

INLINE void mix_columns(const struct mixing *m, unsigned group, struct ab_argon2_block *out, int adds)
{
    words s[CELLS];

    UNROLL for (unsigned j = 0; j < NUM_GROUPS; j++) {
        UNROLL for (unsigned i = 0; i < PARTS; i++)
            s[PARTS * j + i] = m->rows[j][PARTS * group + i];
        words_transpose_parts(s + PARTS * j);
    }
    permute(s);
    UNROLL for (unsigned i = 0; i < CELLS; i++)
        s[i] = words_xor(s[i], m->sum[i][group]);
    if (adds) {
        UNROLL for (unsigned i = 0; i < CELLS; i++)
            s[i] = words_xor(s[i], load(out, i, group));
    }
    UNROLL for (unsigned i = 0; i < CELLS; i++)
        words_store(&out->w[16 * i + 2 * PARTS * group], s[i]);
}
