/*
 * X25519 and Ed25519 for four keys in step with AVX2. Limbs of 26 and 25 bits in turn (D. J. Bernstein, "Curve25519",
 * 2006, sec. 4), so a product of two limbs of 25 bits counts twice; what lies at 2^255 folds with 19. Carried elements
 * have even limbs below 2^26 + 2^12 and odd limbs below 2^25 + 2^12. Sums of three carried elements may be
 * multiplied. There is no check: verification of one key at a time with MULX and ADX is faster.
 */
#include <immintrin.h>

#include "kernels/curve25519/fe25519.h"
#include "kernels/factor_avx2.h"

enum { LANES = 4, NUM_LIMBS = 10, SUMS_ARE_CARRIED = 0 };

INLINE unsigned limb_offset(unsigned i)
{
    return 25 * i + (i + 1) / 2;
}

#include "kernels/curve25519/fe25519_batch_template.h"

static const struct fe ONE = { { { 1, 1, 1, 1 } } };

INLINE vec times_19(vec x)
{
    return (x << 4) + (x << 1) + x;
}

INLINE vec add_19_times(vec sum, vec x)
{
    return sum + times_19(x);
}

INLINE vec product(vec a, vec b)
{
    return (vec)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

/* Carry limbs below 2^64, in two chains at once from limbs 0 and 5; after that each is below 2^26 and a little. */
INLINE void fe_settle(struct fe *a)
{
    UNROLL for (unsigned i = 0; i < NUM_LIMBS / 2; i++) {
        unsigned upper = i + NUM_LIMBS / 2;
        vec over = a->v[i] >> limb_bits(i), over_upper = a->v[upper] >> limb_bits(upper);

        a->v[i] &= limb_mask(i);
        a->v[upper] &= limb_mask(upper);
        a->v[i + 1] += over;
        a->v[(upper + 1) % NUM_LIMBS] += upper + 1 == NUM_LIMBS ? times_19(over_upper) : over_upper;
    }
    UNROLL for (unsigned i = 0; i < NUM_LIMBS; i += NUM_LIMBS / 2) {
        a->v[i + 1] += a->v[i] >> limb_bits(i);
        a->v[i] &= limb_mask(i);
    }
    EACH(i)
        a->v[i] = (vec)factor_avx2((__m256i)a->v[i]);
}

NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    vec twice_a[NUM_LIMBS], b_19[NUM_LIMBS];
    struct fe sum = { { { 0 } } };

    EACH(i) {
        twice_a[i] = a->v[i] << 1;
        b_19[i] = times_19(b->v[i]);
    }
    EACH(i)
        EACH(j) {
            vec x = i % 2 != 0 && j % 2 != 0 ? twice_a[i] : a->v[i], y = i + j >= NUM_LIMBS ? b_19[j] : b->v[j];

            sum.v[(i + j) % NUM_LIMBS] += product(x, y);
        }
    fe_settle(&sum);
    *r = sum;
}

NOINLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    vec twice_a[NUM_LIMBS], a_19[NUM_LIMBS];
    struct fe sum = { { { 0 } } };

    EACH(i) {
        twice_a[i] = a->v[i] << 1;
        a_19[i] = times_19(a->v[i]);
    }
    EACH(i)
        UNROLL for (unsigned j = i; j < NUM_LIMBS; j++) {
            vec x = i == j ? a->v[i] : twice_a[i], y = i + j >= NUM_LIMBS ? a_19[j] : a->v[j];

            if (i % 2 != 0 && j % 2 != 0)
                x <<= 1;
            sum.v[(i + j) % NUM_LIMBS] += product(x, y);
        }
    fe_settle(&sum);
    *r = sum;
}

INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    EACH(i)
        r->v[i] = product(a->v[i], n - (vec){ 0 });
    fe_settle(r);
}

#include "kernels/curve25519/curve25519_batch_template.h"

const struct ab_curve25519_batch_kernels ab_curve25519_batch4_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 }, LANES, .ladder = ladder, .base_u = base_u, .base_point = base_point,
};
