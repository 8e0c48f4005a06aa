/*
 * MD5, ordered by dependencies. A step's result is b of the next step, and the path from b to the next b sets the
 * pace, so everything that does not need b is summed first. The first function, (b & c) | (~b & d), and the last, c ^
 * (b | ~d), leave two operations, an addition, a rotation and an addition on that path, 5 cycles. The third, b ^ (c ^
 * d), leaves one before the sum, and so does the second, which is the sum of two terms, (b & d) + (c & ~d), one
 * without b: 4 cycles. That makes 288 a block.
 */
#include <string.h>

#include "kernels/md5/md5_kernels.h"
#include "kernels/md5/md5_tables.h"
#include "kernels/words32.h"

struct state {
    uint32_t a, b, c, d;
};

/* sum + f(b, c, d), f being the first to the fourth function. */
INLINE uint32_t add_f(uint32_t sum, unsigned f, uint32_t b, uint32_t c, uint32_t d)
{
    switch (f) {
    case 0: return sum + ((b & early(c ^ d)) ^ d);
    case 1: return early(sum + (c & ~d)) + (b & d);
    case 2: return sum + (b ^ early(c ^ d));
    default: return sum + ((b | ~d) ^ c);
    }
}

INLINE uint32_t word_and_constant(const uint8_t *in, unsigned i)
{
    uint32_t x;

    memcpy(&x, in + 4 * ab_md5_word[i], sizeof(x));
    return x + ab_md5_t[i];
}

/* Step i: the new b takes the place of a. */
INLINE void step(const uint8_t *in, unsigned i, uint32_t *a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t sum = early(*a + word_and_constant(in, i));

    *a = b + rotate_left(add_f(sum, i / 16, b, c, d), ab_md5_shift[i / 16][i % 4]);
}

/* Four steps, after which each word has its name back. */
INLINE void four_steps(struct state *s, const uint8_t *in, unsigned i)
{
    step(in, i, &s->a, s->b, s->c, s->d);
    step(in, i + 1, &s->d, s->a, s->b, s->c);
    step(in, i + 2, &s->c, s->d, s->a, s->b);
    step(in, i + 3, &s->b, s->c, s->d, s->a);
}

INLINE void sixteen_steps(struct state *s, const uint8_t *in, unsigned i)
{
    four_steps(s, in, i);
    four_steps(s, in, i + 4);
    four_steps(s, in, i + 8);
    four_steps(s, in, i + 12);
}

INLINE struct state compress_block(struct state h, const uint8_t *in)
{
    struct state s = h;

    sixteen_steps(&s, in, 0);
    sixteen_steps(&s, in, 16);
    sixteen_steps(&s, in, 32);
    sixteen_steps(&s, in, 48);
    return (struct state){ h.a + s.a, h.b + s.b, h.c + s.c, h.d + s.d };
}

void ab_md5_compress_scalar(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    struct state h = { state[0], state[1], state[2], state[3] };

    for (; num_blocks > 0; num_blocks--, in += 64)
        h = compress_block(h, in);
    memcpy(state, &h, sizeof(h));
}
