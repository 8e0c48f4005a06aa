/*
 * The contract of the compression functions of MD4 (RFC 1320).
 *
 * Compress num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (four native
 * words). Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_MD4_KERNELS_H
#define AB_KERNELS_MD4_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_md4_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_md4_compress_fn ab_md4_compress_scalar;   /* unrolled, so that no word is moved or looked up */
ab_md4_compress_fn ab_md4_compress_portable; /* as RFC 1320 writes it; the oracle of the tests and the last resort */

#endif
