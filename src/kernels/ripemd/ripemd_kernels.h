/*
 * The contract of the compression function of RIPEMD-160 (H. Dobbertin, A. Bosselaers, B. Preneel, "RIPEMD-160: A
 * Strengthened Version of RIPEMD", 1996; ISO/IEC 10118-3).
 *
 * Compress num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (five native
 * words). Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_RIPEMD_KERNELS_H
#define AB_KERNELS_RIPEMD_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_ripemd160_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_ripemd160_compress_fn ab_ripemd160_compress_scalar; /* both lines side by side, in C */
ab_ripemd160_compress_fn
    ab_ripemd160_compress_portable; /* as the paper writes it; the oracle of the tests and the last resort */

#endif
