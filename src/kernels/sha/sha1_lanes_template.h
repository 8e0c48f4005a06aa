/*
 * SHA-1 of many messages, one to each word of a vector (FIPS 180-4 sec. 6.1.2), a vector at a time: two in step would
 * not fit the registers. Include words32_LEVEL.h first.
 */
#include "kernels/lanes/lanes32_template.h"
#include "kernels/sha/sha_lanes_template.h"
#include "kernels/sha/sha_kernels.h"

enum { BLOCK_LEN = 64, NUM_ROUNDS = 80, STATE_LEN = 5, ROWS = 16 / WORDS };

/* The message schedule of a block (sec. 6.1.2 step 1). */
typedef words schedule[NUM_ROUNDS];

/* f and K of the four stages (sec. 4.1.1, 4.2.1). */
INLINE words mix(unsigned stage, words x, words y, words z)
{
    return stage == 0 ? words_select(x, y, z) : stage == 2 ? words_majority(x, y, z) : words_xor3(y, z, x);
}

INLINE words constant(unsigned stage)
{
    static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };

    return words_set1(k[stage]);
}

/*
 * A round, the i-th of its group of five: the roles of the words move on by one. The term that waits for the newest
 * word comes last.
 */
INLINE void step(words s[STATE_LEN], const unsigned i, const unsigned stage, words w)
{
    words a = s[(5 - i) % 5], *b = &s[(6 - i) % 5], c = s[(7 - i) % 5], d = s[(8 - i) % 5], *e = &s[(9 - i) % 5];
    words sum = words_early(words_add(words_add(w, constant(stage)), *e));

    *e = words_add(words_early(words_add(sum, mix(stage, *b, c, d))), words_rotate(a, 5));
    *b = words_rotate(*b, 30);
}

/* Word t, from 16 on. */
INLINE void expand(words *w, unsigned t)
{
    words x = words_xor3(w[t - 16], w[t - 14], w[t - 8]);

    w[t] = words_rotate(words_xor(x, w[t - 3]), 1);
}

/* Five rounds from `first` on, a multiple of five. The words of the first num_given of them are in w already. */
INLINE void rounds_5(words s[STATE_LEN], schedule w, unsigned first, const unsigned stage, const unsigned num_given)
{
    UNROLL for (unsigned i = 0; i < 5; i++) {
        if (i >= num_given)
            expand(w, first + i);
        step(s, i, stage, w[first + i]);
    }
}

/* A stage after the first. The third loads the next blocks over words that are no longer used, a row in each group. */
INLINE void rounds_20(words s[STATE_LEN], schedule w, const uint8_t *const in[], size_t next_at, const unsigned stage)
{
    LOOP for (unsigned group = 0; group < 4; group++) {
        if (stage == 2 && group < ROWS)
            load_part(w, in, next_at, group);
        rounds_5(s, w, 20 * stage + 5 * group, stage, 0);
    }
}

INLINE void compress_blocks(words s[STATE_LEN], schedule w, const uint8_t *const in[], size_t next_at)
{
    words start[STATE_LEN];

    UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
        start[k] = s[k];
    LOOP for (unsigned t = 0; t < 15; t += 5)
        rounds_5(s, w, t, 0, 5);
    rounds_5(s, w, 15, 0, 1);
    UNROLL for (unsigned stage = 1; stage < 4; stage++)
        rounds_20(s, w, in, next_at, stage);
    UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
        s[k] = words_add(s[k], start[k]);
}

/* As many messages as a vector has words. Of the second four words of a state only one belongs to the hash function. */
INLINE void compress_vector(uint8_t *const state[], const uint8_t *const in[], size_t num_blocks)
{
    words s[STATE_LEN], ends[4];
    schedule w;
    size_t len = BLOCK_LEN * num_blocks;

    load_4_words(s, (const uint8_t *const *)state, 0);
    load_4_words(ends, (const uint8_t *const *)state, 16);
    s[4] = ends[0];
    for (unsigned row = 0; row < ROWS && len != 0; row++)
        load_part(w, in, 0, row);
    for (size_t at = 0; at < len; at += BLOCK_LEN)
        compress_blocks(s, w, in, at + BLOCK_LEN < len ? at + BLOCK_LEN : at);
    ends[0] = s[4];
    store_4_words(state, 0, s);
    store_4_words(state, 16, ends);
    ab_wipe(w, sizeof(w));
}
