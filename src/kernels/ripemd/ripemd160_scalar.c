/*
 * RIPEMD-160 with the left and the right line side by side: each is a chain of additions and rotations that leaves
 * most of the processor idle, and the two do not meet before the end of a block.
 *
 * The path from one step's result, b of the next step, to that step's result sets the pace. So everything that does
 * not need b is summed first, and the fourth function, (b & d) | (c & ~d), is the sum of two terms, one of them
 * without b.
 */
#include <string.h>

#include "kernels/ripemd/ripemd_kernels.h"
#include "kernels/ripemd/ripemd_tables.h"
#include "kernels/words32.h"

struct line {
    uint32_t a, b, c, d, e;
};

/* sum + f(b, c, d), f being the first to the fifth function. */
INLINE uint32_t add_f(uint32_t sum, unsigned f, uint32_t b, uint32_t c, uint32_t d)
{
    switch (f) {
    case 0: return sum + (b ^ early(c ^ d));
    case 1: return sum + ((b & early(c ^ d)) ^ d);
    case 2: return sum + ((b | ~c) ^ d);
    case 3: return early(sum + (c & ~d)) + (b & d);
    default: return sum + (b ^ early(c | ~d));
    }
}

/* Add word x and constant k with the function f, rotate by s; the new b takes the place of a. */
INLINE void step(uint32_t *a, uint32_t b, uint32_t *c, uint32_t d, uint32_t e, unsigned f, uint32_t xk, unsigned s)
{
    *a = rotate_left(add_f(early(*a + xk), f, b, *c, d), s) + e;
    *c = rotate_left(*c, 10);
}

INLINE uint32_t word(const uint8_t *in, unsigned i)
{
    uint32_t x;

    memcpy(&x, in + 4 * i, sizeof(x));
    return x;
}

INLINE uint32_t left_xk(const uint8_t *in, unsigned i)
{
    return word(in, ab_ripemd_word_left[i]) + ab_ripemd_k_left[i / 16];
}
INLINE uint32_t right_xk(const uint8_t *in, unsigned i)
{
    return word(in, ab_ripemd_word_right[i]) + ab_ripemd_k_right[i / 16];
}

#define LEFT(i, a, b, c, d, e) step(&l.a, l.b, &l.c, l.d, l.e, (i) / 16, left_xk(in, i), ab_ripemd_shift_left[i])
#define RIGHT(i, a, b, c, d, e) step(&r.a, r.b, &r.c, r.d, r.e, 4 - (i) / 16, right_xk(in, i), ab_ripemd_shift_right[i])
#define BOTH(i, a, b, c, d, e) LEFT(i, a, b, c, d, e); RIGHT(i, a, b, c, d, e)

/* Five steps, after which each word has its name back. */
#define FIVE(i) \
    BOTH(i, a, b, c, d, e); BOTH((i) + 1, e, a, b, c, d); BOTH((i) + 2, d, e, a, b, c); BOTH((i) + 3, c, d, e, a, b); \
    BOTH((i) + 4, b, c, d, e, a)
#define TWENTY(i) FIVE(i); FIVE((i) + 5); FIVE((i) + 10); FIVE((i) + 15)

INLINE struct line compress_block(struct line h, const uint8_t *in)
{
    struct line l = h, r = h;

    TWENTY(0);
    TWENTY(20);
    TWENTY(40);
    TWENTY(60);
    return (struct line){ h.b + l.c + r.d, h.c + l.d + r.e, h.d + l.e + r.a, h.e + l.a + r.b, h.a + l.b + r.c };
}

void ab_ripemd160_compress_scalar(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    struct line h = { state[0], state[1], state[2], state[3], state[4] };

    for (; num_blocks > 0; num_blocks--, in += 64)
        h = compress_block(h, in);
    memcpy(state, &h, sizeof(h));
}
