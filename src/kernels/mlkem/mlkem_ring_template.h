/*
 * Polynomials of ML-KEM in vectors of VEC_LEN coefficients: the NTT, its inverse, products and sums. Included after a
 * header that defines vec and its operations (mlkem_vec_avx2.h).
 *
 * Products modulo q are Montgomery's with a constant z and z / q mod 2^16 (G. Seiler, "Faster AVX2 optimized NTT
 * multiplication for Ring-LWE lattice cryptography", 2018): the low word t of a (z / q) makes t q agree with a z in the
 * low word, so that the difference of the high words is (a z - t q) / 2^16. With |z| < q / 2 it is below
 * |a| q / 2^17 + q / 2: below 0.71 q for |a| <= 8 q, which is less than 2^15.
 *
 * An NTT has levels of butterflies at the distances len = 128 ... 2. Down to len = VEC_LEN they lie between vectors;
 * the others lie inside, and each pair of vectors is split first so that they lie between the two (split and join).
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum {
    Q = AB_MLKEM_Q,
    N = AB_MLKEM_POLY,
    BLOCK = 64, /* the coefficients that the levels from len = 32 on work on */
    NUM_BLOCKS = N / BLOCK,
    VECS = BLOCK / VEC_LEN,
    BLOCKS_IN_STEP = VEC_LEN == 32 ? NUM_BLOCKS : 1, /* a level waits for the one before; others fill the time */
    PAIRS_IN_STEP = BLOCKS_IN_STEP * VECS / 2
};

/* Constants: in Montgomery's form, and over q. */
enum {
    ONE_OVER_Q = -3327,
    TWO_POWER_32 = 1353, /* stands for 2^16 */
    TWO_POWER_32_OVER_Q = 20553,
    SCALE = 512, /* 2^16 / 128: stands for 1 / 128 */
    SCALE_OVER_Q = 512,
    SCALED_ZETA = -266, /* zeta^64 / 128, of the last level of the inverse NTT */
    SCALED_ZETA_OVER_Q = -32522
};

/* ---- words modulo q ---- */

INLINE vec multiply(vec a, vec z, vec z_over_q)
{
    return mul_high(a, z) - mul_high(mul_low(a, z_over_q), all(Q));
}

/*
 * The representative of any a with |c| < 0.65 q. 10 / 2^15 is 1 / q but for 1.6 %, so the multiple of q that is nearest
 * to a is missed by at most 0.15 q.
 */
INLINE vec reduce(vec a)
{
    return a - mul_low(mul_round(a, all(10)), all(Q));
}

/* ---- the NTT ---- */

/* A constant: a power of zeta and the same over q. */
struct constant {
    vec z, over_q;
};

INLINE struct constant zeta(unsigned i)
{
    return (struct constant){ all(ab_mlkem_zetas[i]), all(ab_mlkem_zetas_over_q[i]) };
}

/* The constant of a level inside a pair of vectors; tail points at the first one of the pair. */
INLINE struct constant tail_zeta(const int16_t *tail, unsigned len)
{
    for (unsigned l = VEC_LEN / 2; l > len; l /= 2)
        tail += 2 * VEC_LEN;
    return (struct constant){ load(tail), load(tail + VEC_LEN) };
}

/* Words of constants for one pair. */
enum { TAIL_LEN = (VEC_LEN == 32 ? 4 : 3) * 2 * VEC_LEN };

/* a, b := a + z b, a - z b: algorithm 9, lines 8 to 10. Sizes grow by less than 0.71 q. */
INLINE void butterfly(vec *a, vec *b, struct constant c)
{
    vec t = multiply(*b, c.z, c.over_q);

    *b = *a - t;
    *a = *a + t;
}

/* a, b := a + b, z (b - a): algorithm 10, lines 7 to 9. */
INLINE void inverse_butterfly(vec *a, vec *b, struct constant c)
{
    vec difference = *b - *a;

    *a = *a + *b;
    *b = multiply(difference, c.z, c.over_q);
}

INLINE void load_blocks(vec *v, const int16_t *p)
{
    UNROLL
    for (unsigned i = 0; i < BLOCKS_IN_STEP * VECS; i++)
        v[i] = load(p + i * VEC_LEN);
}

INLINE void store_blocks(int16_t *p, const vec *v)
{
    UNROLL
    for (unsigned i = 0; i < BLOCKS_IN_STEP * VECS; i++)
        store(p + i * VEC_LEN, v[i]);
}

/* The levels len = 128 and 64. */
INLINE void ntt_outer(int16_t *a)
{
    const struct constant z1 = zeta(1), z2 = zeta(2), z3 = zeta(3);

    for (unsigned i = 0; i < BLOCK; i += VEC_LEN) {
        vec v[4] = { load(a + i), load(a + i + 64), load(a + i + 128), load(a + i + 192) };

        butterfly(&v[0], &v[2], z1);
        butterfly(&v[1], &v[3], z1);
        butterfly(&v[0], &v[1], z2);
        butterfly(&v[2], &v[3], z3);
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            store(a + i + BLOCK * j, v[j]);
    }
}

/* The levels from len = 32 on that lie between the vectors of a block. */
INLINE void ntt_between(vec v[VECS], unsigned block)
{
    struct constant z = zeta(4 + block);

    UNROLL
    for (unsigned i = 0; i < VECS / 2; i++)
        butterfly(&v[i], &v[i + VECS / 2], z);
    UNROLL
    for (unsigned i = 0; VEC_LEN == 16 && i < VECS; i += 2)
        butterfly(&v[i], &v[i + 1], zeta(8 + 2 * block + i / 2));
}

INLINE void ntt_inside(vec *v, const int16_t *tail)
{
    UNROLL
    for (unsigned len = VEC_LEN / 2; len >= 2; len /= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++) {
            split(&v[2 * i], &v[2 * i + 1], len);
            butterfly(&v[2 * i], &v[2 * i + 1], tail_zeta(tail + i * TAIL_LEN, len));
        }
    UNROLL
    for (unsigned len = 2; len <= VEC_LEN / 2; len *= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++)
            join(&v[2 * i], &v[2 * i + 1], len);
    UNROLL
    for (unsigned i = 0; i < 2 * PAIRS_IN_STEP; i++)
        v[i] = reduce(v[i]);
}

/* Sizes stay below q + 7 (0.71 q) < 2^15. */
static void ntt(ab_mlkem_poly a)
{
    const int16_t *tail = TAIL;

    ntt_outer(a);
    for (unsigned block = 0; block < NUM_BLOCKS; block += BLOCKS_IN_STEP, tail += PAIRS_IN_STEP * TAIL_LEN) {
        vec v[BLOCKS_IN_STEP * VECS];

        load_blocks(v, a + block * BLOCK);
        UNROLL
        for (unsigned i = 0; i < BLOCKS_IN_STEP; i++)
            ntt_between(v + i * VECS, block + i);
        ntt_inside(v, tail);
        store_blocks(a + block * BLOCK, v);
    }
}

/*
 * The levels len = 2 ... VEC_LEN / 2 of the inverse. Sums double: below 8 q after len = 8, where they are reduced;
 * products are below 0.71 q.
 */
INLINE void inverse_inside(vec *v, const int16_t *tail)
{
    UNROLL
    for (unsigned len = VEC_LEN / 2; len >= 2; len /= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++)
            split(&v[2 * i], &v[2 * i + 1], len);
    UNROLL
    for (unsigned len = 2; len <= VEC_LEN / 2; len *= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++) {
            inverse_butterfly(&v[2 * i], &v[2 * i + 1], tail_zeta(tail + i * TAIL_LEN, len));
            if (len == 8)
                v[2 * i] = reduce(v[2 * i]);
            join(&v[2 * i], &v[2 * i + 1], len);
        }
}

/* The levels up to len = 32 that lie between the vectors of a block. */
INLINE void inverse_between(vec v[VECS], unsigned block)
{
    struct constant z = zeta(7 - block);

    UNROLL
    for (unsigned i = 0; VEC_LEN == 16 && i < VECS; i += 2)
        inverse_butterfly(&v[i], &v[i + 1], zeta(15 - 2 * block - i / 2));
    UNROLL
    for (unsigned i = 0; i < VECS / 2; i++)
        inverse_butterfly(&v[i], &v[i + VECS / 2], z);
}

/*
 * The levels len = 64 and 128, from |c| < 2.9 q, with the division by 128 (algorithm 10, line 14). Sums of two are
 * below 5.8 q. Of those that meet again one is reduced, so that sums and differences are below 6.45 q < 2^15.
 */
INLINE void inverse_outer(int16_t *a)
{
    const struct constant z2 = zeta(2), z3 = zeta(3);
    const struct constant last = { all(SCALED_ZETA), all(SCALED_ZETA_OVER_Q) };
    const struct constant scale = { all(SCALE), all(SCALE_OVER_Q) };

    for (unsigned i = 0; i < BLOCK; i += VEC_LEN) {
        vec v[4] = { load(a + i), load(a + i + 64), load(a + i + 128), load(a + i + 192) };

        inverse_butterfly(&v[0], &v[1], z3);
        inverse_butterfly(&v[2], &v[3], z2);
        v[0] = reduce(v[0]);
        inverse_butterfly(&v[0], &v[2], last);
        inverse_butterfly(&v[1], &v[3], last);
        store(a + i, multiply(v[0], scale.z, scale.over_q));
        store(a + i + 64, multiply(v[1], scale.z, scale.over_q));
        store(a + i + 128, v[2]);
        store(a + i + 192, v[3]);
    }
}

static void inverse_ntt(ab_mlkem_poly a)
{
    const int16_t *tail = INVERSE_TAIL;

    for (unsigned block = 0; block < NUM_BLOCKS; block += BLOCKS_IN_STEP, tail += PAIRS_IN_STEP * TAIL_LEN) {
        vec v[BLOCKS_IN_STEP * VECS];

        load_blocks(v, a + block * BLOCK);
        inverse_inside(v, tail);
        UNROLL
        for (unsigned i = 0; i < BLOCKS_IN_STEP; i++)
            inverse_between(v + i * VECS, block + i);
        store_blocks(a + block * BLOCK, v);
    }
    inverse_outer(a);
}

/* ---- products and sums ---- */

/* The words of each pair get the factors 2^16 and gamma 2^16, of which inner_product takes 2^16 away. */
static void prepare(struct ab_mlkem_factor *out, const ab_mlkem_poly b)
{
    const struct constant power = { all(TWO_POWER_32), all(TWO_POWER_32_OVER_Q) };

    for (unsigned i = 0; i < N; i += VEC_LEN) {
        vec v = load(b + i);

        store(out->straight + i, multiply(v, load(ab_mlkem_factors + i), load(ab_mlkem_factors + N + i)));
        store(out->crossed + i, swap_pairs(multiply(v, power.z, power.over_q)));
    }
}

/* Montgomery's reduction of double words below 2^15 q, out of which come the words of even and of odd places. */
INLINE vec reduce_wide(wide_vec even, wide_vec odd)
{
    vec t = mul_low(low_words(even, odd), all(ONE_OVER_Q));

    return high_words(even, odd) - mul_high(t, all(Q));
}

/* A sum of at most eight products below q^2 is below 2^27. */
INLINE void inner_product_of(ab_mlkem_poly out, const ab_mlkem_poly *a, size_t stride, const struct ab_mlkem_factor *b,
                             unsigned k)
{
    for (unsigned i = 0; i < N; i += VEC_LEN) {
        wide_vec even = { 0 }, odd = { 0 };

        UNROLL
        for (unsigned j = 0; j < k; j++) {
            vec v = load(a[j * stride] + i);

            even += mul_pairs(v, load(b[j].straight + i));
            odd += mul_pairs(v, load(b[j].crossed + i));
        }
        store(out + i, reduce_wide(even, odd));
    }
}

static void inner_product(ab_mlkem_poly out, const ab_mlkem_poly *a, size_t stride, const struct ab_mlkem_factor *b,
                          unsigned k)
{
    if (k == 2)
        inner_product_of(out, a, stride, b, 2);
    else if (k == 3)
        inner_product_of(out, a, stride, b, 3);
    else
        inner_product_of(out, a, stride, b, 4);
}

static void add(ab_mlkem_poly a, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N; i += VEC_LEN)
        store(a + i, reduce(load(a + i) + load(b + i)));
}

static void subtract(ab_mlkem_poly a, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N; i += VEC_LEN)
        store(a + i, reduce(load(b + i) - load(a + i)));
}
