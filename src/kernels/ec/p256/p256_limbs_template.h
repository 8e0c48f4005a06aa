/*
 * Elements of the field of P-256 side by side with AVX-512 IFMA, one a lane. The file that includes this defines
 * vectors of four lanes before (ifma_vec4.h) or of eight (ifma_vec8.h).
 *
 * Limbs of 52 bits, in Montgomery form with the factor 2^260 = 16 2^256. There is room for 16 p, so sums and
 * differences, to which multiples of p are added, need no reduction. A product of a < k p and b < l p is below (k l /
 * 16 + 1) p. Limbs that are added or subtracted may have any size and sign; they must be carried (fes_carry) before
 * they are multiplied. Where bounds would grow from step to step, fes_fold also folds what is above 2^256, which leaves
 * less than 1.01 p.
 */
#ifndef AB_KERNELS_EC_P256_LIMBS_TEMPLATE_H
# define AB_KERNELS_EC_P256_LIMBS_TEMPLATE_H

# include "kernels/ec/words.h"

enum { NUM_LIMBS = 5, LIMB = 52 };
# define LIMB_MASK (UINT64_MAX >> (64 - LIMB))
# define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of every lane in v[i]. */
struct fes {
    vec v[NUM_LIMBS];
};

static const uint64_t PRIME_IN_LIMBS[NUM_LIMBS] = { 0xfffffffffffff, 0xfffffffffff, 0, 0x1000000000, 0xffffffff0000 };

/* p + 1, a multiple of 2^96: adding m p = m (p + 1) - m to a number whose lowest limb is m makes that limb 0. */
static const uint64_t PRIME_AND_1[NUM_LIMBS] = { 0, 0x100000000000, 0, 0x1000000000, 0xffffffff0000 };

/* a + b, and below a - b, limb by limb; not carried. */
INLINE struct fes fes_add(struct fes a, struct fes b)
{
    EACH(i)
    a.v[i] += b.v[i];
    return a;
}

INLINE struct fes fes_sub(struct fes a, struct fes b)
{
    EACH(i)
    a.v[i] -= b.v[i];
    return a;
}

/* k p in each lane; limbs are not carried. */
INLINE struct fes fes_multiple(uint64_t k)
{
    struct fes r;

    EACH(i)
    r.v[i] = vec_set1(k * PRIME_IN_LIMBS[i]);
    return r;
}

/* The same value with limbs from 0 to 2^52 - 1; the highest keeps the rest. The value must be from 0 to 2^260. */
INLINE struct fes fes_carry(struct fes a)
{
    UNROLL for (unsigned i = 0; i + 1 < NUM_LIMBS; i++) {
        a.v[i + 1] += (vec)((signed_vec)a.v[i] >> LIMB);
        a.v[i] &= vec_set1(LIMB_MASK);
    }
    return a;
}

/*
 * 2^n w for a number w below p, as in a table; n is a constant from 4 to 12. Carried, but the highest limb keeps the
 * rest.
 */
INLINE struct fes fes_shifted(const vec w[4], unsigned n)
{
    const vec mask = vec_set1(LIMB_MASK);

    return (struct fes){ { w[0] << n & mask, (w[0] >> (52 - n) | w[1] << (12 + n)) & mask,
                           (w[1] >> (40 - n) | w[2] << (24 + n)) & mask, (w[2] >> (28 - n) | w[3] << (36 + n)) & mask,
                           w[3] >> (16 - n) } };
}

/*
 * The same element, carried and below 1.01 p: h 2^256 = h (2^224 - 2^192 - 2^96 + 1) modulo p. The value must not be
 * negative.
 */
INLINE struct fes fes_fold(struct fes a)
{
    vec h = (vec)((signed_vec)a.v[4] >> 48);

    a.v[4] = (a.v[4] & vec_set1(0xffffffffffff)) + (h << 16);
    a.v[3] -= h << 36;
    a.v[1] -= h << 44;
    a.v[0] += h;
    return fes_carry(a);
}

#endif
