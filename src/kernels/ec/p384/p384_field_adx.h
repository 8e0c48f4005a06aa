/* clang-format off */
/* The field of p384_field.h with MULX, ADCX and ADOX. r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P384_FIELD_ADX_H
#define AB_KERNELS_EC_P384_FIELD_ADX_H

#include "kernels/ec/weierstrass/field_rows_adx.h"
#include "kernels/ec/p384/p384_field.h"

/*
 * Fold the carry of the sum. If that carries again, the rest is below 2^129, so a second fold changes three words and
 * cannot carry.
 */
INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], r4 = a->v[4], r5 = a->v[5], t, u, fold = FOLD_0;

    __asm__(
        "addq 0(%[b]), %[r0]\n\t"
        "adcq 8(%[b]), %[r1]\n\t"
        "adcq 16(%[b]), %[r2]\n\t"
        "adcq 24(%[b]), %[r3]\n\t"
        "adcq 32(%[b]), %[r4]\n\t"
        "adcq 40(%[b]), %[r5]\n\t"
        "sbbq %[u], %[u]\n\t"
        "andq %[u], %[fold]\n\t"
        "movl %k[u], %k[t]\n\t"
        "negq %[u]\n\t"
        "addq %[fold], %[r0]\n\t"
        "adcq %[t], %[r1]\n\t"
        "adcq %[u], %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        "adcq $0, %[r5]\n\t"
        "sbbq %[u], %[u]\n\t"
        "andq %[u], %[fold]\n\t"
        "movl %k[u], %k[t]\n\t"
        "negq %[u]\n\t"
        "addq %[fold], %[r0]\n\t"
        "adcq %[t], %[r1]\n\t"
        "adcq %[u], %[r2]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [r4] "+&r"(r4), [r5] "+&r"(r5), [t] "=&r"(t),
          [u] "=&r"(u), [fold] "+&r"(fold)
        : [b] "r"(b), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3, r4, r5 } };
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], r4 = a->v[4], r5 = a->v[5], t, u, fold = FOLD_0;

    __asm__(
        "subq 0(%[b]), %[r0]\n\t"
        "sbbq 8(%[b]), %[r1]\n\t"
        "sbbq 16(%[b]), %[r2]\n\t"
        "sbbq 24(%[b]), %[r3]\n\t"
        "sbbq 32(%[b]), %[r4]\n\t"
        "sbbq 40(%[b]), %[r5]\n\t"
        "sbbq %[u], %[u]\n\t"
        "andq %[u], %[fold]\n\t"
        "movl %k[u], %k[t]\n\t"
        "negq %[u]\n\t"
        "subq %[fold], %[r0]\n\t"
        "sbbq %[t], %[r1]\n\t"
        "sbbq %[u], %[r2]\n\t"
        "sbbq $0, %[r3]\n\t"
        "sbbq $0, %[r4]\n\t"
        "sbbq $0, %[r5]\n\t"
        "sbbq %[u], %[u]\n\t"
        "andq %[u], %[fold]\n\t"
        "movl %k[u], %k[t]\n\t"
        "negq %[u]\n\t"
        "subq %[fold], %[r0]\n\t"
        "sbbq %[t], %[r1]\n\t"
        "sbbq %[u], %[r2]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [r4] "+&r"(r4), [r5] "+&r"(r5), [t] "=&r"(t),
          [u] "=&r"(u), [fold] "+&r"(fold)
        : [b] "r"(b), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3, r4, r5 } };
}

/* r[0..6] = a b for one word b */
INLINE void first_row(uint64_t r[7], const struct fe *a, uint64_t b)
{
    uint64_t t;

    __asm__(
        "mulxq 0(%[a]), %[r0], %[r1]\n\t"
        MUL("8", "addq", "r1", "r2") MUL("16", "adcq", "r2", "r3") MUL("24", "adcq", "r3", "r4")
        MUL("32", "adcq", "r4", "r5") MUL("40", "adcq", "r5", "r6")
        "adcq $0, %[r6]\n\t"
        : [r0] "=&r"(r[0]), [r1] "=&r"(r[1]), [r2] "=&r"(r[2]), [r3] "=&r"(r[3]), [r4] "=&r"(r[4]), [r5] "=&r"(r[5]),
          [r6] "=&r"(r[6]), [t] "=&r"(t)
        : [a] "r"(a), "d"(b), "m"(*a)
        : "cc");
}

/* r[0..6] = r[0..5] + a b for one word b */
INLINE void next_row(uint64_t r[7], const struct fe *a, uint64_t b)
{
    uint64_t t, u;

    __asm__(
        CLEAR
        MAC("0", "r0", "r1", "u") MAC("8", "r1", "r2", "u") MAC("16", "r2", "r3", "u") MAC("24", "r3", "r4", "u")
        MAC("32", "r4", "r5", "u")
        MAC_LAST("40", "r5", "u")
        : [r0] "+&r"(r[0]), [r1] "+&r"(r[1]), [r2] "+&r"(r[2]), [r3] "+&r"(r[3]), [r4] "+&r"(r[4]), [r5] "+&r"(r[5]),
          [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), "d"(b), "m"(*a)
        : "cc");
    r[6] = u;
}

/* r = v 2^384 modulo p for a number v of three words; r has six. */
INLINE void fold_three(uint64_t r[NUM_WORDS], const uint64_t v[3])
{
    uint64_t t, u, factor = FOLD_0;

    __asm__(
        "mulxq %[v0], %[r0], %[r1]\n\t"
        "mulxq %[v1], %[t], %[r2]\n\t"
        "addq %[t], %[r1]\n\t"
        "mulxq %[v2], %[t], %[r3]\n\t"
        "adcq %[t], %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "movl %[fold_1], %%edx\n\t"
        "xorl %k[r5], %k[r5]\n\t"
        "mulxq %[v0], %[t], %[u]\n\t"
        "adcxq %[t], %[r1]\n\t"
        "adoxq %[u], %[r2]\n\t"
        "mulxq %[v1], %[t], %[u]\n\t"
        "adcxq %[t], %[r2]\n\t"
        "adoxq %[u], %[r3]\n\t"
        "mulxq %[v2], %[t], %[r4]\n\t"
        "adcxq %[t], %[r3]\n\t"
        "adcxq %[r5], %[r4]\n\t"
        "adoxq %[r5], %[r4]\n\t"
        "addq %[v0], %[r2]\n\t"
        "adcq %[v1], %[r3]\n\t"
        "adcq %[v2], %[r4]\n\t"
        "adcq $0, %[r5]\n\t"
        : [r0] "=&r"(r[0]), [r1] "=&r"(r[1]), [r2] "=&r"(r[2]), [r3] "=&r"(r[3]), [r4] "=&r"(r[4]), [r5] "=&r"(r[5]),
          [t] "=&r"(t), [u] "=&r"(u), "+&d"(factor)
        : [v0] "r"(v[0]), [v1] "r"(v[1]), [v2] "r"(v[2]), [fold_1] "i"(FOLD_1)
        : "cc");
}

/* r += w, six words. Return the carry as a mask. */
INLINE uint64_t add_six(uint64_t r[NUM_WORDS], const uint64_t *w)
{
    uint64_t mask;

    __asm__(
        "addq 0(%[w]), %[r0]\n\t"
        "adcq 8(%[w]), %[r1]\n\t"
        "adcq 16(%[w]), %[r2]\n\t"
        "adcq 24(%[w]), %[r3]\n\t"
        "adcq 32(%[w]), %[r4]\n\t"
        "adcq 40(%[w]), %[r5]\n\t"
        "sbbq %[mask], %[mask]\n\t"
        : [r0] "+&r"(r[0]), [r1] "+&r"(r[1]), [r2] "+&r"(r[2]), [r3] "+&r"(r[3]), [r4] "+&r"(r[4]), [r5] "+&r"(r[5]),
          [mask] "=&r"(mask)
        : [w] "r"(w), "m"(*(const uint64_t(*)[NUM_WORDS])w)
        : "cc");
    return mask;
}

/* r += 2^384 modulo p if the mask is all ones; the sum must not carry out of the three words. */
INLINE void fold_into_three(uint64_t r[3], uint64_t mask)
{
    __asm__(
        "addq %[f0], %[r0]\n\t"
        "adcq %[f1], %[r1]\n\t"
        "adcq %[f2], %[r2]\n\t"
        : [r0] "+&r"(r[0]), [r1] "+&r"(r[1]), [r2] "+&r"(r[2])
        : [f0] "r"(FOLD_0 & mask), [f1] "r"(FOLD_1 & mask), [f2] "r"(1 & mask)
        : "cc");
}

INLINE void fold_into_six(uint64_t r[NUM_WORDS], uint64_t mask)
{
    __asm__(
        "addq %[f0], %[r0]\n\t"
        "adcq %[f1], %[r1]\n\t"
        "adcq %[f2], %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        "adcq $0, %[r5]\n\t"
        : [r0] "+&r"(r[0]), [r1] "+&r"(r[1]), [r2] "+&r"(r[2]), [r3] "+&r"(r[3]), [r4] "+&r"(r[4]), [r5] "+&r"(r[5])
        : [f0] "r"(FOLD_0 & mask), [f1] "r"(FOLD_1 & mask), [f2] "r"(1 & mask)
        : "cc");
}

/*
 * r = w modulo p: fold the three highest words, then the next three with the carry, then the last carry, which cannot
 * carry again.
 */
INLINE void fe_reduce(struct fe *r, uint64_t w[2 * NUM_WORDS])
{
    uint64_t high[NUM_WORDS], low[NUM_WORDS], mask;

    fold_three(high, w + 9);
    mask = add_six(high, w + 3);
    w[3] = high[0];
    w[4] = high[1];
    w[5] = high[2];
    fold_three(low, high + 3);
    fold_into_three(low + 3, mask);
    mask = add_six(low, w);
    fold_into_six(low, mask);
    *r = (struct fe){ { low[0], low[1], low[2], low[3], low[4], low[5] } };
}

static __attribute__((noinline)) void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t w[2 * NUM_WORDS];

    first_row(w, a, b->v[0]);
    UNROLL for (unsigned i = 1; i < NUM_WORDS; i++)
        next_row(w + i, a, b->v[i]);
    fe_reduce(r, w);
}

/* w[1..10] = the sum of a[i] a[j] 2^(64 (i + j)) over i < j */
INLINE void cross_products(uint64_t w[2 * NUM_WORDS], const struct fe *a)
{
    uint64_t t;

    __asm__(
        "movq 0(%[a]), %%rdx\n\t"
        "mulxq 8(%[a]), %[r1], %[r2]\n\t"
        MUL("16", "addq", "r2", "r3") MUL("24", "adcq", "r3", "r4") MUL("32", "adcq", "r4", "r5")
        MUL("40", "adcq", "r5", "r6")
        "adcq $0, %[r6]\n\t"
        "movq 8(%[a]), %%rdx\n\t"
        CLEAR
        MAC("16", "r3", "r4", "r7") MAC("24", "r4", "r5", "r7") MAC("32", "r5", "r6", "r7") MAC_LAST("40", "r6", "r7")
        "movq 16(%[a]), %%rdx\n\t"
        CLEAR
        MAC("24", "r5", "r6", "r8") MAC("32", "r6", "r7", "r8") MAC_LAST("40", "r7", "r8")
        "movq 24(%[a]), %%rdx\n\t"
        CLEAR
        MAC("32", "r7", "r8", "r9") MAC_LAST("40", "r8", "r9")
        "movq 32(%[a]), %%rdx\n\t"
        CLEAR
        MAC_LAST("40", "r9", "r10")
        : [r1] "=&r"(w[1]), [r2] "=&r"(w[2]), [r3] "=&r"(w[3]), [r4] "=&r"(w[4]), [r5] "=&r"(w[5]),
          [r6] "=&r"(w[6]), [r7] "=&r"(w[7]), [r8] "=&r"(w[8]), [r9] "=&r"(w[9]), [r10] "=&r"(w[10]),
          [t] "=&r"(t)
        : [a] "r"(a), "m"(*a)
        : "rdx", "cc");
}

/* w = 2 w + the sum of a[i]^2 2^(128 i) */
INLINE void add_squares(uint64_t w[2 * NUM_WORDS], const struct fe *a)
{
    uint64_t t, u, x;

    __asm__(
        CLEAR
        SQUARE("0") TWICE_ADD("0", "t") TWICE_ADD("8", "u") SQUARE("8") TWICE_ADD("16", "t") TWICE_ADD("24", "u")
        SQUARE("16") TWICE_ADD("32", "t") TWICE_ADD("40", "u") SQUARE("24") TWICE_ADD("48", "t") TWICE_ADD("56", "u")
        SQUARE("32") TWICE_ADD("64", "t") TWICE_ADD("72", "u") SQUARE("40") TWICE_ADD("80", "t") TWICE_ADD("88", "u")
        : [t] "=&r"(t), [u] "=&r"(u), [x] "=&r"(x), "+m"(*(uint64_t(*)[2 * NUM_WORDS])w)
        : [a] "r"(a), [w] "r"(w), "m"(*a)
        : "rdx", "cc");
}

static __attribute__((noinline)) void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t w[2 * NUM_WORDS];

    w[0] = w[2 * NUM_WORDS - 1] = 0;
    cross_products(w, a);
    add_squares(w, a);
    fe_reduce(r, w);
}

INLINE void fe_half(struct fe *r, const struct fe *a)
{
    words_mod_half(r->v, a->v, PRIME, NUM_WORDS);
}

#endif
