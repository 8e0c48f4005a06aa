/*
 * X25519 and Ed25519 for one key with AVX-512 IFMA, four field elements side by side: a step of the ladder is three
 * rounds of products that do not depend on each other.
 */
#include "kernels/curve25519/fe25519_words.h"

#include "kernels/bignum/ifma_vec4.h"

#include "kernels/curve25519/curve25519_x4_template.h"

#include "kernels/bignum/digits.h"
#include "kernels/curve25519/base_table.h"
#include "kernels/curve25519/curve25519_base_ifma.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve25519/fe25519_template.h"

enum { A24 = 121665, NUM_BITS = 256 };

INLINE struct fe_x4 fe_x4_from(const struct fe *a, const struct fe *b, const struct fe *c, const struct fe *d)
{
    vec w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = (vec){ a->v[i], b->v[i], c->v[i], d->v[i] };
    return fe_x4_carry(fe_x4_from_words(w));
}

/* r = one lane of carried elements. */
static void fe_x4_lane(struct fe *r, const struct fe_x4 *a, unsigned lane)
{
    uint64_t limb[NUM_LIMBS];

    EACH(i)
    limb[i] = a->v[i][lane];
    for (unsigned i = 0; i < NUM_LIMBS - 1; i++) {
        limb[i + 1] += limb[i] >> LIMB;
        limb[i] &= LIMB_MASK;
    }
    *r = (struct fe){ { limb[0] | limb[1] << 51, limb[1] >> 13 | limb[2] << 38, limb[2] >> 26 | limb[3] << 25,
                        limb[3] >> 39 | limb[4] << 12 } };
}

/* ---- the Montgomery ladder, RFC 7748 sec. 5 ---- */

/*
 * A step: s holds x2, z2, x3, z3; double the first point and add it to the second, where x1 is the u-coordinate of
 * their difference. The products of the three rounds are a^2, b^2, da, cb; then AA BB, 121665 E, (da + cb)^2, (da -
 * cb)^2; then those that give z2 and z3.
 */
INLINE struct fe_x4 climb(struct fe_x4 s, struct fe_x4 x1, struct fe_x4 a24)
{
    struct fe_x4 sums, squares, e, t, u;

    /* a = x2 + z2, b = x2 - z2, c = x3 + z3, d = x3 - z3 */
    sums = fe_x4_carry(
        fe_x4_add_sub(fe_x4_permute(s, vec_lanes(0, 0, 2, 2)), fe_x4_permute(s, vec_lanes(1, 1, 3, 3)), 5, 10));
    t = fe_x4_mul(fe_x4_permute(sums, vec_lanes(0, 1, 3, 2)), fe_x4_permute(sums, vec_lanes(0, 1, 0, 1)));

    /* AA, E = AA - BB, da + cb, da - cb */
    sums = fe_x4_carry(
        fe_x4_add_sub(fe_x4_permute(t, vec_lanes(0, 0, 2, 2)), fe_x4_permute(t, vec_lanes(1, 1, 3, 3)), 4, 10));
    e = fe_x4_blend(1, t, sums); /* AA, E, da + cb, da - cb */
    u = fe_x4_blend(1, fe_x4_permute(t, vec_lanes(1, 1, 1, 1)), fe_x4_blend(2, a24, e));
    squares = fe_x4_mul(e, u); /* AA BB, 121665 E, (da + cb)^2, (da - cb)^2 */

    /* E (AA + 121665 E), x1 (da - cb)^2 */
    sums = fe_x4_carry(fe_x4_add_sub(squares, fe_x4_permute(t, vec_lanes(0, 0, 0, 0)), 2, 0));
    t = fe_x4_mul(fe_x4_blend(2, e, x1), sums);
    return fe_x4_blend(10, t, squares);
}

/* Swap (x2 : z2) and (x3 : z3) if the mask is all ones. Secret. */
INLINE struct fe_x4 fe_x4_cswap(struct fe_x4 s, uint64_t mask)
{
    EACH(i)
    s.v[i] ^= vec_set1(mask) & (s.v[i] ^ vec_permute(s.v[i], vec_lanes(2, 3, 0, 1)));
    return s;
}

static void ladder(uint8_t out[32], const uint8_t scalar[32], const uint8_t u[32])
{
    const struct fe a24 = { { A24 } };
    uint64_t swapped = 0;
    struct fe_x4 s, xs, factor;
    struct fe x, z;

    fe_load(&x, u);
    x.v[3] &= INT64_MAX;
    s = fe_x4_from(&ONE, &ZERO, &x, &ONE);
    xs = fe_x4_from(&x, &x, &x, &x);
    factor = fe_x4_from(&a24, &a24, &a24, &a24);
    for (unsigned i = 255; i-- > 0;) {
        uint64_t bit = ab_ct_mask(scalar[i / 8] >> i % 8 & 1);

        s = climb(fe_x4_cswap(s, ab_ct_barrier(swapped ^ bit)), xs, factor);
        swapped = bit;
    }
    s = fe_x4_cswap(s, swapped);
    fe_x4_lane(&x, &s, 0);
    fe_x4_lane(&z, &s, 1);
    fe_invert(&z, &z);
    fe_mul(&x, &x, &z);
    fe_store(out, &x);
    ab_wipe(&s, sizeof(s));
    ab_wipe(&x, sizeof(x));
}

/* ---- the Edwards curve ---- */

INLINE struct fe_x4 twice(struct fe_x4 p)
{
    /* X, Y, Z, X + Y; their squares */
    struct fe_x4 sums = fe_x4_carry(
        fe_x4_add_sub(fe_x4_permute(p, vec_lanes(0, 1, 2, 0)), fe_x4_permute(p, vec_lanes(1, 1, 1, 1)), 8, 0));
    struct fe_x4 s = fe_x4_mul(sums, sums);
    struct fe_x4 a = fe_x4_permute(s, vec_lanes(0, 0, 0, 0)), b = fe_x4_permute(s, vec_lanes(1, 1, 1, 1));
    struct fe_x4 last = fe_x4_permute(s, vec_lanes(3, 2, 2, 2)); /* (X + Y)^2, C */
    struct fe_x4 hg = fe_x4_add_sub(a, b, 9, 6);                 /* A + B, A - B, A - B, A + B */

    hg = fe_x4_add_sub(hg, last, 2, 1);
    return finish_sum(fe_x4_carry(fe_x4_add_sub(hg, last, 2, 0)));
}

/* X, Y, Z, T to Y - X, Y + X, 2Z, 2dT */
INLINE struct fe_x4 to_addend(struct fe_x4 p)
{
    const struct fe two = { { 2 } };

    return fe_x4_mul(sums_of(p), fe_x4_from(&ONE, &ONE, &two, &ab_ed25519_2d));
}

INLINE struct fe_x4 identity(void)
{
    return fe_x4_from(&ZERO, &ONE, &ONE, &ZERO);
}

/* X, Y, Z of a point. */
static void coordinates(struct fe xyz[3], const struct fe_x4 *p)
{
    for (unsigned i = 0; i < 3; i++)
        fe_x4_lane(&xyz[i], p, i);
}

static void encode(uint8_t out[32], const struct fe_x4 *p)
{
    struct fe xyz[3];

    coordinates(xyz, p);
    fe_invert(&xyz[2], &xyz[2]);
    fe_mul(&xyz[0], &xyz[0], &xyz[2]);
    fe_mul(&xyz[1], &xyz[1], &xyz[2]);
    fe_store(out, &xyz[1]);
    out[31] |= (uint8_t)(fe_is_odd(&xyz[0]) << 7);
    ab_wipe(xyz, sizeof(xyz));
}

/* ---- multiples of the base point ---- */

INLINE struct fe_x4 entry_to_addend(const struct ab_ed25519_entry *entry)
{
    vec w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = vec_load(entry->word[i]);
    return fe_x4_from_words(w);
}

/* scalar B: the sum over the digits at odd places, times 16, plus the sum over those at even places. */
static struct fe_x4 multiply_base(const uint8_t scalar[32])
{
    struct ab_curve25519_pair pair;
    struct fe_x4 even, odd;

    ab_curve25519_base_ifma(&pair, scalar);
    EACH(i)
    {
        even.v[i] = vec_load(&pair.limb[i][0]);
        odd.v[i] = vec_load(&pair.limb[i][4]);
    }
    for (unsigned i = 0; i < 4; i++)
        odd = twice(odd);
    ab_wipe(&pair, sizeof(pair));
    return add(odd, to_addend(even));
}

static void base_point(uint8_t out[32], const uint8_t scalar[32])
{
    struct fe_x4 p = multiply_base(scalar);

    encode(out, &p);
    ab_wipe(&p, sizeof(p));
}

/* u = (1 + y) / (1 - y) */
static void base_u(uint8_t out[32], const uint8_t scalar[32])
{
    struct fe_x4 p = multiply_base(scalar);
    struct fe xyz[3], above, below;

    coordinates(xyz, &p);
    fe_add(&above, &xyz[2], &xyz[1]);
    fe_sub(&below, &xyz[2], &xyz[1]);
    fe_invert(&below, &below);
    fe_mul(&above, &above, &below);
    fe_store(out, &above);
    ab_wipe(&p, sizeof(p));
    ab_wipe(xyz, sizeof(xyz));
    ab_wipe(&below, sizeof(below));
}

/* ---- verification; public, so its time depends on all arguments ---- */

/* table[i] = (2i + 1) p */
static void odd_multiples(struct fe_x4 table[8], struct fe_x4 p)
{
    struct fe_x4 step = to_addend(twice(p));

    for (unsigned i = 0; i < 8; i++) {
        table[i] = to_addend(p);
        p = add(p, step);
    }
}

INLINE struct fe_x4 with_sign(struct fe_x4 a, int digit)
{
    return digit < 0 ? negated(a) : a;
}

static int check(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32])
{
    int8_t of_base[NUM_BITS], of_a[NUM_BITS];
    struct fe_x4 p = identity(), table[8];
    unsigned num_s, num_h;
    struct fe x, y, t;

    if (!fe_decode_negated(&x, &y, a))
        return 0;
    fe_mul(&t, &x, &y);
    odd_multiples(table, fe_x4_from(&x, &y, &ONE, &t));
    num_s = sparse_digits(of_base, NUM_BITS, s, 8);
    num_h = sparse_digits(of_a, NUM_BITS, h, 5);
    for (unsigned i = num_s > num_h ? num_s : num_h; i-- > 0;) {
        p = twice(p);
        if (of_a[i] != 0)
            p = add(p, with_sign(table[place_of(of_a[i])], of_a[i]));
        if (of_base[i] != 0)
            p = add(p, with_sign(entry_to_addend(&ab_ed25519_odd[place_of(of_base[i])]), of_base[i]));
    }
    encode(out, &p);
    return 1;
}

const struct ab_curve25519_kernels ab_curve25519_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    .ladder = ladder,
    .base_u = base_u,
    .base_point = base_point,
    .check = check,
};
