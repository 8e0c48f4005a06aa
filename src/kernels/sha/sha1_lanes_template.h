/*
 * SHA-1 of many messages, one to each word of a vector (FIPS 180-4 sec. 6.1.2), and two vectors in step: what one waits for, the
 * other fills. Include words32_LEVEL.h first.
 */
#include "kernels/lanes/lanes32.h"
#include "kernels/sha/sha_kernels.h"

enum { BLOCK_LEN = 64, NUM_ROUNDS = 80, STATE_LEN = 5 };

/* Sixteen words of the schedule: word t is at t % 16. */
typedef words ring[16];

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

/* Round t: the places of the words move on by one. What comes last is what waits for the newest word. */
INLINE void step(words s[STATE_LEN], unsigned t, words w)
{
    words a = s[(NUM_ROUNDS - t) % 5], *b = &s[(NUM_ROUNDS + 1 - t) % 5], c = s[(NUM_ROUNDS + 2 - t) % 5];
    words d = s[(NUM_ROUNDS + 3 - t) % 5], *e = &s[(NUM_ROUNDS + 4 - t) % 5];
    words sum = words_early(words_add(words_add(w, constant(t / 20)), *e));

    *e = words_add(words_early(words_add(sum, mix(t / 20, *b, c, d))), words_rotate(a, 5));
    *b = words_rotate(*b, 30);
}

/* Word t, in the place of the one sixteen before. */
INLINE void expand(words *w, unsigned t)
{
    words x = words_xor3(w[t % 16], w[(t + 2) % 16], w[(t + 8) % 16]);

    w[t % 16] = words_rotate(words_xor(x, w[(t + 13) % 16]), 1);
}

/* Words t and on, big-endian, of the blocks at `at`: as many as a vector has. */
INLINE void load_part(words *w, const uint8_t *const in[], size_t at, unsigned t)
{
    load_row(w + t, in, at + 4 * t);
    UNROLL for (unsigned i = t; i < t + WORDS; i++)
        w[i] = words_swap_bytes(w[i]);
}

/* Twenty rounds from `first` on, a stage; the words of the first sixteen are loaded on the way. */
INLINE void rounds_20(words s[][STATE_LEN], ring *w, const struct lanes *l, size_t at, const unsigned first,
                      const unsigned num_vectors)
{
    UNROLL for (unsigned t = first; t < first + 20; t++)
        UNROLL for (unsigned i = 0; i < num_vectors; i++) {
            if (t >= 16)
                expand(w[i], t);
            else if (t % WORDS == 0)
                load_part(w[i], l->in + WORDS * i, at, t);
            step(s[i], t, w[i][t % 16]);
        }
}

INLINE void compress_block(words s[][STATE_LEN], ring *w, const struct lanes *l, size_t at, const unsigned num_vectors)
{
    words start[MAX_VECTORS][STATE_LEN];

    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
            start[i][k] = s[i][k];
    rounds_20(s, w, l, at, 0, num_vectors);
    rounds_20(s, w, l, at, 20, num_vectors);
    rounds_20(s, w, l, at, 40, num_vectors);
    rounds_20(s, w, l, at, 60, num_vectors);
    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < STATE_LEN; k++)
            s[i][k] = words_add(s[i][k], start[i][k]);
}

/* Of the second four words of a state only one is the hash function's. */
INLINE void compress_vectors(const struct lanes *l, size_t num_blocks, const unsigned num_vectors)
{
    words s[MAX_VECTORS][STATE_LEN], ends[MAX_VECTORS][4];
    ring w[MAX_VECTORS];

    UNROLL for (unsigned i = 0; i < num_vectors; i++) {
        load_4_words(s[i], (const uint8_t *const *)l->state + WORDS * i, 0);
        load_4_words(ends[i], (const uint8_t *const *)l->state + WORDS * i, 16);
        s[i][4] = ends[i][0];
    }
    for (size_t at = 0; at < BLOCK_LEN * num_blocks; at += BLOCK_LEN)
        compress_block(s, w, l, at, num_vectors);
    UNROLL for (unsigned i = 0; i < num_vectors; i++) {
        ends[i][0] = s[i][4];
        store_4_words(l->state + WORDS * i, 0, s[i]);
        store_4_words(l->state + WORDS * i, 16, ends[i]);
    }
    ab_wipe(w, num_vectors * sizeof(*w));
}
