/* clang-format off */
/*
 * The field of p256_field.h with MULX and two carry chains, ADCX with the carry in CF and ADOX with the carry in OF.
 * Elements are below p in and out; r may be an argument. Secret. After each row of four products, the lowest word m is
 * cancelled by adding m p = -m + 2^96 m + 2^192 (2^64 - 2^32 + 1) m: two shifts and one product.
 */
#ifndef AB_KERNELS_EC_P256_FIELD_ADX_H
#define AB_KERNELS_EC_P256_FIELD_ADX_H

#include "kernels/ec/p256/p256_field.h"

/* Add the word at this offset times rdx: its low word by ADCX, its high word by ADOX. */
#define MULTIPLY(word, low, high) \
    "mulxq " #word "(%[a]), %[t], %[u]\n\tadcxq %[t], %[" #low "]\n\tadoxq %[u], %[" #high "]\n\t"
/* Cancel r0 by a multiple of p; r0 receives the carry out of r4. */
#define REDUCE_ROW(r0, r1, r2, r3, r4) \
    SHIFT_FACTOR(r0) "addq %[t], %[" #r1 "]\n\tadcq %[" #r0 "], %[" #r2 "]\n\tmovl $0, %k[" #r0 "]\n\t" \
    "adcq %%rdx, %[" #r3 "]\n\tadcq %[u], %[" #r4 "]\n\tadcq $0, %[" #r0 "]\n\t"
/* The same without a word r4: what would be added to it is left in r0. */
#define REDUCE_SQUARE(r0, r1, r2, r3) \
    SHIFT_FACTOR(r0) "addq %[t], %[" #r1 "]\n\tadcq %[" #r0 "], %[" #r2 "]\n\t" \
    "adcq %%rdx, %[" #r3 "]\n\tmovq %[u], %[" #r0 "]\n\tadcq $0, %[" #r0 "]\n\t"
/* For m in r: t and r receive the low and high word of 2^32 m, rdx and u those of (2^64 - 2^32 + 1) m. */
#define SHIFT_FACTOR(r) \
    "movq %[" #r "], %%rdx\n\tmovq %[" #r "], %[t]\n\tshlq $32, %[t]\n\t" \
    "shrq $32, %[" #r "]\n\tmulxq %[p3], %%rdx, %[u]\n\t"

/* r = the number r0 ... r3, high modulo p, for a number below 2p. */
INLINE void subtract_once(struct fe *r, uint64_t r0, uint64_t r1, uint64_t r2, uint64_t r3, uint64_t high)
{
    uint64_t t0 = r0, t1 = r1, t2 = r2, t3 = r3;

    __asm__(
        "subq $-1, %[t0]\n\t"
        "sbbq %[p1], %[t1]\n\t"
        "sbbq $0, %[t2]\n\t"
        "sbbq %[p3], %[t3]\n\t"
        "sbbq $0, %[high]\n\t"
        "cmovcq %[r0], %[t0]\n\t"
        "cmovcq %[r1], %[t1]\n\t"
        "cmovcq %[r2], %[t2]\n\t"
        "cmovcq %[r3], %[t3]\n\t"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [high] "+&r"(high)
        : [r0] "r"(r0), [r1] "r"(r1), [r2] "r"(r2), [r3] "r"(r3), [p1] "rm"(PRIME[1]), [p3] "rm"(PRIME[3])
        : "cc");
    *r = (struct fe){ { t0, t1, t2, t3 } };
}

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], high = 0;

    __asm__(
        "addq 0(%[b]), %[r0]\n\t"
        "adcq 8(%[b]), %[r1]\n\t"
        "adcq 16(%[b]), %[r2]\n\t"
        "adcq 24(%[b]), %[r3]\n\t"
        "adcq $0, %[high]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [high] "+&r"(high)
        : [b] "r"(b), "m"(*b)
        : "cc");
    subtract_once(r, r0, r1, r2, r3, high);
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], p0, p1, p3 = PRIME[3];

    __asm__(
        "subq 0(%[b]), %[r0]\n\t"
        "sbbq 8(%[b]), %[r1]\n\t"
        "sbbq 16(%[b]), %[r2]\n\t"
        "sbbq 24(%[b]), %[r3]\n\t"
        "sbbq %[p0], %[p0]\n\t"
        "movl %k[p0], %k[p1]\n\t"
        "andq %[p0], %[p3]\n\t"
        "addq %[p0], %[r0]\n\t"
        "adcq %[p1], %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq %[p3], %[r3]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [p0] "=&r"(p0), [p1] "=&r"(p1), [p3] "+&r"(p3)
        : [b] "r"(b), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

INLINE void fe_half(struct fe *r, const struct fe *a)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], p0 = ab_ct_mask(r0 & 1), p1 = (uint32_t)p0,
             p3 = p0 & PRIME[3];

    __asm__(
        "addq %[p0], %[r0]\n\t"
        "adcq %[p1], %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq %[p3], %[r3]\n\t"
        "rcrq $1, %[r3]\n\t"
        "rcrq $1, %[r2]\n\t"
        "rcrq $1, %[r1]\n\t"
        "rcrq $1, %[r0]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3)
        : [p0] "r"(p0), [p1] "r"(p1), [p3] "r"(p3)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

INLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0, r1, r2, r3, r4, t, u;

    __asm__(
        "movq 0(%[b]), %%rdx\n\t"
        "mulxq 0(%[a]), %[r0], %[r1]\n\t"
        "mulxq 8(%[a]), %[t], %[r2]\n\t"
        "addq %[t], %[r1]\n\t"
        "mulxq 16(%[a]), %[t], %[r3]\n\t"
        "adcq %[t], %[r2]\n\t"
        "mulxq 24(%[a]), %[t], %[r4]\n\t"
        "adcq %[t], %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        REDUCE_ROW(r0, r1, r2, r3, r4)
        "movq 8(%[b]), %%rdx\n\t"
        "xorl %k[t], %k[t]\n\t"
        MULTIPLY(0, r1, r2)
        MULTIPLY(8, r2, r3)
        MULTIPLY(16, r3, r4)
        MULTIPLY(24, r4, r0)
        "movl $0, %k[t]\n\t"
        "adcxq %[t], %[r0]\n\t"
        REDUCE_ROW(r1, r2, r3, r4, r0)
        "movq 16(%[b]), %%rdx\n\t"
        "xorl %k[t], %k[t]\n\t"
        MULTIPLY(0, r2, r3)
        MULTIPLY(8, r3, r4)
        MULTIPLY(16, r4, r0)
        MULTIPLY(24, r0, r1)
        "movl $0, %k[t]\n\t"
        "adcxq %[t], %[r1]\n\t"
        REDUCE_ROW(r2, r3, r4, r0, r1)
        "movq 24(%[b]), %%rdx\n\t"
        "xorl %k[t], %k[t]\n\t"
        MULTIPLY(0, r3, r4)
        MULTIPLY(8, r4, r0)
        MULTIPLY(16, r0, r1)
        MULTIPLY(24, r1, r2)
        "movl $0, %k[t]\n\t"
        "adcxq %[t], %[r2]\n\t"
        REDUCE_ROW(r3, r4, r0, r1, r2)
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [r4] "=&r"(r4), [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), [b] "r"(b), [p3] "m"(PRIME[3]), "m"(*a), "m"(*b)
        : "rdx", "cc");
    subtract_once(r, r4, r0, r1, r2, r3);
}

INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t r0, r1, r2, r3, r4, r5, r6, r7, t, u;

    __asm__(
        "movq 0(%[a]), %%rdx\n\t"
        "mulxq 8(%[a]), %[r1], %[r2]\n\t"
        "mulxq 16(%[a]), %[t], %[r3]\n\t"
        "addq %[t], %[r2]\n\t"
        "mulxq 24(%[a]), %[t], %[r4]\n\t"
        "adcq %[t], %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        "movq 8(%[a]), %%rdx\n\t"
        "xorl %k[r6], %k[r6]\n\t"
        MULTIPLY(16, r3, r4)
        "mulxq 24(%[a]), %[t], %[r5]\n\t"
        "adcxq %[t], %[r4]\n\t"
        "adoxq %[r6], %[r5]\n\t"
        "adcxq %[r6], %[r5]\n\t"
        "movq 16(%[a]), %%rdx\n\t"
        "mulxq 24(%[a]), %[t], %[r6]\n\t"
        "movq 0(%[a]), %%rdx\n\t"
        "xorl %k[r7], %k[r7]\n\t"
        "adcxq %[t], %[r5]\n\t"
        "adcxq %[r7], %[r6]\n\t"
        "xorl %k[u], %k[u]\n\t"
        "mulxq %%rdx, %[r0], %[u]\n\t"
        "adcxq %[r1], %[r1]\n\t"
        "adoxq %[u], %[r1]\n\t"
        "movq 8(%[a]), %%rdx\n\t"
        "mulxq %%rdx, %[t], %[u]\n\t"
        "adcxq %[r2], %[r2]\n\t"
        "adoxq %[t], %[r2]\n\t"
        "adcxq %[r3], %[r3]\n\t"
        "adoxq %[u], %[r3]\n\t"
        "movq 16(%[a]), %%rdx\n\t"
        "mulxq %%rdx, %[t], %[u]\n\t"
        "adcxq %[r4], %[r4]\n\t"
        "adoxq %[t], %[r4]\n\t"
        "adcxq %[r5], %[r5]\n\t"
        "adoxq %[u], %[r5]\n\t"
        "movq 24(%[a]), %%rdx\n\t"
        "mulxq %%rdx, %[t], %[u]\n\t"
        "adcxq %[r6], %[r6]\n\t"
        "adoxq %[t], %[r6]\n\t"
        "adcxq %[r7], %[r7]\n\t"
        "adoxq %[u], %[r7]\n\t"
        REDUCE_SQUARE(r0, r1, r2, r3)
        REDUCE_SQUARE(r1, r2, r3, r0)
        REDUCE_SQUARE(r2, r3, r0, r1)
        REDUCE_SQUARE(r3, r0, r1, r2)
        "movl $0, %k[t]\n\t"
        "addq %[r0], %[r4]\n\t"
        "adcq %[r1], %[r5]\n\t"
        "adcq %[r2], %[r6]\n\t"
        "adcq %[r3], %[r7]\n\t"
        "adcq $0, %[t]\n\t"
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [r4] "=&r"(r4), [r5] "=&r"(r5),
          [r6] "=&r"(r6),
          [r7] "=&r"(r7), [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), [p3] "m"(PRIME[3]), "m"(*a)
        : "rdx", "cc");
    subtract_once(r, r4, r5, r6, r7, t);
}

#endif
