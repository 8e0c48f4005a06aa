/*
 * What this processor can do: one closed ladder of levels and a set of independent bits.
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

/* Each level is a superset of the one before. */
enum ab_level {
    AB_LEVEL_NONE = 0, /* no AES instructions */
    AB_LEVEL_AESNI,    /* SSE4.1, AES, PCLMULQDQ */
    AB_LEVEL_AVX2,     /* + AVX2, BMI1, BMI2 */
    AB_LEVEL_VAES256,  /* + VAES, VPCLMULQDQ, used on 256-bit registers only */
    AB_LEVEL_VAES512,  /* + AVX-512 F, BW, DQ, VL */
    AB_NUM_LEVELS
};

enum ab_cpu_bit {
    AB_BIT_SHA = 1u << 0,     /* SHA-1 and SHA-256 instructions */
    AB_BIT_SHA512 = 1u << 1,  /* SHA-512 instructions */
    AB_BIT_ADX = 1u << 2,     /* ADCX, ADOX, with MULX of BMI2 */
    AB_BIT_IFMA = 1u << 3,    /* AVX-512 IFMA */
    AB_BIT_AVXIFMA = 1u << 4, /* AVX-IFMA */
    AB_BIT_GFNI = 1u << 5
};

struct ab_cpu {
    enum ab_level level; /* highest level of the silicon (and of the operating system's XCR0) */
    uint32_t bits;       /* enum ab_cpu_bit */
    uint32_t family, model, stepping;
    char vendor[13];
    char brand[49];
};

/*
 * Reads CPUID and XCR0, then takes away what the environment variable OPENSSL_ia32cap masks (ignored in a
 * set-user-id process). Writes *cpu; keeps nothing. Costs a few CPUID instructions, which trap in virtual machines:
 * call it once and keep the result.
 */
AB_API void ab_cpu_detect(struct ab_cpu *cpu);

/* "none", "aesni", "avx2", "vaes256", "vaes512". */
AB_API const char *ab_level_name(enum ab_level level);

/* Finds a level by name; 1 and *level, or 0 if there is no such level. */
AB_API int ab_level_parse(const char *name, enum ab_level *level);

/* "sha", "adx" ... for a single bit; NULL for none. */
AB_API const char *ab_bit_name(enum ab_cpu_bit bit);

#ifdef __cplusplus
}
#endif
#endif
