/*
 * SM3 of many messages, one to each word of a vector, and two vectors in step: the path from e to the next e is five
 * operations of two cycles each on some processors, and the other vector fills its gaps. Moving the next block into
 * place fills them too.
 */
#include "kernels/lanes/lanes32_template.h"
#include "kernels/sm3/sm3_kernels.h"

/* T of round j, rotated by j (sec. 4.2, 5.3.3) */
static const uint32_t t_rotated[64] = {
    0x79cc4519, 0xf3988a32, 0xe7311465, 0xce6228cb, 0x9cc45197, 0x3988a32f, 0x7311465e, 0xe6228cbc,
    0xcc451979, 0x988a32f3, 0x311465e7, 0x6228cbce, 0xc451979c, 0x88a32f39, 0x11465e73, 0x228cbce6,
    0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
    0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5,
    0x7a879d8a, 0xf50f3b14, 0xea1e7629, 0xd43cec53, 0xa879d8a7, 0x50f3b14f, 0xa1e7629e, 0x43cec53d,
    0x879d8a7a, 0x0f3b14f5, 0x1e7629ea, 0x3cec53d4, 0x79d8a7a8, 0xf3b14f50, 0xe7629ea1, 0xcec53d43,
    0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
    0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5,
};

/* Sixteen words of the expanded message: word i is at i % 16. */
typedef words ring[16];

INLINE words p0(words x)
{
    return words_xor3(x, words_rotate(x, 9), words_rotate(x, 17));
}
INLINE words p1(words x)
{
    return words_xor3(x, words_rotate(x, 15), words_rotate(x, 23));
}

/* Word i, which replaces the one sixteen before. */
INLINE void expand(words *w, unsigned i)
{
    words x = words_xor3(w[i % 16], w[(i - 9) % 16], words_rotate(w[(i - 3) % 16], 15));

    w[i % 16] = words_xor3(p1(x), words_rotate(w[(i - 13) % 16], 7), w[(i - 6) % 16]);
}

/* Round j, with its t. The roles of a, b, c, d and of e, f, g, h move on by one, so only j modulo 16 matters. */
INLINE void step(words s[8], words *w, unsigned j, uint32_t t, const int is_early)
{
    words a = s[-j % 4], *b = &s[(1 - j) % 4], c = s[(2 - j) % 4], *d = &s[(3 - j) % 4];
    words e = s[4 + -j % 4], *f = &s[4 + (1 - j) % 4], g = s[4 + (2 - j) % 4], *h = &s[4 + (3 - j) % 4];
    words a12 = words_rotate(a, 12), a12_t = words_early(words_add(a12, words_set1(t)));
    words ss1 = words_rotate(words_add(a12_t, e), 7), w_prime = words_xor(w[j % 16], w[(j + 4) % 16]);
    words ff = is_early ? words_xor3(a, *b, c) : words_majority(a, *b, c);
    words gg = is_early ? words_xor3(*f, g, e) : words_select(e, *f, g);
    words h_w = words_early(words_add(*h, w[j % 16])), d_w = words_early(words_add(words_add(*d, w_prime), ff));

    *h = p0(words_add(words_early(words_add(h_w, gg)), ss1));
    *d = words_add(d_w, words_xor(ss1, a12));
    *b = words_rotate(*b, 9);
    *f = words_rotate(*f, 19);
}

/* A quarter of a block, big-endian. */
INLINE void load_quarter(words *w, const uint8_t *const in[], size_t at)
{
    load_4_words(w, in, at);
    UNROLL for (unsigned i = 0; i < 4; i++)
        w[i] = words_swap_bytes(w[i]);
}

INLINE void load_blocks(ring *w, const struct lanes *l, size_t at, const unsigned num_vectors)
{
    for (unsigned i = 0; i < num_vectors; i++)
        for (unsigned j = 0; j < 16; j += 4)
            load_quarter(&w[i][j], l->in + WORDS * i, at + 4 * j);
}

/* Rounds 0 to 15, while the blocks at `at` of the messages are loaded into `next`. */
INLINE void first_rounds(words s[2][8], ring *w, ring *next, const struct lanes *l, size_t at,
                         const unsigned num_vectors)
{
    UNROLL for (unsigned j = 0; j < 16; j++)
        UNROLL for (unsigned i = 0; i < num_vectors; i++) {
            if (j >= 12)
                expand(w[i], j + 4);
            if (j % 4 == 0)
                load_quarter(&next[i][j], l->in + WORDS * i, at + 4 * j);
            step(s[i], w[i], j, t_rotated[j], 1);
        }
}

/* Sixteen rounds from `first` on. */
INLINE void later_rounds(words s[2][8], ring *w, unsigned first, const unsigned num_vectors)
{
    UNROLL for (unsigned j = 0; j < 16; j++)
        UNROLL for (unsigned i = 0; i < num_vectors; i++) {
            expand(w[i], 16 + j + 4);
            step(s[i], w[i], j, t_rotated[first + j], 0);
        }
}

/* Two quarters, the halves of the state, loaded or stored. */
INLINE void load_state(words s[8], uint8_t *const state[])
{
    load_4_words(s, (const uint8_t *const *)state, 0);
    load_4_words(s + 4, (const uint8_t *const *)state, 16);
}

INLINE void store_state(uint8_t *const state[], const words s[8])
{
    store_4_words(state, 0, s);
    store_4_words(state, 16, s + 4);
}

INLINE void compress_vectors(const struct lanes *l, size_t num_blocks, const unsigned num_vectors)
{
    words s[2][8], start[2][8];
    ring rings[2][2], *w = rings[0], *next = rings[1], *other;
    size_t len = 64 * num_blocks;

    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        load_state(s[i], l->state + WORDS * i);
    if (len != 0)
        load_blocks(w, l, 0, num_vectors);
    for (size_t at = 0; at < len; at += 64) {
        UNROLL for (unsigned i = 0; i < num_vectors; i++)
            UNROLL for (unsigned k = 0; k < 8; k++)
                start[i][k] = s[i][k];
        first_rounds(s, w, next, l, at + 64 < len ? at + 64 : at, num_vectors);
        for (unsigned j = 16; j < 64; j += 16)
            later_rounds(s, w, j, num_vectors);
        UNROLL for (unsigned i = 0; i < num_vectors; i++)
            UNROLL for (unsigned k = 0; k < 8; k++)
                s[i][k] = words_xor(s[i][k], start[i][k]);
        other = w, w = next, next = other;
    }
    UNROLL for (unsigned i = 0; i < num_vectors; i++)
        store_state(l->state + WORDS * i, s[i]);
    ab_wipe(rings, sizeof(rings));
}
