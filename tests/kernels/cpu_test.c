/* Run cpu_x86.c and policy.c with made-up processors. Including the source gives access to its static functions. */
#include "../../src/cpu/cpu_x86.c"

#include "cpu/policy.h"
#include "harness/harness.h"

/* Words as CPUID returns them: the bits that the levels depend on, and XCR0. */
#define SSE41_WORD (1ull << (32 + 9) | 1ull << (32 + 19))
#define AES_WORD (1ull << (32 + 1) | 1ull << (32 + 25))
#define AVX_BIT (1ull << (32 + 28))
#define AVX2_WORD (1ull << 5 | 1ull << 3 | 1ull << 8)
#define VAES_WORD (1ull << (32 + 9) | 1ull << (32 + 10))
#define AVX512_WORD (1ull << 16 | 1ull << 17 | 1ull << 30 | 1ull << 31)
#define BITS_WORD (1ull << 19 | 1ull << 21 | 1ull << 29 | 1ull << (32 + 6) | 1ull << (32 + 8))

static const struct cpuid_words all = { { 1ull << 24 | SSE41_WORD | AES_WORD | AVX_BIT,
                                          AVX2_WORD | VAES_WORD | AVX512_WORD | BITS_WORD, ~0ull } };

static enum ab_level level_without(unsigned word, uint64_t bits, uint64_t xcr0)
{
    struct cpuid_words w = all;

    w.word[word] &= ~bits;
    return find_level(&w, xcr0);
}

/* Each CPUID bit that a level names is necessary for it: without it the level is lower. */
static void check_levels(void)
{
    static const struct {
        unsigned word;
        uint64_t bits;
        enum ab_level without;
    } sets[] = {
        { LEAF1, SSE41_WORD, AB_LEVEL_NONE },
        { LEAF1, AVX_BIT, AB_LEVEL_SSE41 },
        { LEAF7, AVX2_WORD, AB_LEVEL_SSE41 },
        { LEAF7, AVX512_WORD, AB_LEVEL_AVX2 },
        { LEAF1, AES_WORD, AB_LEVEL_AVX512 }, /* the ladder is of vector width only */
        { LEAF7, VAES_WORD | BITS_WORD, AB_LEVEL_AVX512 },
    };

    t_where.subject = "find_level";
    CHECK(find_level(&all, XCR0_ZMM) == AB_LEVEL_AVX512);
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
        for (unsigned bit = 0; bit < 64; bit++)
            if (sets[i].bits >> bit & 1) {
                t_where.extra = bit;
                CHECK(level_without(sets[i].word, 1ull << bit, XCR0_ZMM) == sets[i].without);
            }
    t_where.check = "registers that the operating system does not save";
    CHECK(find_level(&all, 0) == AB_LEVEL_SSE41);
    CHECK(find_level(&all, 0x03) == AB_LEVEL_SSE41);
    CHECK(find_level(&all, XCR0_YMM) == AB_LEVEL_AVX2);
    CHECK(find_level(&all, 0x67) == AB_LEVEL_AVX2);
}

/* Each bit depends on each of these CPUID bits, and on no others. */
static void check_bits(void)
{
    static const struct {
        enum ab_cpu_bit bit;
        uint64_t word[NUM_WORDS], xcr0;
    } sets[] = {
        { AB_BIT_AES, { 1ull << (32 + 25), 0, 0 }, 0 },
        { AB_BIT_PCLMUL, { 1ull << (32 + 1), 0, 0 }, 0 },
        { AB_BIT_VAES, { AVX_BIT, 1ull << (32 + 9), 0 }, XCR0_YMM },
        { AB_BIT_VPCLMUL, { AVX_BIT, 1ull << (32 + 10), 0 }, XCR0_YMM },
        { AB_BIT_SHA, { 0, 1ull << 29, 0 }, 0 },
        { AB_BIT_SHA512, { AVX_BIT, 0, 1ull << 32 }, XCR0_YMM },
        { AB_BIT_ADX, { 0, 1ull << 19 | 1ull << 8, 0 }, 0 },
        { AB_BIT_IFMA, { 0, 1ull << 16 | 1ull << 31 | 1ull << 21, 0 }, XCR0_ZMM },
        { AB_BIT_AVXIFMA, { AVX_BIT, 0, 1ull << (32 + 23) }, XCR0_YMM },
        { AB_BIT_VBMI2, { 0, 1ull << 16 | 1ull << 31 | 1ull << (32 + 6), 0 }, XCR0_ZMM },
        { AB_BIT_GFNI, { 0, 1ull << (32 + 8), 0 }, 0 },
    };
    uint32_t seen = 0;

    t_where.subject = "find_bits";
    CHECK(find_bits(&all, XCR0_ZMM) == AB_ALL_BITS);
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
        t_where.extra = i;
        seen |= sets[i].bit;
        for (unsigned bit = 0; bit < NUM_WORDS * 64; bit++) {
            struct cpuid_words w = all;
            int is_needed = (int)(sets[i].word[bit / 64] >> bit % 64 & 1);

            w.word[bit / 64] &= ~(1ull << bit % 64);
            CHECK(((find_bits(&w, XCR0_ZMM) & sets[i].bit) == 0) == is_needed);
        }
        CHECK(((find_bits(&all, 0x03) & sets[i].bit) == 0) == (sets[i].xcr0 != 0));
        CHECK(((find_bits(&all, XCR0_YMM) & sets[i].bit) == 0) == (sets[i].xcr0 == XCR0_ZMM));
        CHECK(find_bits(&(struct cpuid_words){ { sets[i].word[0], sets[i].word[1], sets[i].word[2] } }, sets[i].xcr0)
              & sets[i].bit);
    }
    CHECK(seen == AB_ALL_BITS);
}

/* Returns level and bits under this value of OPENSSL_ia32cap. */
static struct ab_cpu masked(const char *mask)
{
    struct cpuid_words w = all;

    apply_mask(&w, mask);
    return (struct ab_cpu){ .level = find_level(&w, XCR0_ZMM), .bits = find_bits(&w, XCR0_ZMM) };
}

/* The expected results follow OPENSSL_ia32cap(3) and, for words that are left out, OpenSSL's crypto/cpuid.c. */
static void check_masks(void)
{
    enum { XMM_AES = AB_BIT_AES | AB_BIT_PCLMUL, YMM_AES = AB_BIT_VAES | AB_BIT_VPCLMUL };

    t_where.subject = "OPENSSL_ia32cap";
    t_where.check = "mask";
    CHECK(masked("~0").level == AB_LEVEL_SSE41); /* only one word: the others are zero */
    CHECK(masked("~0:~0:~0").level == AB_LEVEL_AVX512 && masked("~0:~0:~0").bits == AB_ALL_BITS);
    CHECK(masked(":~0").level == AB_LEVEL_AVX512); /* an empty word changes nothing */
    CHECK(masked("::").level == AB_LEVEL_AVX512);  /* the third word is present, and 0 */
    CHECK(masked("::").bits == (AB_ALL_BITS & ~(uint32_t)(AB_BIT_SHA512 | AB_BIT_AVXIFMA)));
    CHECK(masked("").level == AB_LEVEL_NONE && masked("").bits == 0);
    CHECK(masked("0").level == AB_LEVEL_NONE && masked("0").bits == 0);
    CHECK((masked("~0x200000200000000").bits & XMM_AES) == 0); /* AES and PCLMULQDQ, the example of the manual page */
    CHECK((masked("~0x200000000000000:~0").bits & XMM_AES) == AB_BIT_PCLMUL);
    CHECK((masked("~0x1000000:~0").bits & XMM_AES) == 0); /* FXSR */
    CHECK(masked("~0x1000000:~0").level == AB_LEVEL_SSE41);
    CHECK(masked(":~0x20").level == AB_LEVEL_SSE41);
    CHECK((masked(":~0x20000000000").bits & YMM_AES) == AB_BIT_VPCLMUL);
    CHECK(masked(":~0xc0030000").level == AB_LEVEL_AVX2);
    CHECK(masked(":0x128").level == AB_LEVEL_AVX2);
    CHECK(masked("0xffffffffffffffff:0xffffffffffffffff").level == AB_LEVEL_AVX512); /* changes nothing */
}

/* The variable is read at each detection and can only remove features. */
static void check_environment(void)
{
    struct ab_cpu plain, less;

    t_where.subject = "ab_cpu_detect";
    unsetenv("OPENSSL_ia32cap");
    ab_cpu_detect(&plain);
    setenv("OPENSSL_ia32cap", "0", 1);
    ab_cpu_detect(&less);
    CHECK(less.level == AB_LEVEL_NONE && less.bits == 0);
    CHECK(memcmp(less.vendor, plain.vendor, sizeof(plain.vendor)) == 0 && less.family == plain.family);
    setenv("OPENSSL_ia32cap", "0xffffffffffffffff:0xffffffffffffffff:0xffffffffffffffff", 1);
    ab_cpu_detect(&less);
    CHECK(less.level == plain.level && less.bits == plain.bits);
    unsetenv("OPENSSL_ia32cap");
    CHECK(plain.brand[0] == '\0' && plain.vendor[12] == '\0');
    memset(plain.brand, 'x', sizeof(plain.brand));
    ab_cpu_read_brand(&plain);
    CHECK(plain.brand[sizeof(plain.brand) - 1] == '\0' && strchr(plain.brand, 'x') != plain.brand);
}

/* What the C library keeps of a leaf is what the processor says; EBX of leaf 1 has the number of the core. */
static void check_kept(void)
{
    static const struct {
        uint32_t leaf, subleaf;
    } kept[] = { { 1, 0 }, { 7, 0 }, { 7, 1 } };
    uint32_t r[4] = { 0 };

    t_where.subject = "ab_cpuid_kept";
    CHECK(!ab_cpuid_kept(0, 0, r) && !ab_cpuid_kept(7, 2, r) && !ab_cpuid_kept(0x80000002, 0, r));
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        struct leaf l;

        if (!ab_cpuid_kept(kept[i].leaf, kept[i].subleaf, r))
            continue;
        __cpuid_count(kept[i].leaf, kept[i].subleaf, l.a, l.b, l.c, l.d);
        CHECK(l.a == r[0] && (kept[i].leaf == 1 || l.b == r[1]) && l.c == r[2] && l.d == r[3]);
    }
}

/*
 * Returns the level that the policy chooses for this make; the policy must give a reason if, and only if, it lowers the
 * level.
 */
static enum ab_level policy(const char *vendor, enum ab_level level, uint32_t bits)
{
    struct ab_cpu cpu = { .level = level, .bits = bits };
    const char *reason = "unset";

    strcpy(cpu.vendor, vendor);
    ab_cpu_apply_policy(&cpu, &reason);
    CHECK((reason != NULL) == (cpu.level != level));
    CHECK(cpu.level != AB_LEVEL_AVX512 || cpu.bits == bits);
    CHECK(cpu.level == level || (cpu.bits & (AB_BIT_IFMA | AB_BIT_VBMI2)) == 0);
    return cpu.level;
}

static void check_policy(void)
{
    const uint32_t no_vaes = AB_ALL_BITS & ~(uint32_t)(AB_BIT_VAES | AB_BIT_VPCLMUL);

    t_where.subject = "ab_cpu_apply_policy";
    t_where.check = "512-bit registers by make";
    CHECK(policy("GenuineIntel", AB_LEVEL_AVX512, AB_ALL_BITS) == AB_LEVEL_AVX512);
    CHECK(policy("AuthenticAMD", AB_LEVEL_AVX512, AB_ALL_BITS) == AB_LEVEL_AVX512);
    CHECK(policy("HygonGenuine", AB_LEVEL_AVX512, AB_ALL_BITS) == AB_LEVEL_AVX2);
    CHECK(policy("GenuineIntel", AB_LEVEL_AVX512, no_vaes) == AB_LEVEL_AVX2); /* Skylake-X, Cascade Lake */
    CHECK(policy("HygonGenuine", AB_LEVEL_AVX2, AB_ALL_BITS) == AB_LEVEL_AVX2);
    CHECK(policy("HygonGenuine", AB_LEVEL_SSE41, AB_BIT_AES) == AB_LEVEL_SSE41);
    CHECK(policy("GenuineIntel", AB_LEVEL_NONE, 0) == AB_LEVEL_NONE);
}

static int is_zen_3_or_4(const char *vendor, uint32_t family, enum ab_level level)
{
    struct ab_cpu cpu = { .level = level, .bits = AB_ALL_BITS, .family = family };

    strcpy(cpu.vendor, vendor);
    return ab_cpu_is_zen_3_or_4(&cpu);
}

static void check_zen_3_or_4(void)
{
    t_where.subject = "ab_cpu_is_zen_3_or_4";
    t_where.check = "by make and family, at every level";
    CHECK(is_zen_3_or_4("AuthenticAMD", 0x19, AB_LEVEL_AVX512));
    CHECK(is_zen_3_or_4("AuthenticAMD", 0x19, AB_LEVEL_AVX2));
    CHECK(!is_zen_3_or_4("AuthenticAMD", 0x17, AB_LEVEL_AVX2));
    CHECK(!is_zen_3_or_4("AuthenticAMD", 0x1a, AB_LEVEL_AVX512));
    CHECK(!is_zen_3_or_4("GenuineIntel", 0x19, AB_LEVEL_AVX512));
}

/* Check what each cap leaves of a processor that has everything, and of one with AVX-512 but without VAES. */
static void check_caps(void)
{
    enum { YMM_AES = AB_BIT_VAES | AB_BIT_VPCLMUL, AT_512 = AB_BIT_IFMA | AB_BIT_VBMI2 };
    enum { OF_AVX = YMM_AES | AT_512 | AB_BIT_SHA512 | AB_BIT_ADX | AB_BIT_AVXIFMA };
    static const struct {
        const char *name;
        enum ab_level level;
        uint32_t removed;
        int needs_vaes;
    } sets[] = {
        { "none", AB_LEVEL_NONE, AB_ALL_BITS, 0 },     { "sse41", AB_LEVEL_SSE41, OF_AVX, 0 },
        { "aesni", AB_LEVEL_SSE41, OF_AVX, 0 },        { "avx2", AB_LEVEL_AVX2, YMM_AES | AT_512, 0 },
        { "vaes256", AB_LEVEL_AVX2, AT_512, YMM_AES }, { "avx512", AB_LEVEL_AVX512, 0, 0 },
        { "vaes512", AB_LEVEL_AVX512, 0, YMM_AES },
    };

    t_where.subject = "ab_cpu_cap";
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
        const struct ab_cap *cap = ab_cap_find(sets[i].name);
        struct ab_cpu all_of_it = { .level = AB_LEVEL_AVX512, .bits = AB_ALL_BITS }, poor = all_of_it;

        t_where.check = sets[i].name;
        if (!CHECK(cap != NULL && ab_cap_is_present(cap, &all_of_it)))
            continue;
        CHECK(ab_cpu_cap(&all_of_it, cap) == (sets[i].removed != 0));
        CHECK(all_of_it.level == sets[i].level && all_of_it.bits == (AB_ALL_BITS & ~sets[i].removed));
        CHECK(ab_cpu_cap(&all_of_it, cap) == 0);
        poor.bits &= ~(uint32_t)YMM_AES;
        CHECK(ab_cap_is_present(cap, &poor) == !sets[i].needs_vaes);
        poor.bits &= ~(uint32_t)AB_BIT_AES;
        CHECK(ab_cap_is_present(cap, &poor) == (!sets[i].needs_vaes && strcmp(sets[i].name, "aesni") != 0));
        poor.level = AB_LEVEL_NONE;
        CHECK(ab_cap_is_present(cap, &poor) == (i == 0));
    }
    CHECK(ab_cap_find("warp9") == NULL);
}

int main(void)
{
    check_levels();
    check_bits();
    check_masks();
    check_environment();
    check_kept();
    check_policy();
    check_zen_3_or_4();
    check_caps();
    return t_finish();
}
