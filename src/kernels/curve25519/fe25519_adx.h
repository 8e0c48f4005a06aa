/* clang-format off */
/*
 * The field of fe25519.h with MULX and two carry chains: ADCX adds the low words of a row of four products with the
 * carry in CF, ADOX the high words, one word up, with the carry in OF. Then reduce: add 38 times the upper half to the
 * lower one. This leaves a fifth word of at most 38; add 38 times that word to the other four. If this sum carries, it
 * is so small that 38 can be added to its lowest word alone.
 */
#ifndef AB_KERNELS_FE25519_ADX_H
#define AB_KERNELS_FE25519_ADX_H

#include "kernels/curve25519/fe25519.h"

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], fold = 38, none = 0;

    __asm__(
        "addq 0(%[b]), %[r0]\n\t"
        "adcq 8(%[b]), %[r1]\n\t"
        "adcq 16(%[b]), %[r2]\n\t"
        "adcq 24(%[b]), %[r3]\n\t"
        "cmovncq %[none], %[fold]\n\t"
        "addq %[fold], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "cmovncq %[none], %[fold]\n\t"
        "addq %[fold], %[r0]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [fold] "+&r"(fold)
        : [b] "r"(b), [none] "r"(none), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], fold = 38, none = 0;

    __asm__(
        "subq 0(%[b]), %[r0]\n\t"
        "sbbq 8(%[b]), %[r1]\n\t"
        "sbbq 16(%[b]), %[r2]\n\t"
        "sbbq 24(%[b]), %[r3]\n\t"
        "cmovncq %[none], %[fold]\n\t"
        "subq %[fold], %[r0]\n\t"
        "sbbq $0, %[r1]\n\t"
        "sbbq $0, %[r2]\n\t"
        "sbbq $0, %[r3]\n\t"
        "cmovncq %[none], %[fold]\n\t"
        "subq %[fold], %[r0]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [fold] "+&r"(fold)
        : [b] "r"(b), [none] "r"(none), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0, r1, r2, r3, r4, r5, r6, r7, t, u;
    __asm__(
        "movq 0(%[b]), %%rdx\n\t"
        "xorl %k[r5], %k[r5]\n\t"
        "mulxq 0(%[a]), %[r0], %[r1]\n\t"
        "mulxq 8(%[a]), %[t], %[r2]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "mulxq 16(%[a]), %[t], %[r3]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "mulxq 24(%[a]), %[t], %[r4]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "movq 8(%[b]), %%rdx\n\t"
        "adcxq %[r5], %[r4]\n\t"
        "xorl %k[r6], %k[r6]\n\t"
        "mulxq 0(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "adoxq %[u], %[r2]\n\t"
        "mulxq 8(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "adoxq %[u], %[r3]\n\t"
        "mulxq 16(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r4]\n\t"
        "mulxq 24(%[a]), %[t], %[r5]\n\t"
        "adcxq %[t], %[r4]\n\t"
        "movq 16(%[b]), %%rdx\n\t"
        "adoxq %[r6], %[r5]\n\t"
        "adcxq %[r6], %[r5]\n\t"
        "xorl %k[r7], %k[r7]\n\t"
        "mulxq 0(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "adoxq %[u], %[r3]\n\t"
        "mulxq 8(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r4]\n\t"
        "mulxq 16(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r4]\n\t"
        "adoxq %[u], %[r5]\n\t"
        "mulxq 24(%[a]), %[t], %[r6]\n\t"
        "adcxq %[t], %[r5]\n\t"
        "movq 24(%[b]), %%rdx\n\t"
        "adoxq %[r7], %[r6]\n\t"
        "adcxq %[r7], %[r6]\n\t"
        "xorl %k[r7], %k[r7]\n\t"
        "mulxq 0(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r4]\n\t"
        "mulxq 8(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r4]\n\t"
        "adoxq %[u], %[r5]\n\t"
        "mulxq 16(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r5]\n\t"
        "adoxq %[u], %[r6]\n\t"
        "mulxq 24(%[a]), %[t], %[u]\n\t"
        "adcxq %[t], %[r6]\n\t"
        "movl $38, %%edx\n\t"
        "adoxq %[u], %[r7]\n\t"
        "movl $0, %k[u]\n\t"
        "adcxq %[u], %[r7]\n\t"
        "xorl %k[u], %k[u]\n\t"
        "mulxq %[r4], %[t], %[r4]\n\t"
        "adcxq %[t], %[r0]\n\t"
        "adoxq %[r4], %[r1]\n\t"
        "mulxq %[r5], %[t], %[r5]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "adoxq %[r5], %[r2]\n\t"
        "mulxq %[r6], %[t], %[r6]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "adoxq %[r6], %[r3]\n\t"
        "mulxq %[r7], %[t], %[r7]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r7]\n\t"
        "adcxq %[u], %[r7]\n\t"
        "imulq %%rdx, %[r7]\n\t"
        "addq %[r7], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "cmovcq %%rdx, %[u]\n\t"
        "addq %[u], %[r0]\n\t"
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [r4] "=&r"(r4), [r5] "=&r"(r5),
          [r6] "=&r"(r6),
          [r7] "=&r"(r7), [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), [b] "r"(b), "m"(*a), "m"(*b)
        : "rdx", "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}
NOINLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t r0, r1, r2, r3, r4, r5, r6, r7, t, u, z;
    __asm__(
        "movq 0(%[a]), %%rdx\n\t"
        "xorl %k[r6], %k[r6]\n\t"
        "mulxq 8(%[a]), %[r1], %[r2]\n\t"
        "mulxq 16(%[a]), %[t], %[r3]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "mulxq 24(%[a]), %[t], %[r4]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "movq 8(%[a]), %%rdx\n\t"
        "adcxq %[r6], %[r4]\n\t"
        "mulxq 16(%[a]), %[t], %[u]\n\t"
        "adoxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r4]\n\t"
        "mulxq 24(%[a]), %[t], %[r5]\n\t"
        "adcxq %[t], %[r4]\n\t"
        "movq 16(%[a]), %%rdx\n\t"
        "adoxq %[r6], %[r5]\n\t"
        "adcxq %[r6], %[r5]\n\t"
        "mulxq 24(%[a]), %[t], %[r6]\n\t"
        "movq 0(%[a]), %%rdx\n\t"
        "xorl %k[z], %k[z]\n\t"
        "adcxq %[t], %[r5]\n\t"
        "adcxq %[z], %[r6]\n\t"
        "xorl %k[r7], %k[r7]\n\t"
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
        "movl $38, %%edx\n\t"
        "xorl %k[u], %k[u]\n\t"
        "mulxq %[r4], %[t], %[r4]\n\t"
        "adcxq %[t], %[r0]\n\t"
        "adoxq %[r4], %[r1]\n\t"
        "mulxq %[r5], %[t], %[r5]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "adoxq %[r5], %[r2]\n\t"
        "mulxq %[r6], %[t], %[r6]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "adoxq %[r6], %[r3]\n\t"
        "mulxq %[r7], %[t], %[r7]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adoxq %[u], %[r7]\n\t"
        "adcxq %[u], %[r7]\n\t"
        "imulq %%rdx, %[r7]\n\t"
        "addq %[r7], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "cmovcq %%rdx, %[u]\n\t"
        "addq %[u], %[r0]\n\t"
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [r4] "=&r"(r4), [r5] "=&r"(r5),
          [r6] "=&r"(r6),
          [r7] "=&r"(r7), [t] "=&r"(t), [u] "=&r"(u), [z] "=&r"(z)
        : [a] "r"(a), "m"(*a)
        : "rdx", "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

INLINE void fe_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    uint64_t r0, r1, r2, r3, t, u, factor = n;

    __asm__(
        "xorl %k[u], %k[u]\n\t"
        "mulxq 0(%[a]), %[r0], %[r1]\n\t"
        "mulxq 8(%[a]), %[t], %[r2]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "mulxq 16(%[a]), %[t], %[r3]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "mulxq 24(%[a]), %[t], %%rdx\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adcxq %[u], %%rdx\n\t"
        "imulq $38, %%rdx, %[t]\n\t"
        "movl $38, %%edx\n\t"
        "addq %[t], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "cmovcq %%rdx, %[u]\n\t"
        "addq %[u], %[r0]\n\t"
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [t] "=&r"(t), [u] "=&r"(u), "+&d"(factor)
        : [a] "r"(a), "m"(*a)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3 } };
}

#endif
