/*
 * The contract of the compression function of SM3 (GB/T 32905-2016; ISO/IEC 10118-3:2018; an English text is
 * draft-sca-cfrg-sm3-02).
 *
 * Compress num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (eight native
 * words). Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_SM3_KERNELS_H
#define AB_KERNELS_SM3_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_sm3_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_sm3_compress_fn ab_sm3_compress_avx512;   /* AVX-512VL, BMI1, BMI2 */
ab_sm3_compress_fn ab_sm3_compress_portable; /* C; the oracle of the tests and the last resort */

/*
 * Compress num_lanes independent messages at once, 1 to the limit of the function: num_blocks whole blocks at in[i]
 * into state[i] for each of them; block_len is 64. States do not overlap; inputs may. Whole vectors of messages cost
 * least.
 */
typedef void ab_sm3_compress_lanes_fn(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                      size_t block_len, unsigned num_lanes);

enum { AB_SM3_MAX_LANES_AVX2 = 8, AB_SM3_MAX_LANES_AVX512 = 32 };
ab_sm3_compress_lanes_fn ab_sm3_compress_lanes_avx2, ab_sm3_compress_lanes_avx512;

#endif
