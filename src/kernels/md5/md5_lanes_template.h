/*
 * MD5 of many messages, one to each word of a vector, and several vectors in step: a step of one is a chain of
 * operations of two cycles each on some processors, and the others fill its gaps. Moving the words of the next block
 * into place fills them too.
 */
#include "kernels/lanes/lanes32_template.h"
#include "kernels/md5/md5_kernels.h"
#include "kernels/md5/md5_tables.h"

typedef words block[16];

/* sum + f(b, c, d) of a round, where b is known last. */
INLINE words add_f(words sum, const unsigned round, words b, words c, words d)
{
    switch (round) {
    case 0: return words_add(sum, words_select(b, c, d));
    case 1: return words_add_selected(sum, d, b, c);
    case 2: return words_add(sum, words_xor3(c, d, b));
    default: return words_add(sum, words_xor_or_not(c, b, d));
    }
}

/* Step i, whose place in its group of four is `turn`: the roles of a, b, c and d move on by one. */
INLINE void step(words state[4], const words *x, unsigned i, const unsigned round, const unsigned turn)
{
    words *a = &state[-turn % 4], b = state[(1 - turn) % 4], c = state[(2 - turn) % 4], d = state[(3 - turn) % 4];
    words sum = words_early(words_add(words_add(x[ab_md5_word[i]], words_set1(ab_md5_t[i])), *a));

    *a = words_add(words_rotate(add_f(sum, round, b, c, d), ab_md5_shift[round][turn]), b);
}

/*
 * Sixteen steps, four in each iteration: these differ in the words that they add, not in what they do. The iterations
 * also load a quarter of the next block of each vector.
 */
INLINE void steps_16(words state[][4], block *x, block *next, const struct lanes *l, size_t next_at,
                     const unsigned round, const unsigned num_vectors)
{
    LOOP for (unsigned group = 0; group < 4; group++)
    {
        if (group < num_vectors)
            load_4_words(&next[group][4 * round], l->in + WORDS * group, next_at + 16 * round);
        UNROLL for (unsigned turn = 0; turn < 4; turn++)
            UNROLL for (unsigned j = 0; j < num_vectors; j++)
                step(state[j], x[j], 16 * round + 4 * group + turn, round, turn);
    }
}

INLINE void compress_vectors(const struct lanes *l, size_t num_blocks, const unsigned num_vectors)
{
    words state[MAX_VECTORS][4], start[MAX_VECTORS][4];
    block blocks[2][MAX_VECTORS], *x = blocks[0], *next = blocks[1], *other;
    size_t len = 64 * num_blocks;

    UNROLL for (unsigned j = 0; j < num_vectors; j++)
        load_4_words(state[j], (const uint8_t *const *)l->state + WORDS * j, 0);
    for (unsigned i = 0; i < 4 * num_vectors && len != 0; i++)
        load_4_words(&x[i / 4][i % 4 * 4], l->in + WORDS * (i / 4), i % 4 * 16);
    for (size_t at = 0; at < len; at += 64) {
        size_t next_at = at + 64 < len ? at + 64 : at;

        UNROLL for (unsigned j = 0; j < num_vectors; j++)
            UNROLL for (unsigned i = 0; i < 4; i++)
                start[j][i] = state[j][i];
        UNROLL for (unsigned round = 0; round < 4; round++)
            steps_16(state, x, next, l, next_at, round, num_vectors);
        UNROLL for (unsigned j = 0; j < num_vectors; j++)
            UNROLL for (unsigned i = 0; i < 4; i++)
                state[j][i] = words_add(state[j][i], start[j][i]);
        other = x, x = next, next = other;
    }
    UNROLL for (unsigned j = 0; j < num_vectors; j++)
        store_4_words(l->state + WORDS * j, 0, state[j]);
    ab_wipe(blocks, sizeof(blocks));
}
