/*
 * What this processor can do: a closed ladder of vector widths, the levels, and beside it independent instruction
 * sets, the bits.
 *
 * Sources: Intel SDM vol. 2A, CPUID and XGETBV; AMD APM vol. 3, appendix E.
 */
#ifndef AFTERBURNER_CPU_H
#define AFTERBURNER_CPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
# define AB_API __attribute__((visibility("default")))
#else
# define AB_API
#endif

/* Each level includes the one before. Its registers count only if the operating system saves them (XCR0). */
enum ab_level {
    AB_LEVEL_NONE = 0, /* baseline x86-64: SSE2 */
    AB_LEVEL_SSE41,    /* SSSE3, SSE4.1 */
    AB_LEVEL_AVX2,     /* AVX, AVX2, BMI1, BMI2; YMM registers */
    AB_LEVEL_AVX512,   /* AVX-512 F, BW, DQ, VL; ZMM and mask registers */
    AB_NUM_LEVELS
};

/* src/cpu/cpu_x86.c has the exact CPUID set of each. */
enum ab_cpu_bit {
    AB_BIT_AES = 1u << 0,     /* AES-NI on 128-bit registers */
    AB_BIT_PCLMUL = 1u << 1,  /* PCLMULQDQ: carry-less multiplication on 128-bit registers */
    AB_BIT_VAES = 1u << 2,    /* AES on 256-bit registers, and on 512-bit ones at level avx512 */
    AB_BIT_VPCLMUL = 1u << 3, /* VPCLMULQDQ, likewise */
    AB_BIT_SHA = 1u << 4,     /* SHA-1 and SHA-256 */
    AB_BIT_SHA512 = 1u << 5,  /* SHA-512 */
    AB_BIT_ADX = 1u << 6,     /* ADCX and ADOX, with MULX of BMI2 */
    AB_BIT_IFMA = 1u << 7,    /* AVX-512 IFMA */
    AB_BIT_AVXIFMA = 1u << 8, /* AVX-IFMA */
    AB_BIT_VBMI2 = 1u << 9,   /* AVX-512 VBMI2 */
    AB_BIT_GFNI = 1u << 10,
    AB_ALL_BITS = (1u << 11) - 1
};

struct ab_cpu {
    enum ab_level level; /* the highest of the silicon, or what is left of it by ab_cpu_lower and ab_cpu_cap */
    uint32_t bits;       /* enum ab_cpu_bit */
    uint32_t family, model, stepping;
    char vendor[13];
    char brand[49]; /* empty until ab_cpu_read_brand (cpu_brand.h) */
};

/*
 * Reads CPUID and XCR0, then removes what the environment variable OPENSSL_ia32cap masks (which is ignored in a
 * set-user-id process). Writes *cpu and keeps nothing. A few CPUID instructions, which trap in virtual machines: call
 * it once and keep the result.
 */
AB_API void ab_cpu_detect(struct ab_cpu *cpu);

/* If cpu->level is higher, lower it to `level` and remove the bits whose instructions need a higher level. */
AB_API void ab_cpu_lower(struct ab_cpu *cpu, enum ab_level level);

/* "none", "sse41", "avx2", "avx512"; NULL for anything else. */
AB_API const char *ab_level_name(enum ab_level level);

/* "aes", "pclmul", "vaes", "sha" ... for a single bit; NULL for anything else. */
AB_API const char *ab_bit_name(enum ab_cpu_bit bit);

/*
 * A cap is what `cpu =` in the configuration and AFTERBURNER_CPU may name: the levels, and the names of earlier
 * releases, whose ladder was one of AES instructions. They mean what they meant:
 *
 *   none                   nothing
 *   sse41                  at most this level
 *   aesni                  the same, on a processor with AES and PCLMULQDQ
 *   avx2                   at most this level, without VAES and VPCLMULQDQ
 *   vaes256                at most level avx2, on a processor with VAES and VPCLMULQDQ
 *   avx512                 everything
 *   vaes512                the same, on a processor with VAES and VPCLMULQDQ
 */
struct ab_cap {
    const char *name;
    enum ab_level level;    /* the highest that remains */
    uint32_t removes;       /* bits that go at any level */
    uint32_t requires_bits; /* bits without which the processor lacks what the cap names */
};

#define AB_CAP_NAMES "none, sse41, avx2, avx512, aesni, vaes256, vaes512"

/* The cap of this name; NULL if there is none. */
AB_API const struct ab_cap *ab_cap_find(const char *name);

/* 1 if the processor has what the cap names: its level and the bits that it requires. */
AB_API int ab_cap_is_present(const struct ab_cap *cap, const struct ab_cpu *cpu);

/* Lower *cpu; 1 if that removed a level or a bit. */
AB_API int ab_cpu_cap(struct ab_cpu *cpu, const struct ab_cap *cap);

#ifdef __cplusplus
}
#endif
#endif
