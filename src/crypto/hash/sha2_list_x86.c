/* The lists of implementations of SHA-2. */
#include "crypto/hash/sha2.h"

#include "kernels/sha/sha_kernels.h"

static const struct ab_hash_kernels sha256_sha_avx512 = {
    { "sha+avx512", AB_LEVEL_AVX512, AB_BIT_SHA, 0 },
    .compress32 = ab_sha256_compress_sha,
    .max_lanes = AB_SHA256_LANES_AVX512,
    .compress_lanes = ab_sha256_compress_lanes_avx512,
    .iterate = ab_sha256_iterate_sha,
};
static const struct ab_hash_kernels sha256_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_sha256_compress_avx2,
    .max_lanes = AB_SHA256_LANES_AVX2,
    .min_lanes = 4,
    .compress_lanes = ab_sha256_compress_lanes_avx2,
};
/* A Zen 4 has four units for integers: the operations of a round count there, elsewhere their chain. */
static const struct ab_hash_kernels sha512_short = {
    { "avx512_short", AB_LEVEL_AVX512, 0, 0 },
    .suits = ab_cpu_is_zen_4,
    .compress64 = ab_sha512_compress_short_avx512,
    .max_lanes = AB_SHA512_LANES_AVX512,
    .min_lanes = 2,
    .compress_lanes = ab_sha512_compress_lanes_avx512,
};
static const struct ab_hash_kernels sha512_avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .compress64 = ab_sha512_compress_avx512,
    .max_lanes = AB_SHA512_LANES_AVX512,
    .min_lanes = 2,
    .compress_lanes = ab_sha512_compress_lanes_avx512,
};
static const struct ab_hash_kernels sha512_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress64 = ab_sha512_compress_avx2,
    .max_lanes = AB_SHA512_LANES_AVX2,
    .min_lanes = 3,
    .compress_lanes = ab_sha512_compress_lanes_avx2,
};

const struct ab_hash ab_sha224_list[] = {
    { &ab_algorithm_sha224, &sha256_sha_avx512 },
    { &ab_algorithm_sha224, &ab_sha256_sha },
    { &ab_algorithm_sha224, &sha256_avx2 },
    { &ab_algorithm_sha224, &ab_sha256_portable },
    { 0 },
};
const struct ab_hash ab_sha256_list[] = {
    { &ab_algorithm_sha256, &sha256_sha_avx512 },
    { &ab_algorithm_sha256, &ab_sha256_sha },
    { &ab_algorithm_sha256, &sha256_avx2 },
    { &ab_algorithm_sha256, &ab_sha256_portable },
    { 0 },
};
const struct ab_hash ab_sha384_list[] = {
    { &ab_algorithm_sha384, &sha512_short },
    { &ab_algorithm_sha384, &sha512_avx512 },
    { &ab_algorithm_sha384, &sha512_avx2 },
    { &ab_algorithm_sha384, &ab_sha512_portable },
    { 0 },
};
const struct ab_hash ab_sha512_list[] = {
    { &ab_algorithm_sha512, &sha512_short },
    { &ab_algorithm_sha512, &sha512_avx512 },
    { &ab_algorithm_sha512, &sha512_avx2 },
    { &ab_algorithm_sha512, &ab_sha512_portable },
    { 0 },
};
const struct ab_hash ab_sha512_224_list[] = {
    { &ab_algorithm_sha512_224, &sha512_short },
    { &ab_algorithm_sha512_224, &sha512_avx512 },
    { &ab_algorithm_sha512_224, &sha512_avx2 },
    { &ab_algorithm_sha512_224, &ab_sha512_portable },
    { 0 },
};
const struct ab_hash ab_sha512_256_list[] = {
    { &ab_algorithm_sha512_256, &sha512_short },
    { &ab_algorithm_sha512_256, &sha512_avx512 },
    { &ab_algorithm_sha512_256, &sha512_avx2 },
    { &ab_algorithm_sha512_256, &ab_sha512_portable },
    { 0 },
};
