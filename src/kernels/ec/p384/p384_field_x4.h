/*
 * The field of p384_field.h for four elements side by side (fe_x4_template.h), eight limbs of 48 bits each. What lies
 * at 2^384 and above folds by 2^384 = 2^128 + 2^96 - 2^32 + 1: 2^96 is two limbs, and 2^32 a shift that leaves 16 bits
 * in the limb and takes 32 to the next.
 */
#ifndef AB_KERNELS_EC_P384_FIELD_X4_H
# define AB_KERNELS_EC_P384_FIELD_X4_H

# include "kernels/ec/p384/p384_field_words.h"

enum { HALF = 4, LIMB = 48, FOLD_SHIFT = 32 };
# include "kernels/ec/weierstrass/fe_x4_template.h"

/* A multiple of p in limbs of about 2^61, less the 2^48 that fe_x4_settle adds to limbs 0 and 4. */
static const uint64_t BIAS[NUM_LIMBS] = {
    0x1fff2000ffffdfff, 0x2000ffffffffe000, 0x2000dffeffffbffe, 0x2000ffffffffdfff,
    0x1fffffffffffdfff, 0x2000ffffffffdfff, 0x2000ffffffffdfff, 0x2000ffffffffdfff,
};

INLINE __m512i bias(unsigned i)
{
    const int64_t low = (int64_t)BIAS[i], high = (int64_t)BIAS[HALF + i];

    return _mm512_set_epi64(high, high, high, high, low, low, low, low);
}

/*
 * Settle: limbs of 48 bits and a carry of up to 15 bits. The highest carry folds, and that subtracts from limb 0, which
 * therefore keeps 2^48 of its own; limb 4, in the other half of the same vector, does so with it. Settled limbs are
 * below 2^49 + 2^15.
 */
INLINE struct fe_x4 fe_x4_settle(struct fe_x4 a)
{
    const __m512i mask = _mm512_set1_epi64(LIMB_MASK), spare = _mm512_set1_epi64(LIMB_MASK + 1);
    __m512i over[HALF], top, shifted;

    EACH(i)
    {
        a.v[i] = _mm512_add_epi64(a.v[i], bias(i));
        over[i] = _mm512_srli_epi64(a.v[i], LIMB);
        a.v[i] = _mm512_and_si512(a.v[i], mask);
    }
    a.v[0] = _mm512_add_epi64(a.v[0], spare);
    UNROLL for (unsigned i = 1; i < HALF; i++)
        a.v[i] = _mm512_add_epi64(a.v[i], over[i - 1]);
    top = swap_halves(over[HALF - 1]); /* the carry to limb 8, to limb 4 */
    shifted = _mm512_maskz_slli_epi64(LOWER, top, FOLD_SHIFT);
    a.v[0] = _mm512_add_epi64(a.v[0], _mm512_sub_epi64(top, shifted));
    a.v[2] = _mm512_add_epi64(a.v[2], _mm512_mask_add_epi64(shifted, LOWER, shifted, top));
    return a;
}

/* A product: low.v[k] has limbs k and 4 + k, high.v[k] limbs 8 + k and 12 + k; all below 2^56. */
struct wide_x4 {
    struct fe_x4 low, high;
};

/* The product of two settled elements. column[k] has in its halves the parts of limbs k and 4 + k. */
INLINE struct wide_x4 fe_x4_product(struct fe_x4 a, struct fe_x4 b)
{
    __m512i factor[NUM_LIMBS], column[3 * HALF], below = _mm512_setzero_si512();
    struct wide_x4 w;

    EACH(i) {
        factor[i] = lower_twice(a.v[i]);
        factor[HALF + i] = upper_twice(a.v[i]);
    }
    UNROLL for (unsigned k = 0; k < 3 * HALF; k++) {
        __m512i low = _mm512_setzero_si512(), high = low;

        EACH(j)
            if (k >= j && k - j < NUM_LIMBS) {
                low = _mm512_madd52lo_epu64(low, factor[k - j], b.v[j]);
                high = _mm512_madd52hi_epu64(high, factor[k - j], b.v[j]);
            }
        column[k] = _mm512_add_epi64(low, _mm512_slli_epi64(below, 52 - LIMB));
        below = high;
    }
    EACH(i) {
        w.low.v[i] = _mm512_add_epi64(column[i], lower_to_upper(column[HALF + i]));
        w.high.v[i] = _mm512_add_epi64(column[2 * HALF + i], upper_to_lower(column[HALF + i]));
    }
    return w;
}

/* x 2^32 as two limbs: the lower 48 bits of the product, and the rest, which belongs to the next limb. */
INLINE __m512i shifted_low(__m512i x)
{
    return _mm512_and_si512(_mm512_slli_epi64(x, FOLD_SHIFT), _mm512_set1_epi64(LIMB_MASK));
}

INLINE __m512i shifted_high(__m512i x)
{
    return _mm512_srai_epi64(x, LIMB - FOLD_SHIFT);
}

/*
 * r + 2^384 e modulo p, for three limbs e[k] in lower halves: with g = 2^32 e, add e - g to limb k and e + g to limb k
 * + 2.
 */
INLINE struct fe_x4 fold_three_limbs(struct fe_x4 r, const __m512i e[3])
{
    __m512i g[4], sum[2];

    g[0] = shifted_low(e[0]);
    g[1] = _mm512_add_epi64(shifted_low(e[1]), shifted_high(e[0]));
    g[2] = _mm512_add_epi64(shifted_low(e[2]), shifted_high(e[1]));
    g[3] = shifted_high(e[2]);
    sum[0] = _mm512_add_epi64(e[0], g[0]);
    sum[1] = _mm512_add_epi64(e[1], g[1]);
    UNROLL for (unsigned i = 0; i < 3; i++)
        r.v[i] = _mm512_add_epi64(r.v[i], _mm512_sub_epi64(e[i], g[i]));
    r.v[2] = _mm512_add_epi64(r.v[2], sum[0]);
    r.v[3] = _mm512_add_epi64(r.v[3], _mm512_sub_epi64(sum[1], g[3]));
    r.v[0] = _mm512_add_epi64(r.v[0], lower_to_upper(_mm512_add_epi64(e[2], g[2])));
    r.v[1] = _mm512_add_epi64(r.v[1], lower_to_upper(g[3]));
    return r;
}

/*
 * Fold the upper eight limbs in the same way, in place; three limbs of e + g exceed 2^384 again and fold a second time.
 */
INLINE struct fe_x4 fe_x4_mul(struct fe_x4 a, struct fe_x4 b)
{
    struct wide_x4 w = fe_x4_product(a, b);
    struct fe_x4 r = w.low, sum;
    __m512i over[HALF], g, e[3];

    EACH(i)
        over[i] = shifted_high(w.high.v[i]);
    EACH(i) {
        g = _mm512_add_epi64(shifted_low(w.high.v[i]),
                             i == 0 ? lower_to_upper(over[HALF - 1]) : over[(i + HALF - 1) % HALF]);
        sum.v[i] = _mm512_add_epi64(w.high.v[i], g);
        r.v[i] = _mm512_add_epi64(r.v[i], _mm512_sub_epi64(w.high.v[i], g));
    }
    r.v[0] = _mm512_add_epi64(r.v[0], lower_to_upper(sum.v[2]));
    r.v[1] = _mm512_add_epi64(r.v[1], lower_to_upper(sum.v[3]));
    r.v[2] = _mm512_add_epi64(r.v[2], sum.v[0]);
    r.v[3] = _mm512_add_epi64(r.v[3], sum.v[1]);
    e[0] = upper_to_lower(_mm512_sub_epi64(sum.v[2], over[HALF - 1]));
    e[1] = upper_to_lower(sum.v[3]);
    e[2] = upper_to_lower(over[HALF - 1]);
    return fold_three_limbs(r, e);
}

static void fe_from_wide(struct fe *r, const uint64_t words[NUM_WORDS + 1])
{
    const struct fe fold = { { FOLD_0, FOLD_1, 1 } };
    struct fe high = { { words[NUM_WORDS] } }, low;

    memcpy(low.v, words, sizeof(low.v));
    fe_mul(&high, &high, &fold);
    fe_add(r, &low, &high);
}

#endif
