/* clang-format off */
/* The field of p521_field.h with MULX, ADCX and ADOX. r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P521_FIELD_ADX_H
#define AB_KERNELS_EC_P521_FIELD_ADX_H

#include "kernels/ec/weierstrass/field_rows_adx.h"
#include "kernels/ec/p521/p521_field.h"

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], r4 = a->v[4], r5 = a->v[5],
             r6 = a->v[6], r7 = a->v[7];
    uint64_t r8 = a->v[8], t;

    __asm__(
        "addq 0(%[b]), %[r0]\n\t"
        "adcq 8(%[b]), %[r1]\n\t"
        "adcq 16(%[b]), %[r2]\n\t"
        "adcq 24(%[b]), %[r3]\n\t"
        "adcq 32(%[b]), %[r4]\n\t"
        "adcq 40(%[b]), %[r5]\n\t"
        "adcq 48(%[b]), %[r6]\n\t"
        "adcq 56(%[b]), %[r7]\n\t"
        "adcq 64(%[b]), %[r8]\n\t"
        "movq %[r8], %[t]\n\t"
        "shrq $9, %[t]\n\t"
        "andl $511, %k[r8]\n\t"
        "addq %[t], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        "adcq $0, %[r5]\n\t"
        "adcq $0, %[r6]\n\t"
        "adcq $0, %[r7]\n\t"
        "adcq $0, %[r8]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [r4] "+&r"(r4),
          [r5] "+&r"(r5), [r6] "+&r"(r6), [r7] "+&r"(r7), [r8] "+&r"(r8),
          [t] "=&r"(t)
        : [b] "r"(b), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3, r4, r5, r6, r7, r8 } };
}

/*
 * r = 5p + a - b. Let a - b + 2^523 = low + t 2^521 with t from 2 to 5; modulo p that is low + 2^521 - (5 - t).
 */
INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t r0 = a->v[0], r1 = a->v[1], r2 = a->v[2], r3 = a->v[3], r4 = a->v[4], r5 = a->v[5],
             r6 = a->v[6], r7 = a->v[7];
    uint64_t r8 = a->v[8] + (4 << TOP_BITS), t;

    __asm__(
        "subq 0(%[b]), %[r0]\n\t"
        "sbbq 8(%[b]), %[r1]\n\t"
        "sbbq 16(%[b]), %[r2]\n\t"
        "sbbq 24(%[b]), %[r3]\n\t"
        "sbbq 32(%[b]), %[r4]\n\t"
        "sbbq 40(%[b]), %[r5]\n\t"
        "sbbq 48(%[b]), %[r6]\n\t"
        "sbbq 56(%[b]), %[r7]\n\t"
        "sbbq 64(%[b]), %[r8]\n\t"
        "movq %[r8], %[t]\n\t"
        "shrq $9, %[t]\n\t"
        "andl $511, %k[r8]\n\t"
        "orl $512, %k[r8]\n\t"
        "negq %[t]\n\t"
        "addq $5, %[t]\n\t"
        "subq %[t], %[r0]\n\t"
        "sbbq $0, %[r1]\n\t"
        "sbbq $0, %[r2]\n\t"
        "sbbq $0, %[r3]\n\t"
        "sbbq $0, %[r4]\n\t"
        "sbbq $0, %[r5]\n\t"
        "sbbq $0, %[r6]\n\t"
        "sbbq $0, %[r7]\n\t"
        "sbbq $0, %[r8]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [r4] "+&r"(r4),
          [r5] "+&r"(r5), [r6] "+&r"(r6), [r7] "+&r"(r7), [r8] "+&r"(r8),
          [t] "=&r"(t)
        : [b] "r"(b), "m"(*b)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3, r4, r5, r6, r7, r8 } };
}

/* r[0..9] = a b for one word b */
INLINE void first_row(uint64_t r[10], const struct fe *a, uint64_t b)
{
    uint64_t t, u;

    __asm__(
        "mulxq 0(%[a]), %[r0], %[r1]\n\t"
        MUL("8", "addq", "r1", "r2") MUL("16", "adcq", "r2", "r3") MUL("24", "adcq", "r3", "r4")
        MUL("32", "adcq", "r4", "r5")
        MUL("40", "adcq", "r5", "r6") MUL("48", "adcq", "r6", "r7") MUL("56", "adcq", "r7", "r8")
        MUL("64", "adcq", "r8", "u")
        "adcq $0, %[u]\n\t"
        : [r0] "=&r"(r[0]), [r1] "=&r"(r[1]), [r2] "=&r"(r[2]), [r3] "=&r"(r[3]), [r4] "=&r"(r[4]),
          [r5] "=&r"(r[5]), [r6] "=&r"(r[6]), [r7] "=&r"(r[7]), [r8] "=&r"(r[8]),
          [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), "d"(b), "m"(*a)
        : "cc");
    r[9] = u;
}

/* r[0..9] = r[0..8] + a b for one word b */
INLINE void next_row(uint64_t r[10], const struct fe *a, uint64_t b)
{
    uint64_t t, u;

    __asm__(
        CLEAR
        MAC("0", "r0", "r1", "u") MAC("8", "r1", "r2", "u") MAC("16", "r2", "r3", "u") MAC("24", "r3", "r4", "u")
        MAC("32", "r4", "r5", "u") MAC("40", "r5", "r6", "u") MAC("48", "r6", "r7", "u") MAC("56", "r7", "r8", "u")
        MAC_LAST("64", "r8", "u")
        : [r0] "+&r"(r[0]), [r1] "+&r"(r[1]), [r2] "+&r"(r[2]), [r3] "+&r"(r[3]), [r4] "+&r"(r[4]),
          [r5] "+&r"(r[5]), [r6] "+&r"(r[6]), [r7] "+&r"(r[7]), [r8] "+&r"(r[8]),
          [t] "=&r"(t), [u] "=&r"(u)
        : [a] "r"(a), "d"(b), "m"(*a)
        : "cc");
    r[9] = u;
}

/* Add the word of [w] at offset `at`, shifted right by 521 bits: its product by 2^55 is that, in two words. */
#define HALVES(at, low, high) \
    "mulxq " at "(%[w]), %[t], %[u]\n\tadcxq %[t], %[" low "]\n\tadoxq %[u], %[" high "]\n\t"

/*
 * r = w modulo p for w below 2^1044: add the two parts below and above 2^521, then fold what exceeds 2^521 once more.
 */
INLINE void fe_reduce(struct fe *r, const uint64_t w[2 * NUM_WORDS])
{
    uint64_t r0 = w[0], r1 = w[1], r2 = w[2], r3 = w[3], r4 = w[4], r5 = w[5], r6 = w[6], r7 = w[7],
             r8 = w[8] & TOP_MASK;
    uint64_t t, u, shift = (uint64_t)1 << (64 - TOP_BITS);

    __asm__(
        CLEAR
        "mulxq 64(%[w]), %[t], %[u]\n\t"
        "adoxq %[u], %[r0]\n\t"
        HALVES("72", "r0", "r1")
        HALVES("80", "r1", "r2")
        HALVES("88", "r2", "r3")
        HALVES("96", "r3", "r4")
        HALVES("104", "r4", "r5")
        HALVES("112", "r5", "r6")
        HALVES("120", "r6", "r7")
        HALVES("128", "r7", "r8")
        "movl $0, %k[t]\n\t"
        "adcxq %[t], %[r8]\n\t"
        "movq %[r8], %[t]\n\t"
        "shrq $9, %[t]\n\t"
        "andl $511, %k[r8]\n\t"
        "addq %[t], %[r0]\n\t"
        "adcq $0, %[r1]\n\t"
        "adcq $0, %[r2]\n\t"
        "adcq $0, %[r3]\n\t"
        "adcq $0, %[r4]\n\t"
        "adcq $0, %[r5]\n\t"
        "adcq $0, %[r6]\n\t"
        "adcq $0, %[r7]\n\t"
        "adcq $0, %[r8]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [r4] "+&r"(r4),
          [r5] "+&r"(r5), [r6] "+&r"(r6), [r7] "+&r"(r7), [r8] "+&r"(r8),
          [t] "=&r"(t), [u] "=&r"(u), "+&d"(shift)
        : [w] "r"(w), "m"(*(const uint64_t(*)[2 * NUM_WORDS])w)
        : "cc");
    *r = (struct fe){ { r0, r1, r2, r3, r4, r5, r6, r7, r8 } };
}

static __attribute__((noinline)) void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t w[2 * NUM_WORDS];

    first_row(w, a, b->v[0]);
    UNROLL for (unsigned i = 1; i < NUM_WORDS; i++)
        next_row(w + i, a, b->v[i]);
    fe_reduce(r, w);
}

#define STORE(at, word) "movq %[" word "], " at "(%[w])\n\t"

/* w[1..16] = the sum of a[i] a[j] 2^(64 (i + j)) over i < j. Word k is built in register k mod 9. */
INLINE void cross_products(uint64_t w[2 * NUM_WORDS], const struct fe *a)
{
    uint64_t t, c0, c1, c2, c3, c4, c5, c6, c7, c8;

    __asm__(
        "movq 0(%[a]), %%rdx\n\t"
        "mulxq 8(%[a]), %[c1], %[c2]\n\t" MUL("16", "addq", "c2", "c3") MUL("24", "adcq", "c3", "c4")
        MUL("32", "adcq", "c4", "c5") MUL("40", "adcq", "c5", "c6") MUL("48", "adcq", "c6", "c7")
        MUL("56", "adcq", "c7", "c8")
        MUL("64", "adcq", "c8", "c0") "adcq $0, %[c0]\n\t"
        STORE("8", "c1") STORE("16", "c2")
        "movq 8(%[a]), %%rdx\n\t"
        CLEAR
        MAC("16", "c3", "c4", "c1") MAC("24", "c4", "c5", "c1") MAC("32", "c5", "c6", "c1") MAC("40", "c6", "c7", "c1")
        MAC("48", "c7", "c8", "c1") MAC("56", "c8", "c0", "c1") MAC_LAST("64", "c0", "c1")
        STORE("24", "c3") STORE("32", "c4")
        "movq 16(%[a]), %%rdx\n\t"
        CLEAR
        MAC("24", "c5", "c6", "c2") MAC("32", "c6", "c7", "c2") MAC("40", "c7", "c8", "c2") MAC("48", "c8", "c0", "c2")
        MAC("56", "c0", "c1", "c2") MAC_LAST("64", "c1", "c2")
        STORE("40", "c5") STORE("48", "c6")
        "movq 24(%[a]), %%rdx\n\t"
        CLEAR
        MAC("32", "c7", "c8", "c3") MAC("40", "c8", "c0", "c3") MAC("48", "c0", "c1", "c3") MAC("56", "c1", "c2", "c3")
        MAC_LAST("64", "c2", "c3")
        STORE("56", "c7") STORE("64", "c8")
        "movq 32(%[a]), %%rdx\n\t"
        CLEAR
        MAC("40", "c0", "c1", "c4") MAC("48", "c1", "c2", "c4") MAC("56", "c2", "c3", "c4") MAC_LAST("64", "c3", "c4")
        STORE("72", "c0") STORE("80", "c1")
        "movq 40(%[a]), %%rdx\n\t"
        CLEAR
        MAC("48", "c2", "c3", "c5") MAC("56", "c3", "c4", "c5") MAC_LAST("64", "c4", "c5")
        STORE("88", "c2") STORE("96", "c3")
        "movq 48(%[a]), %%rdx\n\t"
        CLEAR
        MAC("56", "c4", "c5", "c6") MAC_LAST("64", "c5", "c6")
        STORE("104", "c4") STORE("112", "c5")
        "movq 56(%[a]), %%rdx\n\t"
        CLEAR
        MAC_LAST("64", "c6", "c7")
        STORE("120", "c6") STORE("128", "c7")
        : [c0] "=&r"(c0), [c1] "=&r"(c1), [c2] "=&r"(c2), [c3] "=&r"(c3), [c4] "=&r"(c4),
          [c5] "=&r"(c5), [c6] "=&r"(c6), [c7] "=&r"(c7), [c8] "=&r"(c8),
          [t] "=&r"(t), "=m"(*(uint64_t(*)[2 * NUM_WORDS])w)
        : [a] "r"(a), [w] "r"(w), "m"(*a)
        : "rdx", "cc");
}

/* w = 2 w + the sum of a[i]^2 2^(128 i) */
INLINE void add_squares(uint64_t w[2 * NUM_WORDS], const struct fe *a)
{
    uint64_t t, u, x;

    __asm__(
        CLEAR
        SQUARE("0") TWICE_ADD("0", "t") TWICE_ADD("8", "u") SQUARE("8") TWICE_ADD("16", "t") TWICE_ADD("24", "u")
        SQUARE("16")
        TWICE_ADD("32", "t") TWICE_ADD("40", "u") SQUARE("24") TWICE_ADD("48", "t") TWICE_ADD("56", "u") SQUARE("32")
        TWICE_ADD("64", "t") TWICE_ADD("72", "u") SQUARE("40") TWICE_ADD("80", "t") TWICE_ADD("88", "u") SQUARE("48")
        TWICE_ADD("96", "t") TWICE_ADD("104", "u") SQUARE("56") TWICE_ADD("112", "t") TWICE_ADD("120", "u") SQUARE("64")
        TWICE_ADD("128", "t") TWICE_ADD("136", "u")
        : [t] "=&r"(t), [u] "=&r"(u), [x] "=&r"(x), "+m"(*(uint64_t(*)[2 * NUM_WORDS])w)
        : [a] "r"(a), [w] "r"(w), "m"(*a)
        : "rdx", "cc");
}

static __attribute__((noinline)) void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t w[2 * NUM_WORDS];

    cross_products(w, a);
    w[0] = w[2 * NUM_WORDS - 1] = 0;
    add_squares(w, a);
    fe_reduce(r, w);
}

#endif
