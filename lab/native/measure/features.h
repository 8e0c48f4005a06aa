/* The instruction sets for which limits are measured. */
#ifndef AB_LAB_FEATURES_H
#define AB_LAB_FEATURES_H

#include "afterburner/cpu.h"

enum lab_feature {
    LAB_RDRAND = 1u << 0,
    LAB_AESNI = 1u << 1, /* with PCLMULQDQ and SSE4.1 */
    LAB_SHA = 1u << 2,   /* SHA-1 and SHA-256 */
    LAB_AVX2 = 1u << 3,  /* with BMI2 */
    LAB_ADX = 1u << 4,
    LAB_SHA512 = 1u << 5,
    LAB_SM3 = 1u << 6,
    LAB_AVXIFMA = 1u << 7, /* the encoding for 256 bits that needs no AVX-512 */
    LAB_VAES256 = 1u << 8, /* with VPCLMULQDQ */
    LAB_AVX512 = 1u << 9,  /* F, BW, DQ, VL */
    LAB_VAES512 = 1u << 10,
    LAB_IFMA = 1u << 11 /* AVX-512 IFMA */
};

/* What the processor and the operating system have, less what the cap removes (afterburner/cpu.h). NULL: no cap. */
unsigned lab_features(const struct ab_cap *cap);

#endif
