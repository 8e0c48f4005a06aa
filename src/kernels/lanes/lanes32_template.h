/*
 * Loads and stores of lanes of 32-bit words.
 *
 * Four words of each message are four vectors of 128-bit parts. A transposition of 4 x 4 words within each part turns
 * a message's row into a word's. So any four words are loaded alike, whether of a block or of a chaining value.
 */
#ifndef AB_KERNELS_LANES_LANES32_H
# define AB_KERNELS_LANES_LANES32_H

# include "kernels/lanes/lanes_template.h"

INLINE void transpose_4x4(words w[4])
{
    words low01 = words_low32(w[0], w[1]), high01 = words_high32(w[0], w[1]);
    words low23 = words_low32(w[2], w[3]), high23 = words_high32(w[2], w[3]);

    w[0] = words_low64(low01, low23);
    w[1] = words_high64(low01, low23);
    w[2] = words_low64(high01, high23);
    w[3] = words_high64(high01, high23);
}

/* Four words of each message, from p[i] + at, 16 bytes each. */
INLINE void load_4_words(words w[4], const uint8_t *const p[], size_t at)
{
    UNROLL for (unsigned i = 0; i < 4; i++)
        w[i] = words_load_every(4, p + i, at);
    transpose_4x4(w);
}

INLINE void store_4_words(uint8_t *const p[], size_t at, const words w[4])
{
    words rows[4] = { w[0], w[1], w[2], w[3] };

    transpose_4x4(rows);
    UNROLL for (unsigned i = 0; i < 4; i++)
        words_store_every(4, p + i, at, rows[i]);
}

/*
 * As many words of each message as there are messages, from p[i] + at. Touch each cache line once: messages a multiple
 * of a page apart share the few places of one set of the first cache and evict each other.
 */
INLINE void load_row(words w[WORDS], const uint8_t *const p[], size_t at)
{
    words rows[PARTS][4], x[PARTS];

    UNROLL for (unsigned j = 0; j < PARTS; j++) {
        UNROLL for (unsigned i = 0; i < 4; i++)
            rows[j][i] = words_load(p[4 * j + i] + at);
        UNROLL for (unsigned i = 0; i < 4; i++)
            fetch_ahead(p[4 * j + i] + at);
        transpose_4x4(rows[j]);
    }
    UNROLL for (unsigned i = 0; i < 4; i++) {
        UNROLL for (unsigned j = 0; j < PARTS; j++)
            x[j] = rows[j][i];
        words_transpose_parts(x);
        UNROLL for (unsigned j = 0; j < PARTS; j++)
            w[4 * j + i] = x[j];
    }
}

#endif
