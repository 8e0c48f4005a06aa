/* The loop of division_steps.h: in assembly for x86-64, in C for other processors. */
#ifndef AB_KERNELS_DIVISION_LOOP_H
#define AB_KERNELS_DIVISION_LOOP_H

#include <stdint.h>

enum { AB_DIVISION_STEPS = 18 };

#ifdef __x86_64__

/* Update start, half and word by AB_DIVISION_STEPS steps. All is secret. */
static inline void ab_division_loop(int *start_at, int64_t *half_at, int64_t *word_at)
{
    int64_t half = *half_at, word = *word_at, half_word, addend;
    int start = *start_at, changed;

    __asm__(".rept %c[steps]\n\t"
            "movq %[half], %[addend]\n\t"
            "negq %[addend]\n\t"
            "decl %[start]\n\t"
            "cmovnsq %[half], %[addend]\n\t"
            "movq %[word], %[half_word]\n\t"
            "sarq $1, %[half_word]\n\t"
            "movl %[start], %[changed]\n\t"
            "notl %[changed]\n\t"
            "testb %b[word], %h[start]\n\t"
            "cmovsq %[half_word], %[half]\n\t"
            "cmovsl %[changed], %[start]\n\t"
            "testb %b[word], %b[word]\n\t"
            "leaq (%[half_word], %[addend]), %[word]\n\t"
            "cmovnsq %[half_word], %[word]\n\t"
            ".endr"
            : [start] "+&Q"(start), [word] "+&Q"(word), [half] "+&r"(half), [half_word] "=&r"(half_word),
              [addend] "=&r"(addend), [changed] "=&r"(changed)
            : [steps] "i"(AB_DIVISION_STEPS)
            : "cc");
    *start_at = start;
    *half_at = half;
    *word_at = word;
}

#else

/* The same. The tested bits are bit 7 of the word, the lowest bit of g, and bit 15 of start, its sign. */
static inline void ab_division_loop(int *start, int64_t *half, int64_t *word)
{
    for (unsigned i = 0; i < AB_DIVISION_STEPS; i++) {
        const int64_t half_word = *word >> 1;
        const int64_t is_odd = -(*word >> 7 & 1);
        int64_t is_negative, addend, swaps;

        --*start;
        is_negative = -(int64_t)(*start >> 15 & 1);
        addend = (*half ^ is_negative) - is_negative;
        swaps = is_odd & is_negative;
        *half ^= (*half ^ half_word) & swaps;
        *start ^= (int)swaps;
        *word = half_word + (addend & is_odd);
    }
}

#endif
#endif
