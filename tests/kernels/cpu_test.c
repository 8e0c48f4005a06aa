/* cpu.c and policy.c with processors made up: the static functions are reached by including the source. */
#include "../../src/cpu/cpu.c"

#include "cpu/policy.h"
#include "harness/harness.h"

/* Words as CPUID gives them: bits that the levels look at, and XCR0. */
#define AES_WORD (1ull << 24 | 1ull << (32 + 1) | 1ull << (32 + 9) | 1ull << (32 + 19) | 1ull << (32 + 25))
#define AVX (1ull << (32 + 28))
#define AVX2_WORD (1ull << 5 | 1ull << 3 | 1ull << 8)
#define VAES_WORD (1ull << (32 + 9) | 1ull << (32 + 10))
#define AVX512_WORD (1ull << 16 | 1ull << 17 | 1ull << 30 | 1ull << 31)

static const struct cpuid_words all = { { AES_WORD | AVX, AVX2_WORD | VAES_WORD | AVX512_WORD | 1ull << 29, ~0ull } };

static enum ab_level level_without(unsigned word, uint64_t bits, uint64_t xcr0)
{
    struct cpuid_words w = all;

    w.word[word] &= ~bits;
    return find_level(&w, xcr0);
}

/* Every single bit that a level names is needed for it. */
static void check_levels(void)
{
    static const struct {
        unsigned word;
        uint64_t bits;
        enum ab_level without;
    } sets[] = {
        { LEAF1, AES_WORD & ~FXSR, AB_LEVEL_NONE }, { LEAF1, AVX, AB_LEVEL_AESNI },
        { LEAF7, AVX2_WORD, AB_LEVEL_AESNI },       { LEAF7, VAES_WORD, AB_LEVEL_AVX2 },
        { LEAF7, AVX512_WORD, AB_LEVEL_VAES256 },
    };

    t_where.subject = "find_level";
    CHECK(find_level(&all, XCR0_ZMM) == AB_LEVEL_VAES512);
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
        for (unsigned bit = 0; bit < 64; bit++)
            if (sets[i].bits >> bit & 1) {
                t_where.extra = bit;
                CHECK(level_without(sets[i].word, 1ull << bit, XCR0_ZMM) == sets[i].without);
            }
    t_where.check = "registers that the operating system does not save";
    CHECK(find_level(&all, 0) == AB_LEVEL_AESNI);
    CHECK(find_level(&all, 0x03) == AB_LEVEL_AESNI);
    CHECK(find_level(&all, XCR0_YMM) == AB_LEVEL_VAES256);
    CHECK(find_level(&all, 0x67) == AB_LEVEL_VAES256);
    CHECK(find_bits(&all, 0) == (AB_BIT_SHA | 0));
    CHECK((find_bits(&all, XCR0_YMM) & AB_BIT_SHA512) != 0);
}

static enum ab_level masked(const char *mask)
{
    struct cpuid_words w = all;

    apply_mask(&w, mask);
    return find_level(&w, XCR0_ZMM);
}

/* OPENSSL_ia32cap(3), and crypto/cpuid.c of OpenSSL for words that are not given. */
static void check_masks(void)
{
    t_where.subject = "OPENSSL_ia32cap";
    t_where.check = "mask";
    CHECK(masked("~0") == AB_LEVEL_AESNI); /* one word: the others are zero */
    CHECK(masked("~0:~0:~0") == AB_LEVEL_VAES512);
    CHECK(masked(":~0") == AB_LEVEL_VAES512); /* an empty word is left as it is */
    CHECK(masked("::") == AB_LEVEL_VAES512);
    CHECK(masked("") == AB_LEVEL_NONE);
    CHECK(masked("0") == AB_LEVEL_NONE);
    CHECK(masked("~0x200000200000000") == AB_LEVEL_NONE); /* AES and PCLMULQDQ, the example of the manual page */
    CHECK(masked("~0x200000000000000:~0") == AB_LEVEL_NONE);
    CHECK(masked("~0x1000000:~0") == AB_LEVEL_NONE); /* FXSR */
    CHECK(masked(":~0x20") == AB_LEVEL_AESNI);
    CHECK(masked(":~0x20000000000") == AB_LEVEL_AVX2);
    CHECK(masked(":~0xc0030000") == AB_LEVEL_VAES256);
    CHECK(masked(":0x128") == AB_LEVEL_AVX2);
    CHECK(masked("0xffffffffffffffff:0xffffffffffffffff") == AB_LEVEL_VAES512); /* adds nothing, takes nothing */
}

/* The variable is read at each detection, and only takes away. */
static void check_environment(void)
{
    struct ab_cpu plain, less;

    t_where.subject = "ab_cpu_detect";
    unsetenv("OPENSSL_ia32cap");
    ab_cpu_detect(&plain);
    setenv("OPENSSL_ia32cap", "0", 1);
    ab_cpu_detect(&less);
    CHECK(less.level == AB_LEVEL_NONE && less.bits == 0);
    CHECK(memcmp(less.brand, plain.brand, sizeof(plain.brand)) == 0 && less.family == plain.family);
    setenv("OPENSSL_ia32cap", "0xffffffffffffffff:0xffffffffffffffff:0xffffffffffffffff", 1);
    ab_cpu_detect(&less);
    CHECK(less.level == plain.level && less.bits == plain.bits);
    unsetenv("OPENSSL_ia32cap");
    CHECK(plain.brand[sizeof(plain.brand) - 1] == '\0' && plain.vendor[12] == '\0');
}

static enum ab_level policy(const char *vendor, enum ab_level level, int lowered)
{
    struct ab_cpu cpu = { .level = level };
    const char *reason = "unset";
    enum ab_level chosen;

    strcpy(cpu.vendor, vendor);
    chosen = ab_cpu_policy_level(&cpu, &reason);
    CHECK((reason != NULL) == lowered);
    return chosen;
}

static void check_policy(void)
{
    t_where.subject = "ab_cpu_policy_level";
    t_where.check = "512-bit registers by make";
    CHECK(policy("GenuineIntel", AB_LEVEL_VAES512, 0) == AB_LEVEL_VAES512);
    CHECK(policy("AuthenticAMD", AB_LEVEL_VAES512, 0) == AB_LEVEL_VAES512);
    CHECK(policy("HygonGenuine", AB_LEVEL_VAES512, 1) == AB_LEVEL_VAES256);
    CHECK(policy("HygonGenuine", AB_LEVEL_VAES256, 0) == AB_LEVEL_VAES256);
    CHECK(policy("HygonGenuine", AB_LEVEL_AESNI, 0) == AB_LEVEL_AESNI);
    CHECK(policy("GenuineIntel", AB_LEVEL_NONE, 0) == AB_LEVEL_NONE);
}

int main(void)
{
    check_levels();
    check_masks();
    check_environment();
    check_policy();
    return t_finish();
}
