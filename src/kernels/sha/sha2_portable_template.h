/*
 * SHA-2 as FIPS 180-4 sec. 6.2.2 and 6.4.2 state it, a word at a time. The file that includes this one defines word,
 * NUM_ROUNDS, ROUND_CONSTANT, FROM_BIG_ENDIAN and the four functions named sigma.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"

enum { WORD_LEN = sizeof(word), BLOCK_LEN = 16 * WORD_LEN };

static inline word rotate_right(word x, unsigned n)
{
    return x >> n | x << (8 * WORD_LEN - n);
}
static inline word rotations(word x, unsigned a, unsigned b, unsigned c)
{
    return rotate_right(x, a) ^ rotate_right(x, b) ^ rotate_right(x, c);
}
static inline word rotations_and_shift(word x, unsigned a, unsigned b, unsigned shift)
{
    return rotate_right(x, a) ^ rotate_right(x, b) ^ x >> shift;
}
static inline word ch(word x, word y, word z)
{
    return (x & y) ^ (~x & z);
}
static inline word maj(word x, word y, word z)
{
    return (x & y) ^ (x & z) ^ (y & z);
}

static word load_word(const uint8_t *p)
{
    word x;

    memcpy(&x, p, sizeof(x));
    return FROM_BIG_ENDIAN(x);
}

static void expand(word w[NUM_ROUNDS], const uint8_t *in)
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = load_word(in + WORD_LEN * t);
    for (unsigned t = 16; t < NUM_ROUNDS; t++)
        w[t] = SMALL_SIGMA1(w[t - 2]) + w[t - 7] + SMALL_SIGMA0(w[t - 15]) + w[t - 16];
}

static void compress_block(word state[8], const word w[NUM_ROUNDS])
{
    word s[8]; /* a, b, c, d, e, f, g, h */

    memcpy(s, state, sizeof(s));
    for (unsigned t = 0; t < NUM_ROUNDS; t++) {
        word t1 = s[7] + BIG_SIGMA1(s[4]) + ch(s[4], s[5], s[6]) + ROUND_CONSTANT(t) + w[t];
        word t2 = BIG_SIGMA0(s[0]) + maj(s[0], s[1], s[2]);

        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += s[i];
    ab_wipe(s, sizeof(s));
}

/* Compress num_blocks blocks of 16 words into the state. */
INLINE void compress(word state[8], const uint8_t *in, size_t num_blocks)
{
    word w[NUM_ROUNDS];

    for (; num_blocks > 0; num_blocks--, in += BLOCK_LEN) {
        expand(w, in);
        compress_block(state, w);
    }
    ab_wipe(w, sizeof(w));
}
