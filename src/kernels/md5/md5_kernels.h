/*
 * The contract of the compression functions of MD5 (RFC 1321).
 *
 * Each takes num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (four native words).
 * Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_MD5_KERNELS_H
#define AB_KERNELS_MD5_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_md5_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_md5_compress_fn ab_md5_compress_scalar;   /* ordered by what waits for what, in C */
ab_md5_compress_fn ab_md5_compress_portable; /* as RFC 1321 writes it; the oracle of the tests, the last resort */

#endif
