/* Message blocks of SHA-1 and SHA-2 in lanes. Include lanes32_template.h or lanes64_template.h first. */
#ifndef AB_KERNELS_SHA_LANES_H
# define AB_KERNELS_SHA_LANES_H

/* Sixteen words of the schedule: word t is at t % 16. */
typedef words ring[16];

/* Row number `row` of the blocks at `at`, big-endian: as many words as a vector has. */
INLINE void load_part(words *w, const uint8_t *const in[], size_t at, unsigned row)
{
    load_row(w + WORDS * row, in, at + row * sizeof(words));
    UNROLL for (unsigned i = WORDS * row; i < WORDS * (row + 1); i++)
        w[i] = words_swap_bytes(w[i]);
}

/* The loads of round j below 16: the rows of all vectors, spread evenly. They belong to the next block. */
INLINE void load_ahead(ring *next, const struct lanes *l, size_t at, unsigned j, const unsigned num_vectors)
{
    unsigned every = WORDS / num_vectors, i = j / every % num_vectors, row = j / every / num_vectors;

    if (j % every == 0)
        load_part(next[i], l->in + WORDS * i, at, row);
}

#endif
