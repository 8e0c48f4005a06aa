/*
 * Sums and differences of 64-bit words with a carry. x86-64 has intrinsics, which keep the carry in the flags; other
 * processors have the same functions in C here. A carry is 0 or 1; all is secret.
 */
#ifndef AB_KERNELS_CARRY_H
#define AB_KERNELS_CARRY_H

#ifdef __x86_64__
# include <immintrin.h>
#else

/* *sum = a + b + carry modulo 2^64; return the carry out. */
static inline unsigned char _addcarry_u64(unsigned char carry, unsigned long long a, unsigned long long b,
                                          unsigned long long *sum)
{
    unsigned long long of_operands = a + b;

    *sum = of_operands + carry;
    return (unsigned char)((of_operands < a) | (*sum < of_operands));
}

/* *difference = a - b - borrow modulo 2^64; return the borrow out. */
static inline unsigned char _subborrow_u64(unsigned char borrow, unsigned long long a, unsigned long long b,
                                           unsigned long long *difference)
{
    unsigned long long of_operands = a - b;

    *difference = of_operands - borrow;
    return (unsigned char)((a < b) | (of_operands < *difference));
}

#endif
#endif
