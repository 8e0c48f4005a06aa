/*
 * The contract of the compression function of SM3 (GB/T 32905-2016; ISO/IEC 10118-3:2018; an English text is
 * draft-sca-cfrg-sm3-02).
 *
 * Each takes num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (eight native words).
 * Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_SM3_KERNELS_H
#define AB_KERNELS_SM3_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_sm3_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_sm3_compress_fn ab_sm3_compress_avx512;   /* AVX-512VL, BMI1, BMI2 */
ab_sm3_compress_fn ab_sm3_compress_portable; /* C; the oracle of the tests and the last resort */

#endif
