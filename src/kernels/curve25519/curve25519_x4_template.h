/*
 * Four field elements of one point side by side (x4) with AVX-512 IFMA, and points of the Edwards curve made of them: a
 * sum or a doubling is two rounds of products that do not depend on each other. The file that includes this defines
 * vectors of four lanes before (ifma_vec4.h), or of eight for two points at once (ifma_vec8.h); then lanes 4 to 7 hold
 * the second point as lanes 0 to 3 the first.
 *
 * Limbs of 51 bits. VPMADD52 multiplies the lowest 52 bits of two limbs and adds the lower or the upper 52 bits of the
 * product; an upper half weighs 2^52, twice a limb, so the sums of upper halves are doubled. What lies at 2^255 and
 * above folds with 19.
 *
 * Bounds: "carried" means limbs below 2^51 + 2^13, limb 0 below 2^51 + 19 2^13. Factors must be carried. All is secret.
 */
#ifndef AB_KERNELS_CURVE25519_X4_TEMPLATE_H
# define AB_KERNELS_CURVE25519_X4_TEMPLATE_H

# include "kernels/inline.h"

enum { NUM_LIMBS = 5, LIMB = 51 };
# define LIMB_MASK (((uint64_t)1 << LIMB) - 1)
# define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of four elements, one in each lane, in v[i]. */
struct fe_x4 {
    vec v[NUM_LIMBS];
};

/* The same elements, carried, for any limbs below 2^64. */
INLINE struct fe_x4 fe_x4_carry(struct fe_x4 a)
{
    const vec mask = vec_set1(LIMB_MASK);
    struct fe_x4 r;

    r.v[0] = vec_madd_low(a.v[0] & mask, a.v[NUM_LIMBS - 1] >> LIMB, vec_set1(19));
    UNROLL for (unsigned i = 1; i < NUM_LIMBS; i++)
        r.v[i] = (a.v[i] & mask) + (a.v[i - 1] >> LIMB);
    return r;
}

INLINE vec times_19(vec x)
{
    return (x << 4) + (x << 1) + x;
}

/*
 * The columns of a product: column k sums the lower halves in low[k], the upper halves, which weigh twice as much, in
 * high[k].
 */
struct wide_x4 {
    vec low[2 * NUM_LIMBS], high[2 * NUM_LIMBS];
};

INLINE struct fe_x4 fe_x4_reduce(const struct wide_x4 *w)
{
    vec limb[2 * NUM_LIMBS];
    struct fe_x4 r;

    limb[0] = w->low[0];
    UNROLL for (unsigned i = 1; i < 2 * NUM_LIMBS; i++)
        limb[i] = w->low[i] + (w->high[i - 1] << 1);
    EACH(i)
        r.v[i] = limb[i] + times_19(limb[i + NUM_LIMBS]);
    return fe_x4_carry(r);
}

/* a b of carried elements; carried. */
INLINE struct fe_x4 fe_x4_mul(struct fe_x4 a, struct fe_x4 b)
{
    struct wide_x4 w = { 0 };

    EACH(i)
        EACH(j) {
            w.low[i + j] = vec_madd_low(w.low[i + j], a.v[i], b.v[j]);
            w.high[i + j] = vec_madd_high(w.high[i + j], a.v[i], b.v[j]);
        }
    return fe_x4_reduce(&w);
}

/*
 * The lanes of a that `lanes` selects. A point has lanes X, Y, Z, T; the second operand of a sum (addend) Y - X, Y + X,
 * 2Z, 2dT.
 */
INLINE struct fe_x4 fe_x4_permute(struct fe_x4 a, vec lanes)
{
    EACH(i)
        a.v[i] = vec_permute(a.v[i], lanes);
    return a;
}

/* a in these lanes, b in the others. Bit i of lanes is lane i of each point. */
INLINE struct fe_x4 fe_x4_blend(unsigned lanes, struct fe_x4 a, struct fe_x4 b)
{
    EACH(i)
        b.v[i] = vec_take_in(vec_mask(lanes), b.v[i], a.v[i]);
    return b;
}

/* a + b in the lanes of plus, a - b + 8p in those of minus, a in the others; not carried. b must be carried. */
INLINE struct fe_x4 fe_x4_add_sub(struct fe_x4 a, struct fe_x4 b, unsigned plus, unsigned minus)
{
    /* the limbs of 8p, each above any limb of b */
    const vec lowest = vec_set1(8 * (LIMB_MASK - 18)), other = vec_set1(8 * LIMB_MASK);

    EACH(i) {
        vec sum = vec_add_in(vec_mask(plus), a.v[i], b.v[i]);

        a.v[i] = vec_difference_in(vec_mask(minus), sum, a.v[i] + (i == 0 ? lowest : other), b.v[i]);
    }
    return a;
}

/* From words: w[i] has word i of each lane. Any values below 2^256; the highest limb keeps what is above 2^255. */
INLINE struct fe_x4 fe_x4_from_words(const vec w[4])
{
    const vec mask = vec_set1(LIMB_MASK);
    struct fe_x4 r;

    r.v[0] = w[0] & mask;
    r.v[1] = (w[0] >> 51 | w[1] << 13) & mask;
    r.v[2] = (w[1] >> 38 | w[2] << 26) & mask;
    r.v[3] = (w[2] >> 25 | w[3] << 39) & mask;
    r.v[4] = w[3] >> 12;
    return r;
}

/* ---- the Edwards curve; formulas as in curve25519_formulas_template.h ---- */

/* The point E F, G H, F G, E H from lanes E, F, G, H. */
INLINE struct fe_x4 finish_sum(struct fe_x4 efgh)
{
    return fe_x4_mul(fe_x4_permute(efgh, vec_lanes(0, 2, 1, 0)), fe_x4_permute(efgh, vec_lanes(1, 3, 2, 3)));
}

/* Lanes Y - X, Y + X, Z, T of a point. */
INLINE struct fe_x4 sums_of(struct fe_x4 p)
{
    return fe_x4_carry(fe_x4_add_sub(fe_x4_permute(p, vec_lanes(1, 1, 2, 3)), fe_x4_permute(p, vec_lanes(0, 0, 0, 0)),
                                     2, 1));
}

/* The sum from its products A, B, D, C. */
INLINE struct fe_x4 sum_of(struct fe_x4 abdc)
{
    /* B - A, D - C, D + C, B + A */
    return finish_sum(fe_x4_carry(
        fe_x4_add_sub(fe_x4_permute(abdc, vec_lanes(1, 2, 2, 1)), fe_x4_permute(abdc, vec_lanes(0, 3, 3, 0)), 12, 3)));
}

/* p + q for an addend q. */
INLINE struct fe_x4 add(struct fe_x4 p, struct fe_x4 q)
{
    return sum_of(fe_x4_mul(sums_of(p), q));
}

/* The point of an addend: its sum with (0, 1), whose T is 0. */
INLINE struct fe_x4 begin_sum(struct fe_x4 q)
{
    const struct fe_x4 none = { 0 };

    return sum_of(fe_x4_blend(8, none, q));
}

/* The addend of the opposite point: Y + X, Y - X, 2Z, -2dT. */
INLINE struct fe_x4 negated(struct fe_x4 a)
{
    const struct fe_x4 none = { 0 };
    struct fe_x4 swapped = fe_x4_permute(a, vec_lanes(1, 0, 2, 3));

    return fe_x4_blend(8, fe_x4_carry(fe_x4_add_sub(none, swapped, 0, 8)), swapped);
}

#endif
