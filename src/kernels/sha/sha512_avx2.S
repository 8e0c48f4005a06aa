/* void ab_sha512_compress_avx2(uint64_t state[8], const uint8_t *in, size_t num_blocks), with AVX2 and BMI2. */
#define FUNCTION ab_sha512_compress_avx2

        .macro SIGMAS w0, w1, w4, w5, w7
        vpalignr ymm8, ymm\w1, ymm\w0, 8
        vpalignr ymm9, ymm\w5, ymm\w4, 8
        vpsrlq  ymm10, ymm8, 1
        vpsllq  ymm11, ymm8, 63
        vpaddq  ymm\w0, ymm\w0, ymm9
        vpxor   ymm10, ymm10, ymm11
        vpshufb ymm11, ymm8, ymm13
        vpsrlq  ymm8, ymm8, 7
        vpxor   ymm10, ymm10, ymm11
        vpsrlq  ymm9, ymm\w7, 6
        vpxor   ymm10, ymm10, ymm8
        vpsrlq  ymm8, ymm\w7, 19
        vpaddq  ymm\w0, ymm\w0, ymm10
        vpsllq  ymm10, ymm\w7, 45
        vpxor   ymm9, ymm9, ymm8
        vpsrlq  ymm8, ymm\w7, 61
        vpxor   ymm9, ymm9, ymm10
        vpsllq  ymm10, ymm\w7, 3
        vpxor   ymm9, ymm9, ymm8
        vpxor   ymm9, ymm9, ymm10
        vpaddq  ymm\w0, ymm\w0, ymm9
        .endm

/* Words rotated by eight bits. */
        .macro SIGMAS_CONSTANTS
        vbroadcasti128 ymm13, [rip + .Lrotated]
        .endm

#include "kernels/sha/sha512_two_blocks_template.h"

.Lrotated:
        .quad   0x0007060504030201, 0x080f0e0d0c0b0a09

        END_FILE
