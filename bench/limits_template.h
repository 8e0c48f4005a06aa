/*
 * The loops of limits.h in terms of vec and bench_clmul of one level. After each round the values pass through an empty
 * asm, so that the compiler neither merges nor reorders what is to be counted.
 */
#include "limits.h"

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define UNROLL _Pragma("GCC unroll 16")
#endif

enum { SIDE_BY_SIDE = 8, MANY = 12, MULTIPLIERS = 3 };

INLINE void keep(vec *v, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        __asm__ volatile("" : "+x"(v[i]));
}

INLINE void aes_round(vec *b, unsigned num, vec key)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenc(b[i], key);
    keep(b, num);
}

INLINE void multiply(vec *m, unsigned num, vec key)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        m[i] = bench_clmul(m[i], key);
    keep(m, num);
}

INLINE void clear(vec *v, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        v[i] = vec_zero();
    keep(v, num);
}

static void aes(uint64_t num)
{
    vec b[MANY], key = vec_zero(); /* more than latency times rate, so that no gap of the schedule counts */

    clear(b, MANY);
    for (uint64_t i = 0; i < num * 10 / MANY; i++)
        aes_round(b, MANY, key);
}

static void clmul(uint64_t num)
{
    vec m[SIDE_BY_SIDE], key = vec_zero();

    clear(m, SIDE_BY_SIDE);
    for (uint64_t i = 0; i < num / SIDE_BY_SIDE; i++)
        multiply(m, SIDE_BY_SIDE, key);
}

static void latency(uint64_t num)
{
    vec b[1], key = vec_zero();

    clear(b, 1);
    for (uint64_t i = 0; i < num / 8; i++)
        UNROLL for (unsigned r = 0; r < 8; r++)
            aes_round(b, 1, key);
}

/* Eight vectors of `rounds` rounds; three multiplies beside each of the first eight rounds make 24, three a vector. */
INLINE void mix(uint64_t num, unsigned rounds)
{
    vec b[SIDE_BY_SIDE], m[MULTIPLIERS], key = vec_zero();

    clear(b, SIDE_BY_SIDE);
    clear(m, MULTIPLIERS);
    for (uint64_t i = 0; i < num / SIDE_BY_SIDE; i++)
        UNROLL for (unsigned r = 0; r < rounds; r++) {
            aes_round(b, SIDE_BY_SIDE, key);
            if (r < SIDE_BY_SIDE)
                multiply(m, MULTIPLIERS, key);
        }
}

static void mix_128(uint64_t num) { mix(num, 10); }
static void mix_192(uint64_t num) { mix(num, 12); }
static void mix_256(uint64_t num) { mix(num, 14); }

const struct bench_limit_loops AB_SYMBOL(bench_limit_loops) = {
    .vector_blocks = VEC_BLOCKS,
    .aes = aes,
    .clmul = clmul,
    .latency = latency,
    .mix = { mix_128, mix_192, mix_256 },
};
