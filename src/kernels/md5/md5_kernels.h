/*
 * The contract of the compression functions of MD5 (RFC 1321).
 *
 * Compress num_blocks whole blocks of 64 bytes at `in` (any alignment) into the chaining value `state` (four native
 * words). Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_MD5_KERNELS_H
#define AB_KERNELS_MD5_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_md5_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks);

ab_md5_compress_fn ab_md5_compress_scalar;   /* ordered by dependencies, in C */
ab_md5_compress_fn ab_md5_compress_portable; /* as RFC 1321 writes it; the oracle of the tests and the last resort */

/*
 * Compress num_lanes independent messages at once, 1 to AB_MD5_MAX_LANES: num_blocks whole blocks at in[i] into
 * state[i] for each of them; block_len is 64. States do not overlap; inputs may. Whole vectors of messages cost least.
 */
typedef void ab_md5_compress_lanes_fn(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                      size_t block_len, unsigned num_lanes);

enum { AB_MD5_MAX_LANES = 32 };
ab_md5_compress_lanes_fn ab_md5_compress_lanes_avx2, ab_md5_compress_lanes_avx512;

#endif
