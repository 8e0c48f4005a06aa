/*
 * CPUID and XCR0, read once by the caller. A vector level counts only if the operating system saves its registers
 * (Intel SDM vol. 1, sections 13.2 and 14.3).
 *
 * OPENSSL_ia32cap(3): "[~]mask[:[~]mask ...]"; word 0 is CPUID(1) EDX | ECX << 32, word 1 CPUID(7) EBX | ECX << 32,
 * word 2 CPUID(7) EDX | CPUID(7,1) EAX << 32. With '~' the bits are cleared, without it they replace the word; here
 * a replacement can only clear bits too, since an absent instruction cannot be switched on.
 */
#define _GNU_SOURCE
#include "afterburner/cpu.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_WORDS = 3 };
enum { LEAF1 = 0, LEAF7 = 1, LEAF7_1 = 2 };
enum { XCR0_YMM = 0x06, XCR0_ZMM = 0xe6 };

#define FXSR ((uint64_t)1 << 24)
#define XMM_ONLY ((uint64_t)(1u << 1 | 1u << 11 | 1u << 25 | 1u << 28) << 32) /* PCLMULQDQ, XOP, AES, AVX */

struct cpuid_words {
    uint64_t word[NUM_WORDS];
};

static uint64_t join(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

static uint64_t read_xcr0(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return join(low, high);
}

static void read_words(struct cpuid_words *w)
{
    uint32_t a, b, c, d, a1, b1, c1, d1;

    memset(w, 0, sizeof(*w));
    if (__get_cpuid(1, &a, &b, &c, &d))
        w->word[LEAF1] = join(d, c);
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return;
    w->word[LEAF7] = join(b, c);
    a1 = 0;
    if (a >= 1)
        __cpuid_count(7, 1, a1, b1, c1, d1);
    w->word[LEAF7_1] = join(d, a1);
    (void)b1, (void)c1, (void)d1;
}

/*
 * As crypto/cpuid.c of OpenSSL 3.x reads it: a word left empty between colons stays, words beyond the last one given are
 * zero, and clearing FXSR takes the instructions on XMM registers with it.
 */
static void apply_mask(struct cpuid_words *w, const char *mask)
{
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        int clear = mask != NULL && *mask == '~';
        uint64_t bits = mask == NULL ? 0 : strtoull(mask + clear, NULL, 0);

        if (mask == NULL || *mask != ':')
            w->word[i] &= clear ? ~bits : bits;
        if (i == LEAF1 && clear && bits & FXSR)
            w->word[i] &= ~XMM_ONLY;
        mask = mask == NULL ? NULL : strchr(mask, ':');
        if (mask != NULL)
            mask++;
    }
}

static int has(const struct cpuid_words *w, unsigned word, unsigned bit)
{
    return (int)(w->word[word] >> bit & 1);
}

static enum ab_level find_level(const struct cpuid_words *w, uint64_t xcr0)
{
    int aesni = has(w, LEAF1, 32 + 9) && has(w, LEAF1, 32 + 19)     /* SSSE3, SSE4.1 */
                && has(w, LEAF1, 32 + 1) && has(w, LEAF1, 32 + 25); /* PCLMULQDQ, AES */
    int avx2 = has(w, LEAF1, 32 + 28) && (xcr0 & XCR0_YMM) == XCR0_YMM && has(w, LEAF7, 5) && has(w, LEAF7, 3)
               && has(w, LEAF7, 8);                             /* AVX2, BMI1, BMI2 */
    int vaes = has(w, LEAF7, 32 + 9) && has(w, LEAF7, 32 + 10); /* VAES, VPCLMULQDQ */
    int avx512 = (xcr0 & XCR0_ZMM) == XCR0_ZMM && has(w, LEAF7, 16) && has(w, LEAF7, 17) && has(w, LEAF7, 30)
                 && has(w, LEAF7, 31); /* F, DQ, BW, VL */

    if (!aesni)
        return AB_LEVEL_NONE;
    if (!avx2)
        return AB_LEVEL_AESNI;
    if (!vaes)
        return AB_LEVEL_AVX2;
    return avx512 ? AB_LEVEL_VAES512 : AB_LEVEL_VAES256;
}

static uint32_t find_bits(const struct cpuid_words *w, uint64_t xcr0)
{
    int ymm = has(w, LEAF1, 32 + 28) && (xcr0 & XCR0_YMM) == XCR0_YMM;
    int zmm = (xcr0 & XCR0_ZMM) == XCR0_ZMM && has(w, LEAF7, 16) && has(w, LEAF7, 31);
    uint32_t bits = 0;

    if (has(w, LEAF7, 29))
        bits |= AB_BIT_SHA;
    if (ymm && has(w, LEAF7_1, 32 + 0))
        bits |= AB_BIT_SHA512;
    if (has(w, LEAF7, 19) && has(w, LEAF7, 8))
        bits |= AB_BIT_ADX;
    if (zmm && has(w, LEAF7, 21))
        bits |= AB_BIT_IFMA;
    if (ymm && has(w, LEAF7_1, 32 + 23))
        bits |= AB_BIT_AVXIFMA;
    if (has(w, LEAF7, 32 + 8))
        bits |= AB_BIT_GFNI;
    return bits;
}

static void read_identity(struct ab_cpu *cpu)
{
    uint32_t a, b, c, d, regs[12];

    if (!__get_cpuid(0, &a, &b, &c, &d))
        return;
    memcpy(cpu->vendor, &b, 4);
    memcpy(cpu->vendor + 4, &d, 4);
    memcpy(cpu->vendor + 8, &c, 4);
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        uint32_t base = a >> 8 & 15, extended = base == 15 ? a >> 20 & 255 : 0;

        cpu->family = base + extended;
        cpu->model = (a >> 4 & 15) | (base == 15 || base == 6 ? a >> 12 & 0xf0 : 0);
        cpu->stepping = a & 15;
    }
    for (uint32_t i = 0; i < 3; i++)
        if (!__get_cpuid(0x80000002u + i, &regs[4 * i], &regs[4 * i + 1], &regs[4 * i + 2], &regs[4 * i + 3]))
            return;
    memcpy(cpu->brand, regs, sizeof(regs));
}

void ab_cpu_detect(struct ab_cpu *cpu)
{
    struct cpuid_words words;
    uint64_t xcr0 = 0;
    const char *mask = secure_getenv("OPENSSL_ia32cap");

    memset(cpu, 0, sizeof(*cpu));
    read_identity(cpu);
    read_words(&words);
    if (has(&words, LEAF1, 32 + 27)) /* OSXSAVE */
        xcr0 = read_xcr0();
    if (mask != NULL)
        apply_mask(&words, mask);
    cpu->level = find_level(&words, xcr0);
    cpu->bits = find_bits(&words, xcr0);
}
