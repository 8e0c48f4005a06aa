/*
 * Arithmetic on numbers of num 64-bit words, least significant first. Callers pass a constant num, so the loops unroll.
 * A result may be the same array as an input unless a function says otherwise. All numbers are secret: only num decides
 * a branch. A mask is all ones for true and 0 for false. num is at most AB_EC_MAX_WORDS.
 */
#ifndef AB_KERNELS_EC_WORDS_H
# define AB_KERNELS_EC_WORDS_H

# include <stdint.h>

# include "ct/ct.h"
# include "kernels/carry.h"
# include "kernels/ec/ec_kernels.h"
# include "kernels/inline.h"
# include "kernels/wide.h"

/*
 * Call this last in each function of a table of kernels: some compilers leave the upper halves of vector registers in
 * use.
 */
INLINE void leave_vectors(void)
{
# ifdef __AVX__
    __builtin_ia32_vzeroupper();
# endif
}

/*
 * r = a + b modulo 2^(64 num). Return the carry, 0 or 1. The intrinsic matters: from sums of 128 bits gcc makes moves
 * and comparisons, and a multiple of a point took up to 1.75 times as long (clang: 1.2 times).
 */
INLINE uint64_t words_add(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    unsigned char carry = 0;

    UNROLL for (unsigned i = 0; i < num; i++) {
        unsigned long long sum;

        carry = _addcarry_u64(carry, a[i], b[i], &sum);
        r[i] = sum;
    }
    return carry;
}

/* r = a - b modulo 2^(64 num). Return the borrow, 0 or 1. */
INLINE uint64_t words_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    unsigned char borrow = 0;

    UNROLL for (unsigned i = 0; i < num; i++) {
        unsigned long long difference;

        borrow = _subborrow_u64(borrow, a[i], b[i], &difference);
        r[i] = difference;
    }
    return borrow;
}

/* r = mask ? a : b */
INLINE void words_select(uint64_t *r, uint64_t mask, const uint64_t *a, const uint64_t *b, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        r[i] = ab_ct_select(mask, a[i], b[i]);
}

/* Return a mask: a = 0. */
INLINE uint64_t words_is_zero(const uint64_t *a, unsigned num)
{
    uint64_t any = 0;

    UNROLL for (unsigned i = 0; i < num; i++)
        any |= a[i];
    return ab_ct_is_zero(any);
}

/* r = a + high 2^(64 num) modulo m, for a sum below 2m; r < m. high is 0 or 1. */
INLINE void words_subtract_once(uint64_t *r, const uint64_t *a, uint64_t high, const uint64_t *m, unsigned num)
{
    uint64_t less[AB_EC_MAX_WORDS], borrow = words_sub(less, a, m, num);

    words_select(r, ab_ct_mask((high ^ 1) & borrow), a, less, num);
}

/* r = a mod m for a < 2m; r < m. Makes no copy of a but r, so the caller has less to wipe. */
INLINE void words_reduce_once(uint64_t *r, const uint64_t *a, const uint64_t *m, unsigned num)
{
    uint64_t masked[AB_EC_MAX_WORDS], mask = ab_ct_mask(words_sub(r, a, m, num));

    UNROLL for (unsigned i = 0; i < num; i++)
        masked[i] = m[i] & mask;
    words_add(r, r, masked, num);
}

/* r = a + b, and below r = a - b, modulo m for a, b < m; r < m. */
INLINE void words_mod_add(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, unsigned num)
{
    uint64_t sum[AB_EC_MAX_WORDS], carry = words_add(sum, a, b, num);

    words_subtract_once(r, sum, carry, m, num);
}

INLINE void words_mod_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, unsigned num)
{
    uint64_t difference[AB_EC_MAX_WORDS], masked[AB_EC_MAX_WORDS];
    uint64_t mask = ab_ct_mask(words_sub(difference, a, b, num));

    UNROLL for (unsigned i = 0; i < num; i++)
        masked[i] = m[i] & mask;
    words_add(r, difference, masked, num);
}

/* r = a / 2 modulo an odd m, for a < m; r < m. */
INLINE void words_mod_half(uint64_t *r, const uint64_t *a, const uint64_t *m, unsigned num)
{
    uint64_t sum[AB_EC_MAX_WORDS], mask = ab_ct_mask(a[0] & 1), carry;

    UNROLL for (unsigned i = 0; i < num; i++)
        sum[i] = m[i] & mask;
    carry = words_add(sum, a, sum, num);
    UNROLL for (unsigned i = 0; i < num; i++)
        r[i] = sum[i] >> 1 | (i + 1 < num ? sum[i + 1] : carry) << 63;
}

/*
 * r = k or m - k, whichever is odd, for an odd m and k from 0 to m. Return all ones if it is m - k, else 0. k is
 * secret.
 */
INLINE uint64_t make_odd(uint64_t *r, const uint64_t *k, const uint64_t *m, unsigned num)
{
    uint64_t even = ab_ct_barrier((k[0] & 1) - 1), negated[AB_EC_MAX_WORDS];

    /*
     * After each of these statements the compiler must read k or r again. Else it may hold their words in registers
     * for the next use, and where it runs out of registers, it stores them on the stack, which nobody wipes.
     */
    words_sub(negated, m, k, num);
    __asm__ volatile("" : : "r"(negated) : "memory");
    words_select(r, even, negated, k, num);
    __asm__ volatile("" : : "r"(r) : "memory");
    ab_wipe(negated, num * sizeof(*negated));
    return even;
}

/* *r + 2^64 *carry = a b + *r + *carry: one word of a row of products. */
INLINE void words_mul_add(uint64_t *r, uint64_t a, uint64_t b, uint64_t *carry)
{
    uint128 sum = u128_mul_add(a, b, *r, *carry);

    *r = u128_low(sum);
    *carry = u128_high(sum);
}

/* r = a b, in 2 num words; r must not overlap a or b. */
INLINE void words_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++)
        r[i] = 0;
    UNROLL for (unsigned i = 0; i < num; i++) {
        r[num + i] = 0;
        UNROLL for (unsigned j = 0; j < num; j++)
            words_mul_add(&r[i + j], a[i], b[j], &r[num + i]);
    }
}

/* r = a^2, in 2 num words; r must not overlap a. Each product of two different words is made once and doubled. */
INLINE void words_sqr(uint64_t *r, const uint64_t *a, unsigned num)
{
    uint64_t carry = 0;

    UNROLL for (unsigned i = 0; i < 2 * num; i++)
        r[i] = 0;
    UNROLL for (unsigned i = 0; i + 1 < num; i++)
        UNROLL for (unsigned j = i + 1; j < num; j++)
            words_mul_add(&r[i + j], a[i], a[j], &r[num + i]);
    UNROLL for (unsigned i = 2 * num - 1; i > 0; i--)
        r[i] = r[i] << 1 | r[i - 1] >> 63;
    UNROLL for (unsigned i = 0; i < num; i++) {
        uint128 square = u128_mul(a[i], a[i]), low = u128_sum(r[2 * i], u128_low(square), carry);
        uint128 high = u128_sum(r[2 * i + 1], u128_high(square), u128_high(low));

        r[2 * i] = u128_low(low);
        r[2 * i + 1] = u128_low(high);
        carry = u128_high(high);
    }
}

/* The multiple of m that clears this lowest word, for inverse = -1/m mod 2^64. */
INLINE uint64_t clearing_factor(uint64_t word, uint64_t inverse)
{
    return word * inverse;
}

/*
 * Montgomery multiplication: r = a b / 2^(64 num) modulo m, for a b < m 2^(64 num) and inverse = -1/m mod 2^64; r < m.
 * After each row of products, add the multiple of m that makes the lowest word 0, and drop that word.
 */
INLINE void words_mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse,
                           unsigned num)
{
    uint64_t t[AB_EC_MAX_WORDS + 1] = { 0 };

    UNROLL for (unsigned i = 0; i < num; i++) {
        uint128 sum = u128_mul_add(a[0], b[i], t[0], 0);
        uint64_t factor = clearing_factor(u128_low(sum), inverse), carry = u128_high(sum);
        uint128 reduced = u128_mul_add(factor, m[0], u128_low(sum), 0);

        UNROLL for (unsigned j = 1; j < num; j++) {
            sum = u128_mul_add(a[j], b[i], t[j], carry);
            carry = u128_high(sum);
            reduced = u128_mul_add(factor, m[j], u128_low(sum), u128_high(reduced));
            t[j - 1] = u128_low(reduced);
        }
        sum = u128_sum(t[num], carry, u128_high(reduced));
        t[num - 1] = u128_low(sum);
        t[num] = u128_high(sum);
    }
    words_subtract_once(r, t, t[num], m, num);
}

#endif
