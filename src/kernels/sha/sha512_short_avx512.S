/*
 * void ab_sha512_compress_short_avx512(uint64_t state[8], const uint8_t *in, size_t num_blocks), with AVX-512 VL and
 * BMI2: for processors on which the number of operations of a round counts more than their chain.
 */
#define FUNCTION ab_sha512_compress_short_avx512

        .macro SIGMAS w0, w1, w4, w5, w7
        vpalignr ymm8, ymm\w1, ymm\w0, 8
        vpalignr ymm9, ymm\w5, ymm\w4, 8
        vprorq  ymm10, ymm8, 1
        vprorq  ymm11, ymm8, 8
        vpsrlq  ymm8, ymm8, 7
        vpternlogq ymm8, ymm10, ymm11, 0x96
        vpaddq  ymm\w0, ymm\w0, ymm9
        vprorq  ymm10, ymm\w7, 19
        vprorq  ymm11, ymm\w7, 61
        vpsrlq  ymm9, ymm\w7, 6
        vpternlogq ymm9, ymm10, ymm11, 0x96
        vpaddq  ymm\w0, ymm\w0, ymm8
        vpaddq  ymm\w0, ymm\w0, ymm9
        .endm

        .macro SIGMAS_CONSTANTS
        .endm

#include "kernels/sha/sha512_two_blocks_template.h"

        END_FILE
