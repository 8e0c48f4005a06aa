/*
 * Arithmetic on num 64-bit words, the least significant first; num is a constant where these are used, so that the
 * loops vanish. Results may lie on inputs, wholly. Secret: no branch but on num. Masks are all ones for true.
 */
#ifndef AB_KERNELS_EC_WORDS_H
# define AB_KERNELS_EC_WORDS_H

# include <immintrin.h>
# include <stdint.h>

# include "ct/ct.h"
# include "kernels/ec/ec_kernels.h"
# include "kernels/inline.h"

__extension__ typedef unsigned __int128 uint128;

/*
 * The last of each function that callers reach: some compilers leave the upper halves of vector registers in use there.
 */
INLINE void leave_vectors(void)
{
# ifdef __AVX__
    __builtin_ia32_vzeroupper();
# endif
}

/*
 * Returns the carry, 0 or 1. By the intrinsic: of sums of 128 bits gcc makes moves and comparisons, and a multiple of a
 * point took up to 1.75 times as long, with clang 1.2 times.
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

/* Returns the borrow, 0 or 1. */
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

INLINE uint64_t words_is_zero(const uint64_t *a, unsigned num)
{
    uint64_t any = 0;

    UNROLL for (unsigned i = 0; i < num; i++)
        any |= a[i];
    return ab_ct_is_zero(any);
}

/* r = a + high 2^(64 num), which is below 2m, modulo m. */
INLINE void words_subtract_once(uint64_t *r, const uint64_t *a, uint64_t high, const uint64_t *m, unsigned num)
{
    uint64_t less[AB_EC_MAX_WORDS], borrow = words_sub(less, a, m, num);

    words_select(r, ab_ct_barrier((high ^ 1) & borrow) * UINT64_MAX, a, less, num);
}

/* a mod m for a < 2m, with no copy of it but r. */
INLINE void words_reduce_once(uint64_t *r, const uint64_t *a, const uint64_t *m, unsigned num)
{
    uint64_t masked[AB_EC_MAX_WORDS], mask = ab_ct_barrier(0 - words_sub(r, a, m, num));

    UNROLL for (unsigned i = 0; i < num; i++)
        masked[i] = m[i] & mask;
    words_add(r, r, masked, num);
}

/* Modulo m, for a, b < m. */
INLINE void words_mod_add(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, unsigned num)
{
    uint64_t sum[AB_EC_MAX_WORDS], carry = words_add(sum, a, b, num);

    words_subtract_once(r, sum, carry, m, num);
}

INLINE void words_mod_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, unsigned num)
{
    uint64_t difference[AB_EC_MAX_WORDS], masked[AB_EC_MAX_WORDS];
    uint64_t mask = ab_ct_barrier(0 - words_sub(difference, a, b, num));

    UNROLL for (unsigned i = 0; i < num; i++)
        masked[i] = m[i] & mask;
    words_add(r, difference, masked, num);
}

/* a / 2 modulo m, which is odd. */
INLINE void words_mod_half(uint64_t *r, const uint64_t *a, const uint64_t *m, unsigned num)
{
    uint64_t sum[AB_EC_MAX_WORDS], mask = ab_ct_barrier(0 - (a[0] & 1)), carry;

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

    words_sub(negated, m, k, num);
    words_select(r, even, negated, k, num);
    ab_wipe(negated, num * sizeof(*negated));
    return even;
}

/* Another word to the sum at r, with the carry of the one below. */
INLINE void words_mul_add(uint64_t *r, uint64_t a, uint64_t b, uint64_t *carry)
{
    uint128 sum = (uint128)a * b + *r + *carry;

    *r = (uint64_t)sum;
    *carry = (uint64_t)(sum >> 64);
}

/* r = a b, 2 num words, apart from a and b. */
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

/* r = a^2, 2 num words, apart from a: each product of two different words counts twice. */
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
        uint128 square = (uint128)a[i] * a[i], low = (uint128)r[2 * i] + (uint64_t)square + carry;
        uint128 high = (uint128)r[2 * i + 1] + (uint64_t)(square >> 64) + (uint64_t)(low >> 64);

        r[2 * i] = (uint64_t)low;
        r[2 * i + 1] = (uint64_t)high;
        carry = (uint64_t)(high >> 64);
    }
}

/*
 * Montgomery's product a b / 2^(64 num) modulo m, for a b < m 2^(64 num); inverse is -1/m modulo 2^64. Row by row: what
 * a row adds is followed by the multiple of m that makes the lowest word vanish.
 */
INLINE void words_mont_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse, unsigned num)
{
    uint64_t t[AB_EC_MAX_WORDS + 1] = { 0 };

    UNROLL for (unsigned i = 0; i < num; i++) {
        uint128 sum = (uint128)a[0] * b[i] + t[0];
        uint64_t factor = (uint64_t)sum * inverse, carry = (uint64_t)(sum >> 64);
        uint128 reduced = (uint128)factor * m[0] + (uint64_t)sum;

        UNROLL for (unsigned j = 1; j < num; j++) {
            sum = (uint128)a[j] * b[i] + t[j] + carry;
            carry = (uint64_t)(sum >> 64);
            reduced = (uint128)factor * m[j] + (uint64_t)sum + (uint64_t)(reduced >> 64);
            t[j - 1] = (uint64_t)reduced;
        }
        sum = (uint128)t[num] + carry + (uint64_t)(reduced >> 64);
        t[num - 1] = (uint64_t)sum;
        t[num] = (uint64_t)(sum >> 64);
    }
    words_subtract_once(r, t, t[num], m, num);
}

#endif
