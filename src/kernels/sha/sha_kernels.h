/*
 * The contract of the compression functions of SHA-1 and SHA-2 (FIPS 180-4 sec. 6).
 *
 * Compress num_blocks whole blocks at `in` (any alignment) into the chaining value `state` (native words in the order
 * of the standard). Message and state may be secret: time depends on num_blocks alone. num_blocks may be 0.
 */
#ifndef AB_KERNELS_SHA_KERNELS_H
#define AB_KERNELS_SHA_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef void ab_sha1_compress_fn(uint32_t state[5], const uint8_t *in, size_t num_blocks);   /* blocks of 64 bytes */
typedef void ab_sha256_compress_fn(uint32_t state[8], const uint8_t *in, size_t num_blocks); /* blocks of 64 bytes */
typedef void ab_sha512_compress_fn(uint64_t state[8], const uint8_t *in, size_t num_blocks); /* blocks of 128 bytes */

ab_sha1_compress_fn ab_sha1_compress_sha;              /* SHA instructions, SSE4.1 */
ab_sha1_compress_fn ab_sha1_compress_avx2;             /* AVX2, BMI1, BMI2; assembly */
ab_sha1_compress_fn ab_sha1_compress_portable;         /* C; the oracle of the tests and the last resort */
ab_sha256_compress_fn ab_sha256_compress_sha;          /* SHA instructions, SSE4.1 */
ab_sha256_compress_fn ab_sha256_compress_avx2;         /* AVX2, BMI1, BMI2; assembly */
ab_sha256_compress_fn ab_sha256_compress_portable;     /* C; the oracle of the tests and the last resort */
ab_sha512_compress_fn ab_sha512_compress_avx512;       /* AVX-512 F, BW, DQ, VL, BMI2 */
ab_sha512_compress_fn ab_sha512_compress_short_avx512; /* the same and BMI1, rounds of fewer operations; assembly */
ab_sha512_compress_fn ab_sha512_compress_avx2;         /* AVX2, BMI1, BMI2; assembly */
ab_sha512_compress_fn ab_sha512_compress_portable;     /* C; the oracle of the tests and the last resort */

/*
 * Compress num_lanes independent messages at once, 1 to the limit of the function: num_blocks whole blocks at in[i]
 * into state[i] for each of them; block_len is that of the hash function. States do not overlap and have room for
 * eight words, of which SHA-1 leaves the last three unchanged; inputs may overlap. The more lanes, the better the
 * units are filled.
 */
typedef void ab_sha_compress_lanes_fn(void *const state[], const uint8_t *const in[], size_t num_blocks,
                                      size_t block_len, unsigned num_lanes);

/* Any number of lanes; four fill the unit of SHA instructions. */
enum { AB_SHA1_LANES_SHA = 4, AB_SHA256_LANES_SHA = 4 };
ab_sha_compress_lanes_fn ab_sha1_compress_lanes_sha, ab_sha256_compress_lanes_sha;

/* One message to each word of a vector, two vectors at once if the registers suffice. */
enum { AB_SHA1_LANES_AVX2 = 16, AB_SHA256_LANES_AVX2 = 8, AB_SHA512_LANES_AVX2 = 4 };
enum { AB_SHA1_LANES_AVX512 = 16, AB_SHA256_LANES_AVX512 = 32, AB_SHA512_LANES_AVX512 = 16 };
ab_sha_compress_lanes_fn ab_sha1_compress_lanes_avx2, ab_sha256_compress_lanes_avx2, ab_sha512_compress_lanes_avx2;
ab_sha_compress_lanes_fn ab_sha512_compress_lanes_avx512;

/* Likewise; a few messages are faster with the SHA instructions, which then take them. */
ab_sha_compress_lanes_fn ab_sha1_compress_lanes_avx512, ab_sha256_compress_lanes_avx512;

/*
 * HMAC of HMAC for PBKDF2 (RFC 8018 sec. 5.2): num times, replace u[j] by the HMAC of u[j] and add it to sum[j] by
 * exclusive or, for any number of lanes, best four. inner and outer are the chaining values after the blocks of the
 * key; u[j] and sum[j], in the same layout, hold digests of digest_len bytes. u[j] is overwritten.
 */
typedef void ab_sha_iterate_fn(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                               size_t digest_len, unsigned num_lanes);

ab_sha_iterate_fn ab_sha1_iterate_sha, ab_sha256_iterate_sha;

/* K of SHA-256 and SHA-512 (FIPS 180-4 sec. 4.2.2, 4.2.3), for vector loads. */
extern const uint32_t ab_sha256_k[64];
extern const uint64_t ab_sha512_k[80];

#endif
