/*
 * x86-64. CPUID and XCR0: which level and which bits a processor has. Vector registers count only if the operating
 * system saves them (Intel SDM vol. 1, sections 13.2 and 14.3).
 *
 * OPENSSL_ia32cap(3): "[~]mask[:[~]mask ...]"; word 0 is CPUID(1) EDX | ECX << 32, word 1 CPUID(7) EBX | ECX << 32,
 * word 2 CPUID(7) EDX | CPUID(7,1) EAX << 32. With '~' the mask clears bits, without it the mask replaces the word.
 * Here a replacement too can only clear bits, since an absent instruction cannot be switched on.
 */
#include "afterburner/cpu.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu_brand.h"
#include "cpu/pause.h"
#include "cpu/policy.h"
#include "os/cpuid.h"
#include "os/environment.h"

enum { NUM_WORDS = 3 };
enum { LEAF1 = 0, LEAF7 = 1, LEAF7_1 = 2 };
enum { XCR0_YMM = 0x06, XCR0_ZMM = 0xe6 };

#define LOW(bit) ((uint64_t)1 << (bit))         /* of EDX of leaf 1, of EBX and EDX of leaf 7 */
#define HIGH(bit) ((uint64_t)1 << (32 + (bit))) /* of ECX of leaves 1 and 7, of EAX of leaf 7.1 */

#define FXSR LOW(24)
#define PCLMULQDQ HIGH(1)
#define SSSE3 HIGH(9)
#define SSE41 HIGH(19)
#define AESNI HIGH(25)
#define OSXSAVE HIGH(27)
#define AVX HIGH(28)
#define XMM_ONLY (PCLMULQDQ | HIGH(11) /* XOP */ | AESNI | AVX)

#define BMI1 LOW(3)
#define AVX2 LOW(5)
#define BMI2 LOW(8)
#define AVX512F LOW(16)
#define AVX512DQ LOW(17)
#define ADX LOW(19)
#define AVX512IFMA LOW(21)
#define SHA LOW(29)
#define AVX512BW LOW(30)
#define AVX512VL LOW(31)
#define AVX512VBMI2 HIGH(6)
#define GFNI HIGH(8)
#define VAES HIGH(9)
#define VPCLMULQDQ HIGH(10)

#define SHA512 HIGH(0)
#define AVXIFMA HIGH(23)

/* What CPUID and XCR0 must show, all of it. */
struct requirement {
    uint64_t word[NUM_WORDS];
    uint64_t xcr0;
};

/* What each level requires in addition to the level below. */
static const struct requirement level_sets[AB_NUM_LEVELS] = {
    [AB_LEVEL_SSE41] = { { SSSE3 | SSE41, 0, 0 }, 0 },
    [AB_LEVEL_AVX2] = { { AVX, AVX2 | BMI1 | BMI2, 0 }, XCR0_YMM },
    [AB_LEVEL_AVX512] = { { 0, AVX512F | AVX512DQ | AVX512BW | AVX512VL, 0 }, XCR0_ZMM },
};

/* What each bit requires, at any level. */
static const struct {
    enum ab_cpu_bit bit;
    struct requirement needs;
} bit_sets[] = {
    { AB_BIT_AES, { { AESNI, 0, 0 }, 0 } },
    { AB_BIT_PCLMUL, { { PCLMULQDQ, 0, 0 }, 0 } },
    { AB_BIT_VAES, { { AVX, VAES, 0 }, XCR0_YMM } },
    { AB_BIT_VPCLMUL, { { AVX, VPCLMULQDQ, 0 }, XCR0_YMM } },
    { AB_BIT_SHA, { { 0, SHA, 0 }, 0 } },
    { AB_BIT_SHA512, { { AVX, 0, SHA512 }, XCR0_YMM } },
    { AB_BIT_ADX, { { 0, ADX | BMI2, 0 }, 0 } },
    { AB_BIT_IFMA, { { 0, AVX512F | AVX512VL | AVX512IFMA, 0 }, XCR0_ZMM } },
    { AB_BIT_AVXIFMA, { { AVX, 0, AVXIFMA }, XCR0_YMM } },
    { AB_BIT_VBMI2, { { 0, AVX512F | AVX512VL | AVX512VBMI2, 0 }, XCR0_ZMM } },
    { AB_BIT_GFNI, { { 0, GFNI, 0 }, 0 } },
};

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

/* In a virtual machine CPUID traps, which takes microseconds: read each leaf once, without __get_cpuid. */
struct leaf {
    uint32_t a, b, c, d;
};

static struct leaf read_leaf(uint32_t number, uint32_t subleaf)
{
    struct leaf l;
    uint32_t r[4];

    if (ab_cpuid_kept(number, subleaf, r))
        return (struct leaf){ r[0], r[1], r[2], r[3] };
    __cpuid_count(number, subleaf, l.a, l.b, l.c, l.d);
    return l;
}

/* highest: the number of the highest leaf */
static void read_words(struct cpuid_words *w, uint32_t highest, const struct leaf *leaf1)
{
    struct leaf leaf7;

    memset(w, 0, sizeof(*w));
    w->word[LEAF1] = join(leaf1->d, leaf1->c);
    if (highest < 7)
        return;
    leaf7 = read_leaf(7, 0);
    w->word[LEAF7] = join(leaf7.b, leaf7.c);
    w->word[LEAF7_1] = join(leaf7.d, leaf7.a >= 1 ? read_leaf(7, 1).a : 0);
}

/*
 * As crypto/cpuid.c of OpenSSL 3.x reads it: a word left empty between colons stays as it is, words beyond the last
 * one given are zero, and clearing FXSR clears the instructions on XMM registers too.
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

static int is_met(const struct requirement *r, const struct cpuid_words *w, uint64_t xcr0)
{
    for (unsigned i = 0; i < NUM_WORDS; i++)
        if ((w->word[i] & r->word[i]) != r->word[i])
            return 0;
    return (xcr0 & r->xcr0) == r->xcr0;
}

static enum ab_level find_level(const struct cpuid_words *w, uint64_t xcr0)
{
    unsigned level = AB_LEVEL_NONE;

    while (level + 1 < AB_NUM_LEVELS && is_met(&level_sets[level + 1], w, xcr0))
        level++;
    return (enum ab_level)level;
}

static uint32_t find_bits(const struct cpuid_words *w, uint64_t xcr0)
{
    uint32_t found = 0;

    for (size_t i = 0; i < sizeof(bit_sets) / sizeof(bit_sets[0]); i++)
        if (is_met(&bit_sets[i].needs, w, xcr0))
            found |= bit_sets[i].bit;
    return found;
}

static void read_identity(struct ab_cpu *cpu, const struct leaf *leaf0, const struct leaf *leaf1)
{
    uint32_t base = leaf1->a >> 8 & 15, extended = base == 15 ? leaf1->a >> 20 & 255 : 0;

    memcpy(cpu->vendor, &leaf0->b, 4);
    memcpy(cpu->vendor + 4, &leaf0->d, 4);
    memcpy(cpu->vendor + 8, &leaf0->c, 4);
    cpu->family = base + extended;
    cpu->model = (leaf1->a >> 4 & 15) | (base == 15 || base == 6 ? leaf1->a >> 12 & 0xf0 : 0);
    cpu->stepping = leaf1->a & 15;
}

void ab_cpu_read_brand(struct ab_cpu *cpu)
{
    memset(cpu->brand, 0, sizeof(cpu->brand));
    if (read_leaf(0x80000000, 0).a < 0x80000004)
        return;
    for (uint32_t i = 0; i < 3; i++) {
        const struct leaf part = read_leaf(0x80000002 + i, 0);

        memcpy(cpu->brand + 16 * i, &part, 16);
    }
}

void ab_cpu_detect(struct ab_cpu *cpu)
{
    const struct leaf leaf0 = read_leaf(0, 0), leaf1 = leaf0.a >= 1 ? read_leaf(1, 0) : (struct leaf){ 0 };
    struct cpuid_words words;
    uint64_t xcr0 = 0;
    const char *mask = ab_environment("OPENSSL_ia32cap");

    memset(cpu, 0, sizeof(*cpu));
    read_identity(cpu, &leaf0, &leaf1);
    read_words(&words, leaf0.a, &leaf1);
    if (words.word[LEAF1] & OSXSAVE)
        xcr0 = read_xcr0();
    if (mask != NULL)
        apply_mask(&words, mask);
    cpu->level = find_level(&words, xcr0);
    cpu->bits = find_bits(&words, xcr0);
}

void ab_cpu_pause(void)
{
    __builtin_ia32_pause();
}
