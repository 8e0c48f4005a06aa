/* One block of Poly1305 as in poly1305_words.h, with MULX: the compilers' own code has a third more instructions. */
#ifndef AB_KERNELS_POLY1305_BMI2_H
#define AB_KERNELS_POLY1305_BMI2_H

#include "kernels/chacha/poly1305_words.h"

/*
 * h := (h + m) r mod p for the block at `in`; s1 = r1 + r1 / 4. poly1305_words.h has the formulas and bounds; here
 * a + 2^64 b is d0, and c + 2^64 d is d1.
 */
INLINE void poly_step(uint64_t h[3], const uint64_t r[2], uint64_t s1, const uint8_t *in)
{
    uint64_t a, b, c, d, h0 = h[0], h1 = h[1], h2 = h[2];

    __asm__("addq %[m0], %[h0]\n\t"
            "adcq %[m1], %[h1]\n\t"
            "adcq $1, %[h2]\n\t"
            "movq %[h0], %%rdx\n\t"
            "mulxq %[r0], %[a], %[b]\n\t"
            "mulxq %[r1], %[c], %[d]\n\t"
            "movq %[h1], %%rdx\n\t"
            "mulxq %[s1], %[h0], %[h1]\n\t"
            "addq %[h0], %[a]\n\t"
            "adcq %[h1], %[b]\n\t"
            "mulxq %[r0], %[h0], %[h1]\n\t"
            "movq %[h2], %%rdx\n\t"
            "imulq %[s1], %%rdx\n\t"
            "imulq %[r0], %[h2]\n\t"
            "addq %[h0], %[c]\n\t"
            "adcq %[h1], %[d]\n\t"
            "addq %%rdx, %[b]\n\t" /* below 2^64: d0 / 2^64 < 2^61 + 2^62 and h2 s1 < 2^63 */
            "addq %[b], %[c]\n\t"
            "adcq %[d], %[h2]\n\t"
            "movq %[h2], %[d]\n\t"
            "movq %[h2], %[b]\n\t"
            "shrq $2, %[d]\n\t"
            "andq $-4, %[b]\n\t"
            "andl $3, %k[h2]\n\t"
            "addq %[d], %[b]\n\t"
            "addq %[b], %[a]\n\t"
            "adcq $0, %[c]\n\t"
            "adcq $0, %[h2]\n\t"
            : [h0] "+&r"(h0), [h1] "+&r"(h1), [h2] "+&r"(h2), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
            : [r0] "rm"(r[0]), [r1] "rm"(r[1]), [s1] "rm"(s1), [m0] "m"(*(const one_word *)in),
              [m1] "m"(*(const one_word *)(in + 8))
            : "rdx", "cc");
    h[0] = a;
    h[1] = c;
    h[2] = h2;
}

/* What absorbs blocks beside the rounds of ChaCha; assembly knows its layout. */
struct weave {
    uint64_t h[3], r[2], s1;
    const uint8_t *in;
};

INLINE struct weave weave_start(const struct ab_poly1305_state *p, const uint8_t *in)
{
    return (struct weave){ { p->h[0], p->h[1], p->h[2] }, { p->r[0], p->r[1] }, p->r[1] + (p->r[1] >> 2), in };
}

INLINE void weave_block(struct weave *w)
{
    poly_step(w->h, w->r, w->s1, w->in);
    w->in += AB_POLY1305_BLOCK;
}

#endif
