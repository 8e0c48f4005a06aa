/*
 * SHA-1 of many messages, one to each word of a vector (FIPS 180-4 sec. 6.1.2), in one vector or two in step: one
 * fills the waits of the other. Include words32_LEVEL.h first.
 */
#include "kernels/lanes/lanes32.h"
#include "kernels/sha/sha_lanes.h"
#include "kernels/sha/sha_kernels.h"

enum { BLOCK_LEN = 64, NUM_ROUNDS = 80, STATE_LEN = 5 };

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

/* Round t: the roles of the words move on by one. The term that waits for the newest word comes last. */
INLINE void step(words s[STATE_LEN], unsigned t, words w)
{
    words a = s[(NUM_ROUNDS - t) % 5], *b = &s[(NUM_ROUNDS + 1 - t) % 5], c = s[(NUM_ROUNDS + 2 - t) % 5];
    words d = s[(NUM_ROUNDS + 3 - t) % 5], *e = &s[(NUM_ROUNDS + 4 - t) % 5];
    words sum = words_early(words_add(words_add(w, constant(t / 20)), *e));

    *e = words_add(words_early(words_add(sum, mix(t / 20, *b, c, d))), words_rotate(a, 5));
    *b = words_rotate(*b, 30);
}

/* Word t, which replaces the one sixteen before. */
INLINE void expand(words *w, unsigned t)
{
    words x = words_xor3(w[t % 16], w[(t + 2) % 16], w[(t + 8) % 16]);

    w[t % 16] = words_rotate(words_xor(x, w[(t + 13) % 16]), 1);
}

/* Twenty rounds from `first` on, a stage; the first sixteen load the next blocks. */
INLINE void rounds_20(words s[][STATE_LEN], ring *w, ring *next, const struct lanes *l, size_t next_at,
                      const unsigned first, const unsigned num_vectors)
{
    UNROLL for (unsigned t = first; t < first + 20; t++) {
        if (t < 16)
            load_ahead(next, l, next_at, t, num_vectors);
        UNROLL for (unsigned i = 0; i < num_vectors; i++) {
            if (t >= 16)
                expand(w[i], t);
            step(s[i], t, w[i][t % 16]);
        }
    }
}

INLINE void compress_block(words s[][STATE_LEN], ring *w, ring *next, const struct lanes *l, size_t next_at,
                           const unsigned num_vectors)
{
    words start[MAX_VECTORS][STATE_LEN];

    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
            start[i][k] = s[i][k];
    rounds_20(s, w, next, l, next_at, 0, num_vectors);
    rounds_20(s, w, next, l, next_at, 20, num_vectors);
    rounds_20(s, w, next, l, next_at, 40, num_vectors);
    rounds_20(s, w, next, l, next_at, 60, num_vectors);
    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
            s[i][k] = words_add(s[i][k], start[i][k]);
}

/* Of the second four words of a state only one belongs to the hash function. */
INLINE void compress_vectors(const struct lanes *l, size_t num_blocks, const unsigned num_vectors)
{
    words s[MAX_VECTORS][STATE_LEN], ends[MAX_VECTORS][4];
    ring rings[2][MAX_VECTORS], *w = rings[0], *next = rings[1], *other;
    size_t len = BLOCK_LEN * num_blocks;

    UNROLL for (unsigned i = 0; i < num_vectors; i++) {
        load_4_words(s[i], (const uint8_t *const *)l->state + WORDS * i, 0);
        load_4_words(ends[i], (const uint8_t *const *)l->state + WORDS * i, 16);
        s[i][4] = ends[i][0];
    }
    for (unsigned t = 0; t < 16 && len != 0; t++)
        load_ahead(w, l, 0, t, num_vectors);
    for (size_t at = 0; at < len; at += BLOCK_LEN) {
        compress_block(s, w, next, l, at + BLOCK_LEN < len ? at + BLOCK_LEN : at, num_vectors);
        other = w, w = next, next = other;
    }
    UNROLL for (unsigned i = 0; i < num_vectors; i++) {
        ends[i][0] = s[i][4];
        store_4_words(l->state + WORDS * i, 0, s[i]);
        store_4_words(l->state + WORDS * i, 16, ends[i]);
    }
    ab_wipe(rings, sizeof(rings));
}
