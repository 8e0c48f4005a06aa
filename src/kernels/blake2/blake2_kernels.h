/*
 * The contract of the compression functions of BLAKE2 (RFC 7693 sec. 3.2).
 *
 * Compress num_blocks whole blocks at `in` (any alignment) into the chaining value `state` (eight native words, h).
 * num_bytes is the length of the message up to the end of the first of these blocks; it grows by a block with each.
 * is_last says that the message ends here; then there is one block, padded with zeros, and num_bytes is the message's
 * length. Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_BLAKE2_KERNELS_H
#define AB_KERNELS_BLAKE2_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_blake2b_compress_fn(uint64_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes,
                                    int is_last);
typedef void ab_blake2s_compress_fn(uint32_t *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes,
                                    int is_last);

ab_blake2b_compress_fn
    ab_blake2b_compress_scalar; /* blocks of 128 bytes; the four Gs of a half round side by side, in C */
ab_blake2b_compress_fn ab_blake2b_compress_portable; /* as in the RFC; oracle of the tests, last resort */
ab_blake2s_compress_fn ab_blake2s_compress_scalar;   /* blocks of 64 bytes */
ab_blake2s_compress_fn ab_blake2s_compress_portable;

#endif
