/*
 * BLAKE2 with the four Gs of half a round side by side. The path through a G is twelve operations. The message's words
 * are not on it, since they are added to `a` before b is known: 24 a round.
 */
#include <string.h>

#include "kernels/blake2/blake2_sigma.h"
#include "kernels/inline.h"

enum { WORD_BITS = 8 * sizeof(word), BLOCK = 16 * sizeof(word) };

/* Keep the compiler from moving terms of a sum across this point, which would lengthen the path. */
INLINE word early(word x)
{
    __asm__("" : "+r"(x));
    return x;
}

INLINE word rotate_right(word x, unsigned n)
{
    return x >> n | x << (WORD_BITS - n);
}

INLINE word load(const uint8_t *in, unsigned i)
{
    word x;

    memcpy(&x, in + i * sizeof(x), sizeof(x));
    return x;
}

/* Half a G: the upper rotations or the lower. */
INLINE void half_g(word *a, word *b, word *c, word *d, word x, unsigned r_d, unsigned r_b)
{
    *a = early(*a + x) + *b;
    *d = rotate_right(*d ^ *a, r_d);
    *c += *d;
    *b = rotate_right(*b ^ *c, r_b);
}

/* Half a round: the Gs of the columns (diagonal = 0) or of the diagonals (1). */
INLINE void half_round(word v[16], const uint8_t *in, const uint8_t sigma[16], unsigned diagonal)
{
    UNROLL for (unsigned i = 0; i < 4; i++)
        half_g(&v[i], &v[4 + (i + diagonal) % 4], &v[8 + (i + 2 * diagonal) % 4], &v[12 + (i + 3 * diagonal) % 4],
               load(in, sigma[8 * diagonal + 2 * i]), R1, R2);
    UNROLL for (unsigned i = 0; i < 4; i++)
        half_g(&v[i], &v[4 + (i + diagonal) % 4], &v[8 + (i + 2 * diagonal) % 4], &v[12 + (i + 3 * diagonal) % 4],
               load(in, sigma[8 * diagonal + 2 * i + 1]), R3, R4);
}

void AB_SYMBOL(compress_scalar)(word *h, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last)
{
    for (; num_blocks > 0; num_blocks--, in += BLOCK, num_bytes += BLOCK) {
        word v[16] = {
            h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], iv[0], iv[1], iv[2], iv[3],
            iv[4] ^ counter_low(num_bytes), iv[5] ^ counter_high(num_bytes), is_last ? ~iv[6] : iv[6], iv[7],
        };

        UNROLL for (unsigned i = 0; i < NUM_ROUNDS; i++) {
            half_round(v, in, ab_blake2_sigma[i], 0);
            half_round(v, in, ab_blake2_sigma[i], 1);
        }
        UNROLL for (unsigned i = 0; i < 8; i++)
            h[i] ^= v[i] ^ v[i + 8];
    }
}
