/*
 * The field of p521_field.h for four elements side by side (fe_x4_template.h), twelve limbs of 44 bits each. 2^528 is
 * 2^7 modulo p: factors are shifted by 7 bits before they are multiplied, so that a product has no more limbs than they
 * have.
 */
#ifndef AB_KERNELS_EC_P521_FIELD_X4_H
# define AB_KERNELS_EC_P521_FIELD_X4_H

# include "kernels/ec/p521/p521_field_words.h"

enum { HALF = 6, LIMB = 44, WRAP = 7 };
# include "kernels/ec/weierstrass/fe_x4_template.h"

/* A multiple of p in limbs of about 2^60. */
static const uint64_t BIAS[NUM_LIMBS] = {
    0x10000fffff7fffff, 0x10000ffffffeffff, 0x10000ffffffeffff, 0x10000ffffffeffff,
    0x10000ffffffeffff, 0x10000ffffffeffff, 0x10000ffffffeffff, 0x10000ffffffeffff,
    0x10000ffffffeffff, 0x10000ffffffeffff, 0x10000ffffffeffff, 0x1000001ffffeffff,
};

INLINE __m512i bias(unsigned i)
{
    const int64_t low = (int64_t)BIAS[i], high = (int64_t)BIAS[HALF + i];

    return _mm512_set_epi64(high, high, high, high, low, low, low, low);
}

/* The carries x of limbs HALF - 1 and NUM_LIMBS - 1, shifted by `shift`: to limb HALF and, times 2^7, to limb 0. */
INLINE __m512i carry_round(__m512i x, int64_t shift)
{
    const int64_t wrapped = shift + WRAP;

    return _mm512_sllv_epi64(swap_halves(x),
                             _mm512_set_epi64(shift, shift, shift, shift, wrapped, wrapped, wrapped, wrapped));
}

/*
 * Settle: limbs of 44 bits and a carry of up to 19 bits, of up to 26 in limb 0. Settled limbs are below 2^44 + 2^19,
 * limb 0 below 2^44 + 2^26.
 */
INLINE struct fe_x4 fe_x4_settle(struct fe_x4 a)
{
    const __m512i mask = _mm512_set1_epi64(LIMB_MASK);
    __m512i over[HALF];

    EACH(i)
    {
        a.v[i] = _mm512_add_epi64(a.v[i], bias(i));
        over[i] = _mm512_srli_epi64(a.v[i], LIMB);
        a.v[i] = _mm512_and_si512(a.v[i], mask);
    }
    a.v[0] = _mm512_add_epi64(a.v[0], carry_round(over[HALF - 1], 0));
    UNROLL for (unsigned i = 1; i < HALF; i++)
        a.v[i] = _mm512_add_epi64(a.v[i], over[i - 1]);
    return a;
}

/*
 * Limb i of a, broadcast to both halves, times vector j of b gives limbs i + j and HALF + i + j. If i + j is at least
 * HALF, the first belongs to the upper half and the second, times 2^7, to the lower; if it is at least 2 HALF, both are
 * multiplied by 2^7 and stay.
 */
INLINE struct fe_x4 fe_x4_mul(struct fe_x4 a, struct fe_x4 b)
{
    __m512i plain[NUM_LIMBS], half_wrapped[NUM_LIMBS], wrapped[NUM_LIMBS], high[HALF];
    struct fe_x4 r;

    EACH(i) {
        plain[i] = lower_twice(a.v[i]);
        plain[HALF + i] = upper_twice(a.v[i]);
    }
    UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++) {
        half_wrapped[i] = _mm512_mask_slli_epi64(plain[i], UPPER, plain[i], WRAP);
        wrapped[i] = _mm512_slli_epi64(plain[i], WRAP);
    }
    EACH(k) {
        __m512i low = _mm512_setzero_si512(), low_swapped = low, high_swapped = low;

        high[k] = low;
        EACH(j) {
            __m512i aligned = j <= k ? plain[k - j] : wrapped[k + NUM_LIMBS - j];

            low = _mm512_madd52lo_epu64(low, aligned, b.v[j]);
            high[k] = _mm512_madd52hi_epu64(high[k], aligned, b.v[j]);
            low_swapped = _mm512_madd52lo_epu64(low_swapped, half_wrapped[k + HALF - j], b.v[j]);
            high_swapped = _mm512_madd52hi_epu64(high_swapped, half_wrapped[k + HALF - j], b.v[j]);
        }
        r.v[k] = _mm512_add_epi64(low, swap_halves(low_swapped));
        high[k] = _mm512_add_epi64(high[k], swap_halves(high_swapped));
    }
    r.v[0] = _mm512_add_epi64(r.v[0], carry_round(high[HALF - 1], 52 - LIMB));
    UNROLL for (unsigned i = 1; i < HALF; i++)
        r.v[i] = _mm512_add_epi64(r.v[i], _mm512_slli_epi64(high[i - 1], 52 - LIMB));
    return r;
}

static void fe_from_wide(struct fe *r, const uint64_t words[NUM_WORDS + 1])
{
    fe_fold(r, words);
}

#endif
