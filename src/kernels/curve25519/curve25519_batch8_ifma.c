/*
 * X25519 and Ed25519 for eight keys in step with AVX-512 IFMA. Limbs of 51 bits, carried after sums too, since VPMADD52
 * multiplies the lowest 52 bits of each. An upper half of a product weighs 2^52, twice a limb, so the sums of upper
 * halves are doubled; what lies at 2^255 folds with 19. Carried elements have limbs below 2^51 + 2^13, limb 0 below
 * 2^51 + 19 2^13.
 */
#include <immintrin.h>

#include "kernels/curve25519/fe25519.h"

enum { LANES = 8, NUM_LIMBS = 5, SUMS_ARE_CARRIED = 1 };

INLINE unsigned limb_offset(unsigned i)
{
    return 51 * i;
}

#include "kernels/curve25519/fe25519_batch_template.h"

static const struct fe ONE = { { { 1, 1, 1, 1, 1, 1, 1, 1 } } };

INLINE vec add_low(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

INLINE vec add_high(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

INLINE vec add_19_times(vec sum, vec x)
{
    return add_low(sum, x, 19 - (vec){ 0 });
}

/* One multiplication: if gcc knew the factor, it would make two shifts and two additions of it. */
INLINE vec times_19(vec x)
{
    __m512i factor = _mm512_set1_epi64(19);

    __asm__("" : "+v"(factor));
    return (vec)_mm512_mullo_epi64((__m512i)x, factor);
}

/* Column i weighs 2^(51 i). */
struct columns {
    vec v[2 * NUM_LIMBS];
};

INLINE void double_columns(struct columns *c)
{
    UNROLL for (unsigned i = 1; i < 2 * NUM_LIMBS; i++)
        c->v[i] <<= 1;
}

INLINE void fe_reduce(struct fe *r, const struct columns *c)
{
    EACH(i)
        r->v[i] = c->v[i] + times_19(c->v[i + NUM_LIMBS]);
    fe_carry(r);
}

/* Sum the upper halves first and double them, then add the lower halves: one accumulator for each column. */
INLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    struct columns c = { { { 0 } } };

    EACH(i)
        EACH(j)
            c.v[i + j + 1] = add_high(c.v[i + j + 1], a->v[i], b->v[j]);
    double_columns(&c);
    EACH(i)
        EACH(j)
            c.v[i + j] = add_low(c.v[i + j], a->v[i], b->v[j]);
    fe_reduce(r, &c);
}

/*
 * Each product of two different limbs once: double its upper half twice, its lower half and the squares' upper halves
 * once.
 */
INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    struct columns c = { { { 0 } } };

    EACH(i)
        UNROLL for (unsigned j = i + 1; j < NUM_LIMBS; j++)
            c.v[i + j + 1] = add_high(c.v[i + j + 1], a->v[i], a->v[j]);
    double_columns(&c);
    EACH(i) {
        c.v[2 * i + 1] = add_high(c.v[2 * i + 1], a->v[i], a->v[i]);
        UNROLL for (unsigned j = i + 1; j < NUM_LIMBS; j++)
            c.v[i + j] = add_low(c.v[i + j], a->v[i], a->v[j]);
    }
    double_columns(&c);
    EACH(i)
        c.v[2 * i] = add_low(c.v[2 * i], a->v[i], a->v[i]);
    fe_reduce(r, &c);
}

INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    struct columns c = { { { 0 } } };
    const vec factor = n - (vec){ 0 };

    EACH(i)
        c.v[i + 1] = add_high(c.v[i + 1], a->v[i], factor);
    double_columns(&c);
    EACH(i)
        c.v[i] = add_low(c.v[i], a->v[i], factor);
    fe_reduce(r, &c);
}

#include "kernels/curve25519/curve25519_batch_template.h"

#include "kernels/curve25519/curve25519_batch8_check_template.h"

const struct ab_curve25519_batch_kernels ab_curve25519_batch8_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    .width = LANES,
    .ladder = ladder,
    .base_u = base_u,
    .base_point = base_point,
    .check = check,
};
