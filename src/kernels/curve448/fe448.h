/*
 * The field of p = 2^448 - 2^224 - 1: eight limbs of 56 bits, least significant first. All is secret; r may be an
 * argument.
 *
 * Bounds: a carried element has limbs of at most 2^56 + 2^10. Every function returns a carried element for arguments
 * within its bounds, except fe_add.
 *
 * With h = 2^224, h^2 = h + 1. So (a0 + a1 h)(b0 + b1 h) = a0 b0 + a1 b1 + h ((a0 + a1)(b0 + b1) - a0 b0): three
 * products of four limbs each, 48 multiplications (M. Hamburg, "Ed448-Goldilocks, a new elliptic curve", 2015, sec.
 * 3.2). The upper columns of such a product lie above h and fold in the same way.
 */
#ifndef AB_KERNELS_FE448_H
#define AB_KERNELS_FE448_H

#include <stdint.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/curve448/base_table.h"
#include "kernels/inline.h"
#include "kernels/wide.h"

#define LIMB_MASK ((1ull << LIMB_BITS) - 1)

enum { LIMB_BITS = 56, HALF = AB_FE448_LIMBS / 2, FE_BYTES = 56, SIGN_BYTE = 56, MINUS_D = 39081 };

#define fe ab_fe448

static const struct fe ZERO, ONE = { { 1 } };

/* Carry every limb to the next once, the highest to limbs 0 and 4. */
INLINE void fe_carry(struct fe *a)
{
    uint64_t top = a->v[AB_FE448_LIMBS - 1] >> LIMB_BITS;

    for (unsigned i = AB_FE448_LIMBS - 1; i > 0; i--)
        a->v[i] = (a->v[i] & LIMB_MASK) + (a->v[i - 1] >> LIMB_BITS);
    a->v[0] = (a->v[0] & LIMB_MASK) + top;
    a->v[HALF] += top;
}

/* r = a + b for carried a and b; not carried. The sum may be multiplied or subtracted, but not added to anything. */
INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        r->v[i] = a->v[i] + b->v[i];
}

/* r = a - b + 4p; 4p keeps limbs positive. a and b: carried, or sums of two. */
INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        r->v[i] = a->v[i] + 4 * (LIMB_MASK - (i == HALF)) - b->v[i];
    fe_carry(r);
}

/* Column i, 0 to 6, of the product of four limbs by four. */
INLINE uint128 column(const uint64_t a[HALF], const uint64_t b[HALF], unsigned i)
{
    uint128 sum = u128(0);

#pragma GCC unroll 4
    for (unsigned j = 0; j < HALF; j++)
        if (i - j < HALF)
            sum = u128_add(sum, u128_mul(a[j], b[i - j]));
    return sum;
}

/* Column i of a square: each product of two different limbs is made once and doubled. */
INLINE uint128 square_column(const uint64_t a[HALF], unsigned i)
{
    uint128 sum = u128(0);

#pragma GCC unroll 4
    for (unsigned j = 0; j < HALF; j++)
        if (i - j < HALF && j <= i - j)
            sum = u128_add(sum, u128_mul(j < i - j ? 2 * a[j] : a[j], a[i - j]));
    return sum;
}

/* Columns i and 4 + i of a0 b0, of a1 b1 and of (a0 + a1)(b0 + b1). */
struct columns {
    uint128 low, low_upper, high, high_upper, sum, sum_upper;
};

/* Limbs i and 4 + i of a product from these columns; carry[0] and carry[1] go from one call to the next. */
INLINE void settle(struct fe *r, unsigned i, const struct columns *c, uint64_t carry[2])
{
    const uint128 low = c->low, sums = u128_add(u128_add(low, c->high), c->sum_upper);
    uint128 lower = u128_add(u128_sub(sums, c->low_upper), u128(carry[0]));
    uint128 upper = u128_add(u128_add(u128_add(u128_sub(c->sum, low), c->high_upper), c->sum_upper), u128(carry[1]));

    r->v[i] = u128_low(lower) & LIMB_MASK;
    r->v[HALF + i] = u128_low(upper) & LIMB_MASK;
    carry[0] = u128_low(u128_right(lower, LIMB_BITS));
    carry[1] = u128_low(u128_right(upper, LIMB_BITS));
}

/* Add the last carries: that of the lower half at h, that of the upper half at h^2 = h + 1. */
INLINE void finish_product(struct fe *r, const uint64_t carry[2])
{
    uint64_t low = r->v[0] + carry[1], high = r->v[HALF] + carry[0] + carry[1];

    r->v[0] = low & LIMB_MASK;
    r->v[1] += low >> LIMB_BITS;
    r->v[HALF] = high & LIMB_MASK;
    r->v[HALF + 1] += high >> LIMB_BITS;
}

/* r = a b. a and b: carried, or sums of two, so that no column reaches 2^119. */
NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t sum_a[HALF], sum_b[HALF], carry[2] = { 0, 0 };
    struct fe product;

    for (unsigned i = 0; i < HALF; i++) {
        sum_a[i] = a->v[i] + a->v[HALF + i];
        sum_b[i] = b->v[i] + b->v[HALF + i];
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < HALF; i++) {
        const struct columns c = {
            column(a->v, b->v, i),
            column(a->v, b->v, HALF + i),
            column(a->v + HALF, b->v + HALF, i),
            column(a->v + HALF, b->v + HALF, HALF + i),
            column(sum_a, sum_b, i),
            column(sum_a, sum_b, HALF + i),
        };

        settle(&product, i, &c, carry);
    }
    finish_product(&product, carry);
    *r = product;
}

/* r = a^2, bounds as for fe_mul. */
NOINLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t sum[HALF], carry[2] = { 0, 0 };
    struct fe product;

    for (unsigned i = 0; i < HALF; i++)
        sum[i] = a->v[i] + a->v[HALF + i];
#pragma GCC unroll 4
    for (unsigned i = 0; i < HALF; i++) {
        const struct columns c = {
            square_column(a->v, i),        square_column(a->v, HALF + i),
            square_column(a->v + HALF, i), square_column(a->v + HALF, HALF + i),
            square_column(sum, i),         square_column(sum, HALF + i),
        };

        settle(&product, i, &c, carry);
    }
    finish_product(&product, carry);
    *r = product;
}

/* r = n a for n below 2^32. a: carried, or the sum of two. */
INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    uint64_t carry[2] = { 0, 0 };

    for (unsigned i = 0; i < HALF; i++) {
        uint128 lower = u128_mul_add(a->v[i], n, carry[0], 0), upper = u128_mul_add(a->v[HALF + i], n, carry[1], 0);

        r->v[i] = u128_low(lower) & LIMB_MASK;
        r->v[HALF + i] = u128_low(upper) & LIMB_MASK;
        carry[0] = u128_low(u128_right(lower, LIMB_BITS));
        carry[1] = u128_low(u128_right(upper, LIMB_BITS));
    }
    finish_product(r, carry);
}

INLINE void fe_cswap(struct fe *a, struct fe *b, uint64_t mask)
{
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++) {
        uint64_t x = mask & (a->v[i] ^ b->v[i]);

        a->v[i] ^= x;
        b->v[i] ^= x;
    }
}

/* r = a if the mask is all ones. */
INLINE void fe_select(struct fe *r, const struct fe *a, uint64_t mask)
{
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        r->v[i] ^= mask & (r->v[i] ^ a->v[i]);
}

static void fe_sqr_times(struct fe *r, const struct fe *a, unsigned num)
{
    fe_sqr(r, a);
    while (--num != 0)
        fe_sqr(r, r);
}

/* r = a^(2^(m + n) - 1) from m = a^(2^m - 1) and n = a^(2^n - 1) */
static void fe_join(struct fe *r, const struct fe *m, const struct fe *n, unsigned num_n)
{
    struct fe t;

    fe_sqr_times(&t, m, num_n);
    fe_mul(r, &t, n);
}

/* r = a^((p - 3) / 4) = a^(2^446 - 2^222 - 1), which is 1/sqrt(a) up to its sign if a is a square. */
static void fe_power_root(struct fe *r, const struct fe *a)
{
    struct fe x1 = *a, x2, x3, x6, x12, x24, x27, x54, x108, x216, x222, x223;

    fe_join(&x2, &x1, &x1, 1);
    fe_join(&x3, &x2, &x1, 1);
    fe_join(&x6, &x3, &x3, 3);
    fe_join(&x12, &x6, &x6, 6);
    fe_join(&x24, &x12, &x12, 12);
    fe_join(&x27, &x24, &x3, 3);
    fe_join(&x54, &x27, &x27, 27);
    fe_join(&x108, &x54, &x54, 54);
    fe_join(&x216, &x108, &x108, 108);
    fe_join(&x222, &x216, &x6, 6);
    fe_join(&x223, &x222, &x1, 1);
    fe_join(r, &x223, &x222, 223); /* (2^223 - 1) 2^223 + 2^222 - 1 */
}

/* r = 1/a = a^(p - 2) = (a^((p - 3) / 4))^4 a; 0 for 0. */
static void fe_invert(struct fe *r, const struct fe *a)
{
    struct fe t;

    fe_power_root(&t, a);
    fe_sqr_times(&t, &t, 2);
    fe_mul(r, &t, a);
}

/* r = a mod p, for a carried element or a sum of two. */
static void fe_reduce_fully(struct fe *r, const struct fe *a)
{
    int128 borrow = s128(0);
    uint64_t below, carry = 0;

    *r = *a;
    fe_carry(r);
    fe_carry(r); /* below 2^448 + 2^400, so below 2p */
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++) {
        borrow = s128_add(borrow, s128_sub(u128_signed(u128(r->v[i])), s128((int64_t)(LIMB_MASK - (i == HALF)))));
        r->v[i] = s128_low(borrow) & LIMB_MASK;
        borrow = s128_right(borrow, LIMB_BITS);
    }
    below = ab_ct_barrier(s128_high(borrow)); /* all ones if r was below p */
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++) {
        carry += r->v[i] + (below & (LIMB_MASK - (i == HALF)));
        r->v[i] = carry & LIMB_MASK;
        carry >>= LIMB_BITS;
    }
}

/* r = the number in these bytes, any value below 2^448. */
static void fe_load(struct fe *r, const uint8_t bytes[FE_BYTES])
{
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++) {
        r->v[i] = 0;
        memcpy(&r->v[i], bytes + 7 * i, 7);
    }
}

static void fe_store(uint8_t bytes[FE_BYTES], const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        memcpy(bytes + 7 * i, &t.v[i], 7);
}

static uint64_t fe_is_zero(const struct fe *a)
{
    struct fe t;
    uint64_t any = 0;

    fe_reduce_fully(&t, a);
    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        any |= t.v[i];
    return ab_ct_is_zero(any);
}

static uint64_t fe_is_odd(const struct fe *a)
{
    struct fe t;

    fe_reduce_fully(&t, a);
    return t.v[0] & 1;
}

/* ---- points of edwards448, (X : Y : Z) ---- */

/* Encode (x : y : z), RFC 8032 sec. 5.2.2. Secret. */
static void fe_encode(uint8_t out[57], const struct fe *x, const struct fe *y, const struct fe *z)
{
    struct fe t, inverse;

    fe_invert(&inverse, z);
    fe_mul(&t, y, &inverse);
    fe_store(out, &t);
    fe_mul(&t, x, &inverse);
    out[SIGN_BYTE] = (uint8_t)(fe_is_odd(&t) << 7);
    ab_wipe(&t, sizeof(t));
    ab_wipe(&inverse, sizeof(inverse));
}

/* out = u = y^2 / x^2, the isogeny of RFC 7748 sec. 4.2, which maps base point to base point. Secret. */
static void fe_encode_u(uint8_t out[56], const struct fe *x, const struct fe *y)
{
    struct fe ratio;

    fe_invert(&ratio, x);
    fe_mul(&ratio, &ratio, y);
    fe_sqr(&ratio, &ratio);
    fe_store(out, &ratio);
    ab_wipe(&ratio, sizeof(ratio));
}

/*
 * Decode a point, RFC 8032 sec. 5.2.3: x^2 = (1 - y^2) / (1 - d y^2) = u / v, x = u^3 v (u^5 v^3)^((p - 3) / 4), t = x
 * y. Return 0 if there is no such x, if y is not below p, or if x is 0: OpenSSL accepts neither of the two points with
 * x = 0. Public.
 */
static int fe_decode(struct fe *x, struct fe *y, struct fe *t, const uint8_t in[57])
{
    struct fe u, v, uv, square;
    uint8_t again[FE_BYTES];

    fe_load(y, in);
    fe_store(again, y);
    if ((in[SIGN_BYTE] & 127) != 0 || memcmp(again, in, FE_BYTES) != 0)
        return 0;
    fe_sqr(&square, y);
    fe_sub(&u, &ONE, &square);
    fe_mul_small(&v, &square, MINUS_D);
    fe_add(&v, &v, &ONE);
    fe_mul(&uv, &u, &v);
    fe_sqr(&square, &u);
    fe_mul(&square, &square, &uv); /* u^3 v */
    fe_sqr(&uv, &uv);
    fe_mul(&uv, &uv, &square); /* u^5 v^3 */
    fe_power_root(x, &uv);
    fe_mul(x, x, &square);
    fe_sqr(&square, x);
    fe_mul(&square, &square, &v);
    fe_sub(&square, &square, &u);
    if (!fe_is_zero(&square) || fe_is_zero(x))
        return 0;
    if (fe_is_odd(x) != in[SIGN_BYTE] >> 7)
        fe_sub(x, &ZERO, x);
    fe_mul(t, x, y);
    return 1;
}

/* Return 1 for the neutral point, (0 : 1 : 1). Public. */
static int fe_is_neutral(const struct fe *x, const struct fe *y, const struct fe *z)
{
    struct fe difference;

    fe_sub(&difference, y, z);
    return fe_is_zero(x) && fe_is_zero(&difference);
}

#endif
