/*
 * Polynomials of ML-DSA in vectors of VEC_LEN coefficients: the NTT, its inverse, products and sums. Included after a
 * header that defines vec and its operations (mldsa_vec_avx2.h).
 *
 * Products modulo q are Montgomery's with a constant z and z / q mod 2^32: the low half t of a (z / q) makes t q
 * agree with a z in the low half, so that the difference of the high halves is (a z - t q) / 2^32. With |z| < q / 2
 * it is below |a| q / 2^33 + q / 2: below 0.51 q for |a| < 9 q, and 0.75 q for any a. There is no product of words
 * with a high half, so the words of even and of odd places are multiplied one after the other.
 *
 * An NTT has levels of butterflies at the distances len = 128 ... 1. Down to len = VEC_LEN they lie between vectors;
 * the others lie inside, and each pair of vectors is split first so that they lie between the two (split and join).
 */
#include "kernels/mldsa/mldsa_kernels.h"

enum {
    Q = AB_MLDSA_Q,
    N = AB_MLDSA_POLY,
    BLOCK = 32, /* the coefficients that the levels from len = 16 on work on */
    NUM_BLOCKS = N / BLOCK,
    VECS = BLOCK / VEC_LEN,
    BLOCKS_IN_STEP = VEC_LEN == 16 ? 8 : 1, /* a level waits for the one before, so other blocks fill the time */
    PAIRS_IN_STEP = BLOCKS_IN_STEP * VECS / 2
};

/* Constants: in Montgomery's form, and over q. */
enum {
    ONE_OVER_Q = 58728449,
    SCALE = 41978, /* 2^64 / 256: stands for 2^32 / 256 */
    SCALE_OVER_Q = -8395782,
    SCALED_ZETA = -3975713, /* zeta^128 2^32 / 256, of the last level of the inverse NTT */
    SCALED_ZETA_OVER_Q = -151046689
};

/* ---- words modulo q ---- */

/* A constant and the same over q, and the words of odd places of both at even places. */
struct constant {
    vec z, over_q, odd_z, odd_over_q;
};

INLINE struct constant same(int32_t z, int32_t over_q)
{
    return (struct constant){ all(z), all(over_q), all(z), all(over_q) };
}

/* a - t q, whose low half is 0, for the t that makes it so. */
INLINE wide_vec cancel(wide_vec a, wide_vec t)
{
    return a - mul_even((vec)t, all(Q));
}

INLINE vec multiply(vec a, struct constant c)
{
    const vec odd = odd_words(a);
    const wide_vec even_product = cancel(mul_even(a, c.z), mul_even(a, c.over_q));

    return high_halves(even_product, cancel(mul_even(odd, c.odd_z), mul_even(odd, c.odd_over_q)));
}

/* The same for products that are there, |.| < 2^31 q. */
INLINE vec reduce(wide_vec even, wide_vec odd)
{
    const vec over_q = all(ONE_OVER_Q);

    return high_halves(cancel(even, mul_even((vec)even, over_q)), cancel(odd, mul_even((vec)odd, over_q)));
}

/* The reduced representative of |a| < q. */
INLINE vec reduce_fully(vec a)
{
    return a + (all(Q) & (a >> 31));
}

/* The centred representative of |a| < q. */
INLINE vec centre(vec a)
{
    a = reduce_fully(a);
    return a - (all(Q) & (a > all((Q - 1) / 2)));
}

/* ---- the NTT ---- */

INLINE struct constant zeta(unsigned i)
{
    return same(ab_mldsa_zetas[i], ab_mldsa_zetas_over_q[i]);
}

/* The constant of a level inside a pair of vectors; tail points at the first one of the pair. */
INLINE struct constant tail_zeta(const int32_t *tail, unsigned len)
{
    for (unsigned l = VEC_LEN / 2; l > len; l /= 2)
        tail += 2 * VEC_LEN;
    return (struct constant){ load(tail), load(tail + VEC_LEN), odd_words(load(tail)),
                              odd_words(load(tail + VEC_LEN)) };
}

/* Words of constants for one pair. */
enum { TAIL_LEN = (VEC_LEN == 16 ? 4 : 3) * 2 * VEC_LEN };

/* a, b := a + z b, a - z b: algorithm 41, lines 8 to 10. Sizes grow by less than 0.51 q. */
INLINE void butterfly(vec *a, vec *b, struct constant c)
{
    const vec t = multiply(*b, c);

    *b = *a - t;
    *a = *a + t;
}

/* a, b := a + b, z (b - a): algorithm 42, lines 8 to 11. */
INLINE void inverse_butterfly(vec *a, vec *b, struct constant c)
{
    const vec difference = *b - *a;

    *a = *a + *b;
    *b = multiply(difference, c);
}

/* Vectors at a distance of `step` coefficients. */
INLINE void load_vecs(vec *v, unsigned num, const int32_t *p, unsigned step)
{
    UNROLL
    for (unsigned i = 0; i < num; i++)
        v[i] = load(p + i * step);
}

INLINE void store_vecs(int32_t *p, const vec *v, unsigned num, unsigned step)
{
    UNROLL
    for (unsigned i = 0; i < num; i++)
        store(p + i * step, v[i]);
}

/* The levels len = 128, 64 and 32. */
INLINE void ntt_outer(int32_t *a)
{
    for (unsigned i = 0; i < BLOCK; i += VEC_LEN) {
        vec v[NUM_BLOCKS];

        load_vecs(v, NUM_BLOCKS, a + i, BLOCK);
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            butterfly(&v[j], &v[j + 4], zeta(1));
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            butterfly(&v[j + (j & 2)], &v[j + (j & 2) + 2], zeta(2 + j / 2));
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            butterfly(&v[2 * j], &v[2 * j + 1], zeta(4 + j));
        store_vecs(a + i, v, NUM_BLOCKS, BLOCK);
    }
}

/* The levels from len = 16 on that lie between the vectors of a block. */
INLINE void ntt_between(vec v[VECS], unsigned block)
{
    UNROLL
    for (unsigned i = 0; i < VECS / 2; i++)
        butterfly(&v[i], &v[i + VECS / 2], zeta(8 + block));
    UNROLL
    for (unsigned i = 0; VEC_LEN == 8 && i < VECS; i += 2)
        butterfly(&v[i], &v[i + 1], zeta(16 + 2 * block + i / 2));
}

INLINE void ntt_inside(vec *v, const int32_t *tail)
{
    UNROLL
    for (unsigned len = VEC_LEN / 2; len >= 1; len /= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++) {
            split(&v[2 * i], &v[2 * i + 1], len);
            butterfly(&v[2 * i], &v[2 * i + 1], tail_zeta(tail + i * TAIL_LEN, len));
        }
    UNROLL
    for (unsigned len = 1; len <= VEC_LEN / 2; len *= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++)
            join(&v[2 * i], &v[2 * i + 1], len);
}

/* Sizes stay below q + 8 (0.51 q). */
static void ntt(ab_mldsa_poly a)
{
    const int32_t *tail = TAIL;

    ntt_outer(a);
    for (unsigned block = 0; block < NUM_BLOCKS; block += BLOCKS_IN_STEP, tail += PAIRS_IN_STEP * TAIL_LEN) {
        vec v[BLOCKS_IN_STEP * VECS];

        load_vecs(v, BLOCKS_IN_STEP * VECS, a + block * BLOCK, VEC_LEN);
        UNROLL
        for (unsigned i = 0; i < BLOCKS_IN_STEP; i++)
            ntt_between(v + i * VECS, block + i);
        ntt_inside(v, tail);
        store_vecs(a + block * BLOCK, v, BLOCKS_IN_STEP * VECS, VEC_LEN);
    }
}

/* The levels len = 1 ... VEC_LEN / 2 of the inverse. */
INLINE void inverse_inside(vec *v, const int32_t *tail)
{
    UNROLL
    for (unsigned len = VEC_LEN / 2; len >= 1; len /= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++)
            split(&v[2 * i], &v[2 * i + 1], len);
    UNROLL
    for (unsigned len = 1; len <= VEC_LEN / 2; len *= 2)
        UNROLL
        for (unsigned i = 0; i < PAIRS_IN_STEP; i++) {
            inverse_butterfly(&v[2 * i], &v[2 * i + 1], tail_zeta(tail + i * TAIL_LEN, len));
            join(&v[2 * i], &v[2 * i + 1], len);
        }
}

/* The levels up to len = 16 that lie between the vectors of a block. */
INLINE void inverse_between(vec v[VECS], unsigned block)
{
    UNROLL
    for (unsigned i = 0; VEC_LEN == 8 && i < VECS; i += 2)
        inverse_butterfly(&v[i], &v[i + 1], zeta(31 - 2 * block - i / 2));
    UNROLL
    for (unsigned i = 0; i < VECS / 2; i++)
        inverse_butterfly(&v[i], &v[i + VECS / 2], zeta(15 - block));
}

/* The levels len = 32, 64 and 128; the last one also scales. */
INLINE void inverse_outer(int32_t *a)
{
    for (unsigned i = 0; i < BLOCK; i += VEC_LEN) {
        vec v[NUM_BLOCKS];

        load_vecs(v, NUM_BLOCKS, a + i, BLOCK);
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            inverse_butterfly(&v[2 * j], &v[2 * j + 1], zeta(7 - j));
        UNROLL
        for (unsigned j = 0; j < 4; j++)
            inverse_butterfly(&v[j + (j & 2)], &v[j + (j & 2) + 2], zeta(3 - j / 2));
        UNROLL
        for (unsigned j = 0; j < 4; j++) {
            inverse_butterfly(&v[j], &v[j + 4], same(SCALED_ZETA, SCALED_ZETA_OVER_Q));
            v[j] = centre(multiply(v[j], same(SCALE, SCALE_OVER_Q)));
            v[j + 4] = centre(v[j + 4]);
        }
        store_vecs(a + i, v, NUM_BLOCKS, BLOCK);
    }
}

/* Sums double in each level, from less than q: |c| <= 256 (q - 1) < 2^31. Products are smaller. */
static void inverse_ntt(ab_mldsa_poly a)
{
    const int32_t *tail = INVERSE_TAIL;

    for (unsigned block = 0; block < NUM_BLOCKS; block += BLOCKS_IN_STEP, tail += PAIRS_IN_STEP * TAIL_LEN) {
        vec v[BLOCKS_IN_STEP * VECS];

        load_vecs(v, BLOCKS_IN_STEP * VECS, a + block * BLOCK, VEC_LEN);
        inverse_inside(v, tail);
        UNROLL
        for (unsigned i = 0; i < BLOCKS_IN_STEP; i++)
            inverse_between(v + i * VECS, block + i);
        store_vecs(a + block * BLOCK, v, BLOCKS_IN_STEP * VECS, VEC_LEN);
    }
    inverse_outer(a);
}

/* ---- products and sums ---- */

static void inner_product(ab_mldsa_poly out, const ab_mldsa_poly *a, const ab_mldsa_poly *b, unsigned num)
{
    for (unsigned i = 0; i < N; i += VEC_LEN) {
        wide_vec even = { 0 }, odd = { 0 };

        for (unsigned j = 0; j < num; j++) {
            const vec x = load(a[j] + i), y = load(b[j] + i);

            even += mul_even(x, y);
            odd += mul_even(odd_words(x), odd_words(y));
        }
        store(out + i, reduce(even, odd));
    }
}

static void add(ab_mldsa_poly a, const ab_mldsa_poly b)
{
    for (unsigned i = 0; i < N; i += VEC_LEN)
        store(a + i, load(a + i) + load(b + i));
}

static void subtract(ab_mldsa_poly a, const ab_mldsa_poly b)
{
    for (unsigned i = 0; i < N; i += VEC_LEN)
        store(a + i, load(a + i) - load(b + i));
}

static unsigned exceeds(const ab_mldsa_poly a, int32_t bound)
{
    const vec greatest = all(bound - 1);
    vec is_above = { 0 };

    for (unsigned i = 0; i < N; i += VEC_LEN)
        is_above |= greatest - absolute(load(a + i));
    return any_negative(is_above);
}
