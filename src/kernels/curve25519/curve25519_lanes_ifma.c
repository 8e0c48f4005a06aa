/*
 * Eight keys in step with AVX-512 IFMA. Limbs of 51 bits, carried after sums too: VPMADD52 takes the lowest 52 bits of each. The
 * upper 52 bits of a product weigh twice a limb, so their sums are doubled; what comes to lie at 2^255 folds with 19.
 */
#include <immintrin.h>

#include "kernels/curve25519/fe25519.h"

enum { LANES = 8, NUM_LIMBS = 5, SUMS_ARE_CARRIED = 1 };

INLINE unsigned limb_offset(unsigned i)
{
    return 51 * i;
}

#include "kernels/curve25519/fe25519_lanes.h"

static const struct fe ONE = { { { 1, 1, 1, 1, 1, 1, 1, 1 } } };

INLINE vec add_low(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

INLINE vec add_high(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

/* Limb i of a product: low[i] and twice high[i - 1]. */
INLINE void fe_reduce(struct fe *r, const vec low[2 * NUM_LIMBS], const vec high[2 * NUM_LIMBS])
{
    EACH(i)
        r->v[i] = low[i] + (i == 0 ? low[9] : high[i == 0 ? 0 : i - 1] << 1) + times_19(low[i + NUM_LIMBS] + (high[i + 4] << 1));
    fe_carry(r);
}

INLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    vec low[2 * NUM_LIMBS] = { { 0 } }, high[2 * NUM_LIMBS] = { { 0 } };

    EACH(i)
        EACH(j) {
            low[i + j] = add_low(low[i + j], a->v[i], b->v[j]);
            high[i + j] = add_high(high[i + j], a->v[i], b->v[j]);
        }
    fe_reduce(r, low, high);
}

/* Products of two limbs once, then doubled. */
INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    vec low[2 * NUM_LIMBS] = { { 0 } }, high[2 * NUM_LIMBS] = { { 0 } };

    EACH(i)
        UNROLL for (unsigned j = i + 1; j < NUM_LIMBS; j++) {
            low[i + j] = add_low(low[i + j], a->v[i], a->v[j]);
            high[i + j] = add_high(high[i + j], a->v[i], a->v[j]);
        }
    UNROLL for (unsigned i = 1; i < 2 * NUM_LIMBS - 2; i++) {
        low[i] <<= 1;
        high[i] <<= 1;
    }
    EACH(i) {
        low[2 * i] = add_low(low[2 * i], a->v[i], a->v[i]);
        high[2 * i] = add_high(high[2 * i], a->v[i], a->v[i]);
    }
    fe_reduce(r, low, high);
}

INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    vec low[2 * NUM_LIMBS] = { { 0 } }, high[2 * NUM_LIMBS] = { { 0 } }, factor = n - (vec){ 0 };

    EACH(i) {
        low[i] = add_low(low[i], a->v[i], factor);
        high[i] = add_high(high[i], a->v[i], factor);
    }
    fe_reduce(r, low, high);
}

#include "kernels/curve25519/curve25519_lanes_template.h"

#include "kernels/curve25519/curve25519_lanes_check.h"

const struct ab_curve25519_lanes ab_curve25519_lanes_ifma = {
    "ifma", AB_LEVEL_VAES512, AB_BIT_IFMA, LANES, .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};
