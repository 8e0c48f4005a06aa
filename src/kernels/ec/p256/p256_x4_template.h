/*
 * P-256 with AVX-512 IFMA, four field elements of one point side by side (x4): a doubling is three rounds of products
 * that do not depend on each other, an addition four. The file that includes this defines vectors of four lanes before
 * (ifma_vec4.h), or of eight for two points at once (ifma_vec8.h); then lanes 4 to 7 hold the second point as lanes 0
 * to 3 hold the first. All is secret.
 */
#ifndef AB_KERNELS_EC_P256_X4_TEMPLATE_H
# define AB_KERNELS_EC_P256_X4_TEMPLATE_H

# include "kernels/ec/p256/p256_field_words.h"
# include "kernels/ec/p256/p256_limbs_template.h"

/* ---- four elements ---- */

/* a + b, a - b or b in these lanes, a in the others. Bit i of lanes is lane i of each point. */
INLINE struct fes fes_add_in(unsigned lanes, struct fes a, struct fes b)
{
    EACH(i)
    a.v[i] = vec_add_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fes fes_sub_in(unsigned lanes, struct fes a, struct fes b)
{
    EACH(i)
    a.v[i] = vec_sub_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fes fes_take_in(unsigned lanes, struct fes a, struct fes b)
{
    EACH(i)
    a.v[i] = vec_take_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fes fes_permute(struct fes a, vec lanes)
{
    EACH(i)
    a.v[i] = vec_permute(a.v[i], lanes);
    return a;
}

/* One lane of each point in all its lanes. */
INLINE struct fes fes_spread(struct fes a, unsigned lane)
{
    return fes_permute(a, vec_lanes(lane, lane, lane, lane));
}

/*
 * a b / 2^260 modulo p for carried elements; not carried. Each column sums what the columns below leave and the low and
 * high halves of its products; a column of the lower half is then cancelled by the multiple of p + 1 that it is the
 * factor of.
 */
INLINE struct fes fes_mul(struct fes a, struct fes b)
{
    const vec p1 = vec_set1(PRIME_AND_1[1]), p3 = vec_set1(PRIME_AND_1[3]), p4 = vec_set1(PRIME_AND_1[4]);
    vec low[2 * NUM_LIMBS] = { 0 }, high[2 * NUM_LIMBS] = { 0 }, left[2 * NUM_LIMBS] = { 0 };
    struct fes r;

    UNROLL for (unsigned k = 0; k < 2 * NUM_LIMBS; k++) {
        vec sum;

        UNROLL for (unsigned i = k < NUM_LIMBS ? 0 : k - NUM_LIMBS + 1; i <= k && i < NUM_LIMBS; i++) {
            low[k] = vec_madd_low(low[k], a.v[i], b.v[k - i]);
            high[k] = vec_madd_high(high[k], a.v[i], b.v[k - i]);
        }
        sum = left[k] + low[k];
        if (k > 0)
            sum += high[k - 1];
        if (k >= NUM_LIMBS) {
            r.v[k - NUM_LIMBS] = sum;
            continue;
        }
        left[k + 1] = vec_madd_low(left[k + 1], sum, p1) + (sum >> LIMB);
        left[k + 2] = vec_madd_high(left[k + 2], sum, p1);
        left[k + 3] = vec_madd_low(left[k + 3], sum, p3);
        left[k + 4] = vec_madd_low(vec_madd_high(left[k + 4], sum, p3), sum, p4);
        left[k + 5] = vec_madd_high(left[k + 5], sum, p4);
    }
    return r;
}

/*
 * From words: w[i] has word i of each lane, with the factor 2^256. Multiply by 16 for the factor 2^260. Carried, below
 * 16 p.
 */
INLINE struct fes fes_from_words(const vec w[4])
{
    return fes_shifted(w, 4);
}

/* 1 in each lane, below 1.01 p. */
INLINE struct fes fes_one(void)
{
    const vec w[4] = { vec_set1(ONE.v[0]), vec_set1(ONE.v[1]), vec_set1(ONE.v[2]), vec_set1(ONE.v[3]) };

    return fes_fold(fes_from_words(w));
}

/* r = one lane of a carried element below 2p, with the factor 2^256: multiply by 2^252 / 2^256. */
INLINE void fes_lane(struct fe *r, const struct fes *a, unsigned lane)
{
    static const struct fe sixteenth = { { 0, 0, 0, (uint64_t)1 << 60 } };
    const uint64_t l0 = a->v[0][lane], l1 = a->v[1][lane], l2 = a->v[2][lane], l3 = a->v[3][lane], l4 = a->v[4][lane];

    subtract_once(r, l0 | l1 << 52, l1 >> 12 | l2 << 40, l2 >> 24 | l3 << 28, l3 >> 36 | l4 << 16, l4 >> 48);
    fe_mul(r, r, &sixteenth);
}

/* ---- points ---- */

/*
 * A point, and what its doubling needs: lanes 0 to 2 of y are 2Y, a = 3 (X - Z^2) (X + Z^2) and 2Y, lane 2 of x is X,
 * lane 0 of z is Z; all carried, y folded. Lane 0 of zz is Z^2, not carried. Other lanes hold anything.
 */
struct sum {
    struct fes y, x, z, zz;
};

/* The second operand of a sum: lanes X, -, Z^2, Z of a and Z^3, 2Y of b (Y if z_is_one); carried. */
struct addend {
    struct fes a, b;
};

/*
 * y of struct sum: 2Y is twice lane 1 of product minus less, which is the same in lanes 0 and 2 and at most 4 p; a is
 * three times lane 0 of product, (X - Z^2) (X + Z^2).
 */
INLINE struct fes finish_y(struct fes product, struct fes less)
{
    struct fes y = fes_permute(product, vec_lanes(1, 0, 1, 1));
    struct fes twice_y = fes_add_in(2, fes_add(y, y), y);

    return fes_fold(fes_sub_in(5, twice_y, fes_sub(less, fes_multiple(4))));
}

/*
 * s = 2s. Bounds, in p: X 8.8, Z 1.6038 before; X 5.1, Z 1.2, Z^2 1.1 after. Inlined, since a function of its own keeps
 * vectors on a stack that gcc cannot align for Windows.
 */
INLINE void double_sum(struct sum *s)
{
    struct fes t, g, w, b, x, left, right;

    t = fes_mul(s->y, fes_take_in(1, s->y, s->z)); /* Z' = 2Y Z, a^2, (2Y)^2 */
    g = fes_carry(fes_permute(t, vec_lanes(0, 2, 2, 2)));
    w = fes_mul(fes_take_in(4, g, s->x), g); /* Z'^2, 16 Y^4, 4 X Y^2 */
    b = fes_spread(w, 2);
    x = fes_sub(fes_spread(t, 1), fes_sub(fes_add(b, b), fes_multiple(4)));

    /* X' - Z'^2, a, X' and X' + Z'^2, 4 X Y^2 - X' */
    left = fes_take_in(2, fes_carry(fes_sub_in(1, x, fes_sub(w, fes_multiple(2)))), s->y);
    right = fes_carry(fes_take_in(1, fes_sub(b, fes_sub(x, fes_multiple(6))), fes_add(x, w)));
    s->y = finish_y(fes_mul(left, right), fes_spread(w, 1));
    s->x = left;
    s->z = g;
    s->zz = w;
}

/*
 * s = s + q; wrong (Z = 0) for equal points. Bounds, in p: X 8.8, Z 1.6038, Z^2 1.1608 before and after; of q, X and Y
 * 16, Z 1.6038, Z^2 1.1608, Z^3 1.2. They close: Z1 Z2 and Z^2 are at most 1.6038^2 / 16 + 1 < 1.1608, H = U2 - U1 + 2p
 * at most 4.1608, and the new Z = 2 H Z1 Z2 at most 2 4.1608 1.1608 / 16 + 1 < 1.6038.
 */
static inline void add_to_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    const struct fes zz = fes_spread(fes_carry(s->zz), 0), z = fes_spread(s->z, 0);
    struct fes t, u, h, twice_h, v, r, j, x, left, right;

    /* U2 = X2 ZZ1, Z1^3, U1 = X1 ZZ2, Z1 Z2 */
    t = fes_mul(fes_take_in(2, q->a, z), fes_take_in(8, fes_take_in(4, zz, s->x), z));
    h = fes_sub(fes_spread(t, 0), fes_sub(fes_spread(t, 2), fes_multiple(2)));
    u = fes_carry(z_is_one ? fes_add_in(2, t, t) : t);
    twice_h = fes_carry(fes_add(h, h));
    h = fes_carry(h);

    /* S1 = 2 Y1 Z2^3, S2 = 2 Y2 Z1^3, I = (2H)^2, Z = 2H Z1 Z2 */
    v = fes_mul(fes_take_in(12, q->b, twice_h), fes_take_in(1, fes_take_in(4, u, twice_h), s->y));
    r = fes_sub_in(2, fes_permute(v, vec_lanes(2, 1, 2, 3)), fes_sub(fes_spread(v, 0), fes_multiple(2)));
    r = fes_carry(r); /* I, R = S2 - S1, I, Z */

    /* J = H I, R^2, V = U1 I, Z^2 */
    t = fes_mul(fes_take_in(1, fes_take_in(4, r, u), h), r);
    j = fes_spread(t, 0);
    v = fes_take_in(8, fes_spread(t, 2), fes_spread(v, 0)); /* V, V, V, S1 */
    s->zz = fes_spread(t, 3);
    x = fes_sub(fes_sub(fes_spread(t, 1), j), fes_sub(fes_add(v, v), fes_multiple(6)));

    /* X - Z^2, R, X, J and X + Z^2, V - X, -, S1 */
    left = fes_sub_in(1, fes_take_in(8, x, j), fes_sub(s->zz, fes_multiple(2)));
    left = fes_take_in(2, fes_carry(left), r);
    right = fes_carry(fes_take_in(1, fes_sub_in(7, v, fes_sub(x, fes_multiple(9))), fes_add(x, s->zz)));
    t = fes_mul(left, right);
    j = fes_spread(t, 3);
    s->y = finish_y(t, fes_add(j, j));
    s->x = left;
    s->z = fes_spread(r, 3);
}

/* s = q, as the first point of a sum. */
static inline void begin_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    struct fes y = fes_spread(q->b, 1), t;

    s->zz = fes_spread(q->a, 2);
    s->z = fes_spread(q->a, 3);
    s->x = fes_fold(fes_spread(q->a, 0));
    t = fes_mul(fes_carry(fes_sub(s->x, fes_sub(s->zz, fes_multiple(2)))), fes_carry(fes_add(s->x, s->zz)));
    s->y = fes_fold(fes_take_in(2, z_is_one ? fes_add(y, y) : y, fes_add(fes_add(t, t), t)));
}

/* xyz = the point that begins at this lane (0 or 4), as elements of p256_field.h. */
static inline void from_sum(struct fe xyz[3], const struct sum *s, unsigned lane)
{
    struct fes t = fes_fold(fes_take_in(1, fes_take_in(4, fes_spread(s->y, 0), s->x), s->z));

    fes_lane(&xyz[2], &t, lane);
    fes_lane(&xyz[1], &t, lane + 1);
    fes_lane(&xyz[0], &t, lane + 2);
    fe_half(&xyz[1], &xyz[1]);
    ab_wipe(&t, sizeof(t));
}

#endif
