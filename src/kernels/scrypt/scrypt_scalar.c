/*
 * scryptROMix in general registers. For one message all of it is a single chain of Salsa20/8, in which each step waits
 * for the one before: add, rotate and exclusive or take three cycles here, where vectors of four words need six on
 * some processors.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"
#include "kernels/scrypt/scrypt_kernels.h"

enum { WORDS = 16 };

struct salsa {
    uint32_t w[WORDS]; /* little-endian words in native order */
} __attribute__((may_alias));

INLINE uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* Salsa20 specification sec. 3. */
INLINE void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *b ^= rotate(*a + *d, 7);
    *c ^= rotate(*b + *a, 9);
    *d ^= rotate(*c + *b, 13);
    *a ^= rotate(*d + *c, 18);
}

/* sec. 6: columns, then rows. */
INLINE void double_round(uint32_t w[WORDS])
{
    quarter_round(&w[0], &w[4], &w[8], &w[12]);
    quarter_round(&w[5], &w[9], &w[13], &w[1]);
    quarter_round(&w[10], &w[14], &w[2], &w[6]);
    quarter_round(&w[15], &w[3], &w[7], &w[11]);
    quarter_round(&w[0], &w[1], &w[2], &w[3]);
    quarter_round(&w[5], &w[6], &w[7], &w[4]);
    quarter_round(&w[10], &w[11], &w[8], &w[9]);
    quarter_round(&w[15], &w[12], &w[13], &w[14]);
}

INLINE void add_salsa20_8(struct salsa *x)
{
    struct salsa y = *x;

    for (unsigned i = 0; i < 4; i++)
        double_round(y.w);
    for (unsigned i = 0; i < WORDS; i++)
        x->w[i] += y.w[i];
}

INLINE void add_block(struct salsa *x, const struct salsa *in)
{
    for (unsigned i = 0; i < WORDS; i++)
        x->w[i] ^= in->w[i];
}

/* scryptBlockMix (RFC 7914 sec. 4) of in, or of the sum of in and other; out may be neither. 2 r blocks. */
INLINE void mix(const struct salsa *in, const struct salsa *other, struct salsa *out, size_t r)
{
    struct salsa x = in[2 * r - 1];

    if (other != NULL)
        add_block(&x, &other[2 * r - 1]);
    for (size_t i = 0; i < 2 * r; i++) {
        add_block(&x, &in[i]);
        if (other != NULL)
            add_block(&x, &other[i]);
        add_salsa20_8(&x);
        out[i / 2 + (i & 1) * r] = x;
    }
}

/* A separate function, so that the compilers allocate registers for one loop at a time. */
__attribute__((noinline)) static void mix_one(const struct salsa *in, struct salsa *out, size_t r)
{
    mix(in, NULL, out, r);
}

__attribute__((noinline)) static void mix_sum(const struct salsa *in, const struct salsa *other, struct salsa *out,
                                              size_t r)
{
    mix(in, other, out, r);
}

/*
 * The index of the block depends on what was mixed so far: the one place where scrypt lets the caches learn of
 * secrets.
 */
static const struct salsa *pick(const struct salsa *memory, const struct salsa *x, size_t r, uint64_t n)
{
    uint64_t index = x[2 * r - 1].w[0] | (uint64_t)x[2 * r - 1].w[1] << 32;

    AB_PUBLIC(&index, sizeof(index));
    return memory + 2 * r * (index & (n - 1));
}

static void prefetch(const struct salsa *blocks, size_t r)
{
    for (size_t i = 0; i < 2 * r; i++)
        __builtin_prefetch(&blocks[i]);
}

void ab_scrypt_mix_scalar(uint8_t *block, size_t r, uint64_t n, uint8_t *memory)
{
    struct salsa *v = (struct salsa *)memory, *x = (struct salsa *)block, *y = v + 2 * r * n, *next;

    memcpy(v, x, 128 * r);
    for (uint64_t i = 1; i < n; i++)
        mix_one(v + 2 * r * (i - 1), v + 2 * r * i, r);
    mix_one(v + 2 * r * (n - 1), x, r);
    for (uint64_t i = 0; i < n; i++) {
        const struct salsa *picked = pick(v, x, r, n);

        prefetch(picked, r);
        mix_sum(x, picked, y, r);
        next = x;
        x = y;
        y = next;
    }
}
