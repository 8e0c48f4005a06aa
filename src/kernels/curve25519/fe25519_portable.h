/* The field of fe25519.h in C. The carry intrinsics keep carries in the flags. */
#ifndef AB_KERNELS_FE25519_PORTABLE_H
#define AB_KERNELS_FE25519_PORTABLE_H

#include "ct/ct.h"
#include "kernels/carry.h"
#include "kernels/curve25519/fe25519.h"
#include "kernels/wide.h"

INLINE uint64_t add_carry(uint64_t a, uint64_t b, unsigned char *carry)
{
    unsigned long long sum;

    *carry = _addcarry_u64(*carry, a, b, &sum);
    return sum;
}

INLINE uint64_t sub_borrow(uint64_t a, uint64_t b, unsigned char *borrow)
{
    unsigned long long difference;

    *borrow = _subborrow_u64(*borrow, a, b, &difference);
    return difference;
}

/* r = a + n modulo p. If the sum exceeds 2^256, so small a value is left that adding 38 cannot carry. */
INLINE void fe_fold(struct fe *r, const struct fe *a, uint64_t n)
{
    unsigned char carry = 0;

    r->v[0] = add_carry(a->v[0], n, &carry);
    for (unsigned i = 1; i < 4; i++)
        r->v[i] = add_carry(a->v[i], 0, &carry);
    r->v[0] += 38 & ab_ct_mask(carry);
}

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    unsigned char carry = 0;
    struct fe sum;

    for (unsigned i = 0; i < 4; i++)
        sum.v[i] = add_carry(a->v[i], b->v[i], &carry);
    fe_fold(r, &sum, 38 & ab_ct_mask(carry));
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    unsigned char borrow = 0, again = 0;
    struct fe d;

    for (unsigned i = 0; i < 4; i++)
        d.v[i] = sub_borrow(a->v[i], b->v[i], &borrow);
    d.v[0] = sub_borrow(d.v[0], 38 & ab_ct_mask(borrow), &again);
    for (unsigned i = 1; i < 4; i++)
        d.v[i] = sub_borrow(d.v[i], 0, &again);
    d.v[0] -= 38 & ab_ct_mask(again);
    *r = d;
}

/* r = w[0..7] modulo p. */
INLINE void fe_reduce(struct fe *r, const uint64_t w[8])
{
    uint64_t carry = 0;
    struct fe low;

    for (unsigned i = 0; i < 4; i++) {
        uint128 sum = u128_mul_add(w[4 + i], 38, w[i], carry);

        low.v[i] = u128_low(sum);
        carry = u128_high(sum);
    }
    fe_fold(r, &low, carry * 38);
}

NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t w[8] = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        uint64_t carry = 0;

        for (unsigned j = 0; j < 4; j++) {
            uint128 sum = u128_mul_add(a->v[i], b->v[j], w[i + j], carry);

            w[i + j] = u128_low(sum);
            carry = u128_high(sum);
        }
        w[i + 4] = carry;
    }
    fe_reduce(r, w);
}

NOINLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    fe_mul(r, a, a);
}

INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    uint64_t carry = 0;
    struct fe low;

    for (unsigned i = 0; i < 4; i++) {
        uint128 sum = u128_mul_add(a->v[i], n, carry, 0);

        low.v[i] = u128_low(sum);
        carry = u128_high(sum);
    }
    fe_fold(r, &low, carry * 38);
}

#endif
