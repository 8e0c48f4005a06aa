/*
 * SHA-2 of many messages, one to each word of a vector (FIPS 180-4 sec. 6.2.2, 6.4.2), and as many vectors in step as
 * fit the registers: they fill each other's waits. Include sha256_lanes_template.h or sha512_lanes_template.h first.
 */
#include "kernels/sha/sha_lanes_template.h"

enum { BLOCK_LEN = 16 * WORD };

/*
 * Round j: the roles of the words move on by one. The term that takes longest to compute from the newest words comes
 * last.
 */
INLINE void step(words s[8], unsigned j, words w_and_k)
{
    words a = s[-j % 8], b = s[(1 - j) % 8], c = s[(2 - j) % 8], *d = &s[(3 - j) % 8];
    words e = s[(4 - j) % 8], f = s[(5 - j) % 8], g = s[(6 - j) % 8], *h = &s[(7 - j) % 8];
    words t1 = words_early(words_add(words_early(words_add(*h, w_and_k)), words_select(e, f, g)));

    t1 = words_early(words_add(t1, big_sigma1(e)));
    *d = words_early(words_add(*d, t1));
    t1 = words_early(words_add(t1, words_majority(a, b, c)));
    *h = words_early(words_add(t1, big_sigma0(a)));
}

/* Word t, which replaces the one sixteen before. */
INLINE void expand(words *w, unsigned t)
{
    words sum = words_add(words_add(w[t % 16], small_sigma0(w[(t + 1) % 16])), w[(t + 9) % 16]);

    w[t % 16] = words_add(sum, small_sigma1(w[(t + 14) % 16]));
}

INLINE void first_rounds(words s[][8], ring *w, ring *next, const struct lanes *l, size_t next_at,
                         const unsigned num_vectors, const int has_next)
{
    UNROLL for (unsigned j = 0; j < 16; j++) {
        if (has_next)
            load_ahead(next, l, next_at, j, num_vectors);
        UNROLL for (unsigned i = 0; i < num_vectors; i++)
            step(s[i], j, words_add(w[i][j], constant(j)));
    }
}

/* Sixteen rounds from `first` on. */
INLINE void later_rounds(words s[][8], ring *w, unsigned first, const unsigned num_vectors)
{
    UNROLL for (unsigned j = 0; j < 16; j++)
        UNROLL for (unsigned i = 0; i < num_vectors; i++) {
            expand(w[i], j);
            step(s[i], j, words_add(w[i][j], constant(first + j)));
        }
}

INLINE void compress_block(words s[][8], ring *w, ring *next, const struct lanes *l, size_t next_at,
                           const unsigned num_vectors)
{
    words start[MAX_VECTORS][8];

    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < 8; k++)
            start[i][k] = s[i][k];
    if (next_at != 0)
        first_rounds(s, w, next, l, next_at, num_vectors, 1);
    else
        first_rounds(s, w, next, l, next_at, num_vectors, 0);
    for (unsigned t = 16; t < NUM_ROUNDS; t += 16)
        later_rounds(s, w, t, num_vectors);
    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < 8; k++)
            s[i][k] = words_add(s[i][k], start[i][k]);
}

INLINE void compress_vectors(const struct lanes *l, size_t num_blocks, const unsigned num_vectors)
{
    words s[MAX_VECTORS][8];
    ring rings[2][MAX_VECTORS], *w = rings[0], *next = rings[1], *other;
    size_t len = BLOCK_LEN * num_blocks;

    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < 8; k += WORDS_AT_ONCE)
            load_words(s[i] + k, (const uint8_t *const *)l->state + WORDS * i, WORD * k);
    for (unsigned j = 0; j < 16 && len != 0; j++)
        load_ahead(w, l, 0, j, num_vectors);
    for (size_t at = 0; at < len; at += BLOCK_LEN) {
        compress_block(s, w, next, l, at + BLOCK_LEN < len ? at + BLOCK_LEN : 0, num_vectors);
        other = w, w = next, next = other;
    }
    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        UNROLL for (unsigned k = 0; k < 8; k += WORDS_AT_ONCE)
            store_words(l->state + WORDS * i, WORD * k, s[i] + k);
    ab_wipe(rings, sizeof(rings));
}
