/*
 * Elements of the field of P-256 side by side, one a lane. The file that includes this brings vectors of four lanes (ifma_vec4.h)
 * or of eight (ifma_vec8.h).
 *
 * Limbs of 52 bits, in Montgomery's form with the factor 2^260 = 16 2^256: there is room for 16 p, so that sums and
 * differences, to which multiples of p are added, need no reduction. A product of a < k p and b < l p is below (k l / 16
 * + 1) p. The limbs of what is added and subtracted may be of any size and sign; they are carried once before they are
 * multiplied. Where bounds would grow from step to step what is above 2^256 is folded as well (fes_fold), which leaves
 * less than 1.01 p.
 */
#ifndef AB_KERNELS_EC_P256_LIMBS_TEMPLATE_H
# define AB_KERNELS_EC_P256_LIMBS_TEMPLATE_H

# include "kernels/ec/words.h"

enum { NUM_LIMBS = 5, LIMB = 52 };
# define LIMB_MASK (UINT64_MAX >> (64 - LIMB))
# define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of as many elements as there are lanes. */
struct fes {
    vec v[NUM_LIMBS];
};

static const uint64_t PRIME_IN_LIMBS[NUM_LIMBS] = { 0xfffffffffffff, 0xfffffffffff, 0, 0x1000000000, 0xffffffff0000 };

/*
 * p + 1: a multiple of 2^96, so that of a number whose lowest limb is m that limb vanishes when m p = m (p + 1) - m is added.
 */
static const uint64_t PRIME_AND_1[NUM_LIMBS] = { 0, 0x100000000000, 0, 0x1000000000, 0xffffffff0000 };

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

/* k p in each lane. */
INLINE struct fes fes_multiple(uint64_t k)
{
    struct fes r;

    EACH(i)
    r.v[i] = vec_set1(k * PRIME_IN_LIMBS[i]);
    return r;
}

/* Limbs from 0 to 2^52; the value is from 0 to 2^260. */
INLINE struct fes fes_carry(struct fes a)
{
    UNROLL for (unsigned i = 0; i + 1 < NUM_LIMBS; i++) {
        a.v[i + 1] += (vec)((signed_vec)a.v[i] >> LIMB);
        a.v[i] &= vec_set1(LIMB_MASK);
    }
    return a;
}

/* The same modulo p, less than 1.01 p: h 2^256 = h (2^224 - 2^192 - 2^96 + 1). The value is from 0 on. */
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
