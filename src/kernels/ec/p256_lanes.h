/*
 * P-256 with AVX-512 IFMA, four field elements side by side: doubling a point takes three rounds of products that do not
 * wait for each other, adding one four. The file that includes this brings vectors of four lanes (ifma_vec4.h), or of
 * eight for two points at once (ifma_vec8.h); what is said of lanes 0 to 3 then goes for lanes 4 to 7 too.
 *
 * Limbs of 52 bits, in Montgomery's form with the factor 2^260 = 16 2^256: there is room for 16 p, so that sums and
 * differences, to which multiples of p are added, need no reduction. A product of a < k p and b < l p is below (k l / 16
 * + 1) p. The limbs of what is added and subtracted may be of any size and sign; they are carried once before they are
 * multiplied. Where bounds would grow from step to step what is above 2^256 is folded as well (fe4_fold), which leaves
 * less than 1.01 p.
 */
#ifndef AB_KERNELS_EC_P256_LANES_H
#define AB_KERNELS_EC_P256_LANES_H

#include "kernels/ec/p256_field_adx.h"

enum { NUM_LIMBS = 5, LIMB = 52 };
#define LIMB_MASK (UINT64_MAX >> (64 - LIMB))
#define EACH(i) UNROLL for (unsigned i = 0; i < NUM_LIMBS; i++)

/* Limb i of four elements, one a lane. */
struct fe4 {
    vec v[NUM_LIMBS];
};

/* ---- four elements ---- */

INLINE struct fe4 fe4_add(struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] += b.v[i];
    return a;
}

INLINE struct fe4 fe4_sub(struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] -= b.v[i];
    return a;
}

/* a + b, a - b, b in these lanes, a in the others. Lanes are bits. */
INLINE struct fe4 fe4_add_in(unsigned lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = vec_add_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fe4 fe4_sub_in(unsigned lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = vec_sub_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fe4 fe4_take_in(unsigned lanes, struct fe4 a, struct fe4 b)
{
    EACH(i)
        a.v[i] = vec_take_in(vec_mask(lanes), a.v[i], b.v[i]);
    return a;
}

INLINE struct fe4 fe4_permute(struct fe4 a, vec lanes)
{
    EACH(i)
        a.v[i] = vec_permute(a.v[i], lanes);
    return a;
}

/* This lane in all. */
INLINE struct fe4 fe4_spread(struct fe4 a, unsigned lane)
{
    return fe4_permute(a, vec_lanes(lane, lane, lane, lane));
}

/* k p in each lane. */
INLINE struct fe4 fe4_multiple(uint64_t k)
{
    const uint64_t p[NUM_LIMBS] = { 0xfffffffffffff, 0xfffffffffff, 0, 0x1000000000, 0xffffffff0000 };
    struct fe4 r;

    EACH(i)
        r.v[i] = vec_set1(k * p[i]);
    return r;
}

/* Limbs from 0 to 2^52; the value is from 0 to 2^260. */
INLINE struct fe4 fe4_carry(struct fe4 a)
{
    UNROLL for (unsigned i = 0; i + 1 < NUM_LIMBS; i++) {
        a.v[i + 1] += (vec)((signed_vec)a.v[i] >> LIMB);
        a.v[i] &= vec_set1(LIMB_MASK);
    }
    return a;
}

/* The same modulo p, less than 1.01 p: h 2^256 = h (2^224 - 2^192 - 2^96 + 1). The value is from 0 on. */
INLINE struct fe4 fe4_fold(struct fe4 a)
{
    vec h = (vec)((signed_vec)a.v[4] >> 48);

    a.v[4] = (a.v[4] & vec_set1(0xffffffffffff)) + (h << 16);
    a.v[3] -= h << 36;
    a.v[1] -= h << 44;
    a.v[0] += h;
    return fe4_carry(a);
}

/*
 * Products of carried limbs; the limbs of the result are not carried. Column by column: what the columns below leave,
 * low and high parts of the products, and then the multiple of p + 1 = 2^96 + 2^192 + 2^208 (2^48 - 2^16) by the lowest
 * limb m, which vanishes with it: m p = m (p + 1) - m.
 */
INLINE struct fe4 fe4_mul(struct fe4 a, struct fe4 b)
{
    const vec p1 = vec_set1((uint64_t)1 << 44), p3 = vec_set1((uint64_t)1 << 36), p4 = vec_set1(0xffffffff0000);
    vec low[2 * NUM_LIMBS] = { 0 }, high[2 * NUM_LIMBS] = { 0 }, left[2 * NUM_LIMBS] = { 0 };
    struct fe4 r;

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

/* Words of elements with the factor 2^256, word i of each lane; 16 times as much has the factor 2^260. */
INLINE struct fe4 fe4_from_words(const vec w[4])
{
    const vec mask = vec_set1(LIMB_MASK);

    return (struct fe4){ { w[0] << 4 & mask, (w[0] >> 48 | w[1] << 16) & mask, (w[1] >> 36 | w[2] << 28) & mask,
                           (w[2] >> 24 | w[3] << 40) & mask, w[3] >> 12 } };
}

/* 1 in each lane. */
INLINE struct fe4 fe4_one(void)
{
    const vec w[4] = { vec_set1(ONE.v[0]), vec_set1(ONE.v[1]), vec_set1(ONE.v[2]), vec_set1(ONE.v[3]) };

    return fe4_fold(fe4_from_words(w));
}

/* One lane of carried limbs, below 2p, to the factor 2^256: times 2^252 / 2^256. */
INLINE void fe4_lane(struct fe *r, const struct fe4 *a, unsigned lane)
{
    static const struct fe sixteenth = { { 0, 0, 0, (uint64_t)1 << 60 } };
    const uint64_t l0 = a->v[0][lane], l1 = a->v[1][lane], l2 = a->v[2][lane], l3 = a->v[3][lane], l4 = a->v[4][lane];

    subtract_once(r, l0 | l1 << 52, l1 >> 12 | l2 << 40, l2 >> 24 | l3 << 28, l3 >> 36 | l4 << 16, l4 >> 48);
    fe_mul(r, r, &sixteenth);
}

/* ---- points ---- */

/*
 * A point, and what its double needs: 2Y, a = 3 (X - Z^2) (X + Z^2), 2Y in lanes 0 to 2 of y, X in lane 2 of x, Z in
 * lane 0 of z; all carried, y folded. Z^2 is in lane 0 of zz, not carried. What other lanes hold does not matter.
 */
struct sum {
    struct fe4 y, x, z, zz;
};

/* For the sum with a point: X, -, Z^2, Z and Z^3, 2Y (or Y, if z_is_one), carried. */
struct addend {
    struct fe4 a, b;
};

/*
 * y of a sum: lane 0 of the product is (X - Z^2) (X + Z^2), lane 1 half of 2Y but for what is to be taken from that, at
 * most 4p.
 */
INLINE struct fe4 finish_y(struct fe4 product, struct fe4 less)
{
    struct fe4 y = fe4_permute(product, vec_lanes(1, 0, 1, 1));
    struct fe4 twice_y = fe4_add_in(2, fe4_add(y, y), y);

    return fe4_fold(fe4_sub_in(5, twice_y, fe4_sub(less, fe4_multiple(4))));
}

/* Bounds, in p: X 8.8, Z 1.6 before; X 5.1, Z 1.2, Z^2 1.1 after. */
static inline void double_sum(struct sum *s)
{
    struct fe4 t, g, w, b, x, left, right;

    t = fe4_mul(s->y, fe4_take_in(1, s->y, s->z)); /* Z' = 2Y Z, a^2, (2Y)^2 */
    g = fe4_carry(fe4_permute(t, vec_lanes(0, 2, 2, 2)));
    w = fe4_mul(fe4_take_in(4, g, s->x), g); /* Z'^2, 16 Y^4, 4 X Y^2 */
    b = fe4_spread(w, 2);
    x = fe4_sub(fe4_spread(t, 1), fe4_sub(fe4_add(b, b), fe4_multiple(4)));

    /* X' - Z'^2, a, X' and X' + Z'^2, 4 X Y^2 - X' */
    left = fe4_take_in(2, fe4_carry(fe4_sub_in(1, x, fe4_sub(w, fe4_multiple(2)))), s->y);
    right = fe4_carry(fe4_take_in(1, fe4_sub(b, fe4_sub(x, fe4_multiple(6))), fe4_add(x, w)));
    s->y = finish_y(fe4_mul(left, right), fe4_spread(w, 1));
    s->x = left;
    s->z = g;
    s->zz = w;
}

/*
 * Bounds, in p: X 8.8, Z 1.6, Z^2 1.2 before and after; the addend's X and Y 16, Z 1.6, its powers 1.2. Not for equal
 * points.
 */
static inline void add_to_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    const struct fe4 zz = fe4_spread(fe4_carry(s->zz), 0), z = fe4_spread(s->z, 0);
    struct fe4 t, u, h, twice_h, v, r, j, x, left, right;

    /* U2 = X2 ZZ1, Z1^3, U1 = X1 ZZ2, Z1 Z2 */
    t = fe4_mul(fe4_take_in(2, q->a, z), fe4_take_in(8, fe4_take_in(4, zz, s->x), z));
    h = fe4_sub(fe4_spread(t, 0), fe4_sub(fe4_spread(t, 2), fe4_multiple(2)));
    u = fe4_carry(z_is_one ? fe4_add_in(2, t, t) : t);
    twice_h = fe4_carry(fe4_add(h, h));
    h = fe4_carry(h);

    /* S1 = 2 Y1 Z2^3, S2 = 2 Y2 Z1^3, I = (2H)^2, Z = 2H Z1 Z2 */
    v = fe4_mul(fe4_take_in(12, q->b, twice_h), fe4_take_in(1, fe4_take_in(4, u, twice_h), s->y));
    r = fe4_sub_in(2, fe4_permute(v, vec_lanes(2, 1, 2, 3)), fe4_sub(fe4_spread(v, 0), fe4_multiple(2)));
    r = fe4_carry(r); /* I, R = S2 - S1, I, Z */

    /* J = H I, R^2, V = U1 I, Z^2 */
    t = fe4_mul(fe4_take_in(1, fe4_take_in(4, r, u), h), r);
    j = fe4_spread(t, 0);
    v = fe4_take_in(8, fe4_spread(t, 2), fe4_spread(v, 0)); /* V, V, V, S1 */
    s->zz = fe4_spread(t, 3);
    x = fe4_sub(fe4_sub(fe4_spread(t, 1), j), fe4_sub(fe4_add(v, v), fe4_multiple(6)));

    /* X - Z^2, R, X, J and X + Z^2, V - X, -, S1 */
    left = fe4_sub_in(1, fe4_take_in(8, x, j), fe4_sub(s->zz, fe4_multiple(2)));
    left = fe4_take_in(2, fe4_carry(left), r);
    right = fe4_carry(fe4_take_in(1, fe4_sub_in(7, v, fe4_sub(x, fe4_multiple(9))), fe4_add(x, s->zz)));
    t = fe4_mul(left, right);
    j = fe4_spread(t, 3);
    s->y = finish_y(t, fe4_add(j, j));
    s->x = left;
    s->z = fe4_spread(r, 3);
}

/* A sum that begins with this. */
static inline void begin_sum(struct sum *s, const struct addend *q, int z_is_one)
{
    struct fe4 y = fe4_spread(q->b, 1), t;

    s->zz = fe4_spread(q->a, 2);
    s->z = fe4_spread(q->a, 3);
    s->x = fe4_fold(fe4_spread(q->a, 0));
    t = fe4_mul(fe4_carry(fe4_sub(s->x, fe4_sub(s->zz, fe4_multiple(2)))), fe4_carry(fe4_add(s->x, s->zz)));
    s->y = fe4_fold(fe4_take_in(2, z_is_one ? fe4_add(y, y) : y, fe4_add(fe4_add(t, t), t)));
}

/* To X, Y, Z of the field's other functions: the point in lanes from this one on. */
static inline void from_sum(struct fe xyz[3], const struct sum *s, unsigned lane)
{
    struct fe4 t = fe4_fold(fe4_take_in(1, fe4_take_in(4, fe4_spread(s->y, 0), s->x), s->z));

    fe4_lane(&xyz[2], &t, lane);
    fe4_lane(&xyz[1], &t, lane + 1);
    fe4_lane(&xyz[0], &t, lane + 2);
    fe_half(&xyz[1], &xyz[1]);
    ab_wipe(&t, sizeof(t));
}

#endif
