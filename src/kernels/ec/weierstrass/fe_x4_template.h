/*
 * Four field elements of one point side by side (x4) with AVX-512 IFMA, for P-384 and P-521, each element in two
 * halves: lanes 0 to 3 of vector i hold limb i of the four elements, lanes 4 to 7 hold limb HALF + i. VPMADD52
 * multiplies the lowest 52 bits of two limbs and adds the lower or the upper 52 bits of the product. Broadcast to both
 * halves, a limb of one factor meets all limbs of the other in HALF times two instructions.
 *
 * Products and sums of a few products have signed limbs of up to 62 bits; fe_x4_settle makes them factors again:
 * unsigned limbs of little more than LIMB bits. The file that includes this defines before HALF, LIMB, NUM_WORDS and
 * struct fe, and after
 *
 *     fe_x4_mul (a, b)             a b, of settled elements; the result is not settled
 *     fe_x4_settle (a)             the same value modulo p, settled, for limbs above -2^60, below 2^62
 *     fe_from_wide (r, words)      r = a number of NUM_WORDS + 1 words, the highest small or 0
 *
 * All is secret: no branch and no address depends on a limb.
 */
#ifndef AB_KERNELS_EC_WEIERSTRASS_FE_X4_TEMPLATE_H
# define AB_KERNELS_EC_WEIERSTRASS_FE_X4_TEMPLATE_H

# include <immintrin.h>

# include "kernels/ec/words.h"

enum { NUM_LIMBS = 2 * HALF, LOWER = 0x0f, UPPER = 0xf0 };
# define LIMB_MASK (((uint64_t)1 << LIMB) - 1)
# define EACH(i) UNROLL for (unsigned i = 0; i < HALF; i++)

struct fe_x4 {
    __m512i v[HALF];
};

/* ---- halves of a vector ---- */

INLINE __m512i lower_twice(__m512i x)
{
    return _mm512_shuffle_i64x2(x, x, 0x44);
}

INLINE __m512i upper_twice(__m512i x)
{
    return _mm512_shuffle_i64x2(x, x, 0xee);
}

INLINE __m512i swap_halves(__m512i x)
{
    return _mm512_shuffle_i64x2(x, x, 0x4e);
}

/* One half of x in the other half of the result, with zeros beside it. */
INLINE __m512i lower_to_upper(__m512i x)
{
    return _mm512_maskz_shuffle_i64x2(UPPER, x, x, 0x44);
}

INLINE __m512i upper_to_lower(__m512i x)
{
    return _mm512_maskz_shuffle_i64x2(LOWER, x, x, 0xee);
}

/* ---- selections of the four elements ---- */

/* Sets of elements, as masks of vector lanes: both halves of an element. */
enum { LANE_0 = 0x11, LANE_1 = 0x22, LANE_2 = 0x44, LANE_3 = 0x88, ALL_LANES = 0xff };
/* The source of elements 0 to 3: 0 to 3 for the first operand, SECOND to SECOND + 3 for the second. */
enum { SECOND = 8 };
# define LANES(a, b, c, d) _mm512_set_epi64((d) + 4, (c) + 4, (b) + 4, (a) + 4, d, c, b, a)

/* Elements of a and b as LANES says. */
INLINE struct fe_x4 fe_x4_pick(struct fe_x4 a, struct fe_x4 b, __m512i lanes)
{
    EACH(i)
    a.v[i] = _mm512_permutex2var_epi64(a.v[i], lanes, b.v[i]);
    return a;
}

/* Elements of a as LANES says. */
INLINE struct fe_x4 fe_x4_permute(struct fe_x4 a, __m512i lanes)
{
    EACH(i)
    a.v[i] = _mm512_permutexvar_epi64(lanes, a.v[i]);
    return a;
}

/* b in these elements, a in the others. */
INLINE struct fe_x4 fe_x4_blend(struct fe_x4 a, __mmask8 lanes, struct fe_x4 b)
{
    EACH(i)
    a.v[i] = _mm512_mask_mov_epi64(a.v[i], lanes, b.v[i]);
    return a;
}

/* a + b, and below a - b, in these elements, a in the others; limb by limb. */
INLINE struct fe_x4 fe_x4_add(struct fe_x4 a, __mmask8 lanes, struct fe_x4 b)
{
    EACH(i)
    a.v[i] = _mm512_mask_add_epi64(a.v[i], lanes, a.v[i], b.v[i]);
    return a;
}

INLINE struct fe_x4 fe_x4_sub(struct fe_x4 a, __mmask8 lanes, struct fe_x4 b)
{
    EACH(i)
    a.v[i] = _mm512_mask_sub_epi64(a.v[i], lanes, a.v[i], b.v[i]);
    return a;
}

INLINE struct fe_x4 fe_x4_twice(struct fe_x4 a)
{
    EACH(i)
    a.v[i] = _mm512_add_epi64(a.v[i], a.v[i]);
    return a;
}

/* ---- from and to words ---- */

/* Limb i of an element; the highest limb has all bits that are left. */

INLINE uint64_t limb_of(const struct fe *a, unsigned i)
{
    unsigned word = i * LIMB / 64, shift = i * LIMB % 64;
    uint64_t bits = a->v[word] >> shift;

    if (shift + LIMB > 64 && word + 1 < NUM_WORDS)
        bits |= a->v[word + 1] << (64 - shift);
    return i + 1 < NUM_LIMBS ? bits & LIMB_MASK : bits;
}

/* Four elements side by side; settled. */
INLINE struct fe_x4 fe_x4_from(const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d)
{
    const struct fe *lane[4] = { a, b, c, d };
    struct fe_x4 r;

    EACH(i)
    {
        _Alignas(64) uint64_t limb[8];

        UNROLL for (unsigned j = 0; j < 4; j++) {
            limb[j] = limb_of(lane[j], i);
            limb[4 + j] = limb_of(lane[j], HALF + i);
        }
        r.v[i] = _mm512_load_si512(limb);
    }
    return r;
}

static void fe_from_wide(struct fe *r, const uint64_t words[NUM_WORDS + 1]);

/* r = one of the four elements, which must be settled. */
static void fe_x4_lane(struct fe *r, const struct fe_x4 *a, unsigned lane)
{
    uint64_t limb[NUM_LIMBS + 1], words[NUM_WORDS + 2] = { 0 };

    for (unsigned i = 0; i < HALF; i++) {
        uint64_t lanes[8];

        _mm512_storeu_si512(lanes, a->v[i]);
        limb[i] = lanes[lane];
        limb[HALF + i] = lanes[4 + lane];
        ab_wipe(lanes, sizeof(lanes));
    }
    for (unsigned i = 0; i < NUM_LIMBS; i++) {
        unsigned word = i * LIMB / 64, shift = i * LIMB % 64;

        if (i + 1 < NUM_LIMBS) {
            limb[i + 1] += limb[i] >> LIMB;
            limb[i] &= LIMB_MASK;
        }
        words[word] |= limb[i] << shift;
        words[word + 1] |= shift == 0 ? 0 : limb[i] >> (64 - shift);
    }
    fe_from_wide(r, words);
    ab_wipe(limb, sizeof(limb));
    ab_wipe(words, sizeof(words));
}

#endif
