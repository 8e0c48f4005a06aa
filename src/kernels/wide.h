/*
 * Numbers of 128 bits modulo 2^128, unsigned (u128) and in two's complement (s128): products of words, and sums of
 * them. Compilers for processors of 32 bits lack such a type; two words take its place there. All is secret but `num`,
 * a number of bits from 0 to 127.
 *
 * Where the compiler has the type, an operation is an operator. They are macros, since gcc allocates registers
 * otherwise if functions are inlined.
 *
 *     u128(a), s128(a)                 the word a
 *     u128_signed(a)                   the unsigned number a as a signed one
 *     u128_low(a), u128_high(a)        the lower and the upper word; the same for s128
 *     u128_mul(a, b), s128_mul(a, b)   a b for words a and b
 *     u128_mul_add(a, b, c, d)         a b + c + d for words, which is below 2^128
 *     s128_mul_add(sum, a, b)          sum + a b for words a and b
 *     u128_sum(a, b, c)                a + b + c for words
 *     u128_difference(a, b, c)         a - b - c for words
 *     u128_left(a, num)                a 2^num
 *     u128_right(a, num)               a / 2^num, rounded down; the same for s128
 */
#ifndef AB_KERNELS_WIDE_H
#define AB_KERNELS_WIDE_H

#include <stdint.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

# define u128(a) ((uint128)(a))
# define u128_signed(a) ((int128)(a))
# define u128_low(a) ((uint64_t)(a))
# define u128_high(a) ((uint64_t)((a) >> 64))
# define u128_add(a, b) ((a) + (b))
# define u128_sub(a, b) ((a) - (b))
# define u128_or(a, b) ((a) | (b))
# define u128_xor(a, b) ((a) ^ (b))
# define u128_and(a, b) ((a) & (b))
# define u128_mul(a, b) ((uint128)(a) * (b))
# define u128_mul_add(a, b, c, d) ((uint128)(a) * (b) + (c) + (d))
# define u128_sum(a, b, c) ((uint128)(a) + (b) + (c))
# define u128_difference(a, b, c) ((uint128)(a) - (b) - (c))
# define u128_left(a, num) ((a) << (num))
# define u128_right(a, num) ((a) >> (num))

# define s128(a) ((int128)(a))
# define s128_low(a) ((uint64_t)(a))
# define s128_high(a) ((uint64_t)((a) >> 64))
# define s128_add(a, b) ((a) + (b))
# define s128_sub(a, b) ((a) - (b))
# define s128_mul(a, b) ((int128)(a) * (b))
# define s128_mul_add(sum, a, b) ((sum) + (int128)(a) * (b))
# define s128_right(a, num) ((a) >> (num))

#else

# include "kernels/inline.h"

typedef struct {
    uint64_t low, high;
} uint128;
typedef uint128 int128;

INLINE uint128 u128(uint64_t a)
{
    return (uint128){ a, 0 };
}

INLINE uint64_t u128_low(uint128 a)
{
    return a.low;
}

INLINE uint64_t u128_high(uint128 a)
{
    return a.high;
}

INLINE uint128 u128_add(uint128 a, uint128 b)
{
    const uint64_t low = a.low + b.low;

    return (uint128){ low, a.high + b.high + (low < a.low) };
}

INLINE uint128 u128_sub(uint128 a, uint128 b)
{
    return (uint128){ a.low - b.low, a.high - b.high - (a.low < b.low) };
}

INLINE uint128 u128_or(uint128 a, uint128 b)
{
    return (uint128){ a.low | b.low, a.high | b.high };
}

INLINE uint128 u128_xor(uint128 a, uint128 b)
{
    return (uint128){ a.low ^ b.low, a.high ^ b.high };
}

INLINE uint128 u128_and(uint128 a, uint128 b)
{
    return (uint128){ a.low & b.low, a.high & b.high };
}

/* By four products of half words. No sum of the middle exceeds (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
INLINE uint128 u128_mul(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32, low = a0 * b0;
    const uint64_t first = a1 * b0 + (low >> 32), second = a0 * b1 + (uint32_t)first;

    return (uint128){ second << 32 | (uint32_t)low, a1 * b1 + (first >> 32) + (second >> 32) };
}

INLINE uint128 u128_sum(uint64_t a, uint64_t b, uint64_t c)
{
    return u128_add(u128_add(u128(a), u128(b)), u128(c));
}

INLINE uint128 u128_difference(uint64_t a, uint64_t b, uint64_t c)
{
    return u128_sub(u128_sub(u128(a), u128(b)), u128(c));
}

INLINE uint128 u128_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return u128_add(u128_add(u128_mul(a, b), u128(c)), u128(d));
}

INLINE uint128 u128_left(uint128 a, unsigned num)
{
    if (num >= 64)
        return (uint128){ 0, a.low << (num - 64) };
    return (uint128){ a.low << num, a.high << num | a.low >> 1 >> (63 - num) };
}

INLINE uint128 u128_right(uint128 a, unsigned num)
{
    if (num >= 64)
        return (uint128){ a.high >> (num - 64), 0 };
    return (uint128){ a.low >> num | a.high << 1 << (63 - num), a.high >> num };
}

INLINE int128 u128_signed(uint128 a)
{
    return a;
}

INLINE int128 s128(int64_t a)
{
    return (int128){ (uint64_t)a, (uint64_t)(a >> 63) };
}

INLINE uint64_t s128_low(int128 a)
{
    return a.low;
}

INLINE uint64_t s128_high(int128 a)
{
    return a.high;
}

INLINE int128 s128_add(int128 a, int128 b)
{
    return u128_add(a, b);
}

INLINE int128 s128_sub(int128 a, int128 b)
{
    return u128_sub(a, b);
}

/* A negative a is 2^64 more as an unsigned word, which adds 2^64 b to the product. */
INLINE int128 s128_mul(int64_t a, int64_t b)
{
    int128 product = u128_mul((uint64_t)a, (uint64_t)b);

    product.high -= (uint64_t)(a >> 63 & b) + (uint64_t)(b >> 63 & a);
    return product;
}

INLINE int128 s128_mul_add(int128 sum, int64_t a, int64_t b)
{
    return s128_add(sum, s128_mul(a, b));
}

INLINE int128 s128_right(int128 a, unsigned num)
{
    const int64_t high = (int64_t)a.high;

    if (num >= 64)
        return (int128){ (uint64_t)(high >> (num - 64)), (uint64_t)(high >> 63) };
    return (int128){ a.low >> num | a.high << 1 << (63 - num), (uint64_t)(high >> num) };
}

#endif
#endif
