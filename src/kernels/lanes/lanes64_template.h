/*
 * Loads and stores of lanes of 64-bit words: two words of each message are two vectors of 128-bit parts, transposed 2 x
 * 2 within each part.
 */
#ifndef AB_KERNELS_LANES_LANES64_H
# define AB_KERNELS_LANES_LANES64_H

# include "kernels/lanes/lanes_template.h"

/* Two words of each message, from p[i] + at, 16 bytes each. */
INLINE void load_2_words(words w[2], const uint8_t *const p[], size_t at)
{
    words even = words_load_every(2, p, at), odd = words_load_every(2, p + 1, at);

    w[0] = words_low64(even, odd);
    w[1] = words_high64(even, odd);
}

INLINE void store_2_words(uint8_t *const p[], size_t at, const words w[2])
{
    words_store_every(2, p, at, words_low64(w[0], w[1]));
    words_store_every(2, p + 1, at, words_high64(w[0], w[1]));
}

/* As many words of each message as there are messages, from p[i] + at; see lanes32_template.h. */
INLINE void load_row(words w[WORDS], const uint8_t *const p[], size_t at)
{
    words even[PARTS], odd[PARTS];

    UNROLL for (unsigned j = 0; j < PARTS; j++) {
        words first = words_load(p[2 * j] + at), second = words_load(p[2 * j + 1] + at);

        fetch_ahead(p[2 * j] + at);
        fetch_ahead(p[2 * j + 1] + at);

        even[j] = words_low64(first, second);
        odd[j] = words_high64(first, second);
    }
    words_transpose_parts(even);
    words_transpose_parts(odd);
    UNROLL for (unsigned j = 0; j < PARTS; j++) {
        w[2 * j] = even[j];
        w[2 * j + 1] = odd[j];
    }
}

#endif
