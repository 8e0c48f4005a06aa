/* The list of implementations of SHA-1. */
#include "crypto/hash/sha1.h"

#include "kernels/sha/sha_kernels.h"

static const struct ab_hash_kernels sha_avx512 = {
    { "sha+avx512", AB_LEVEL_AVX512, AB_BIT_SHA, 0 },
    .compress32 = ab_sha1_compress_sha,
    .max_lanes = AB_SHA1_LANES_AVX512,
    .compress_lanes = ab_sha1_compress_lanes_avx512,
    .iterate = ab_sha1_iterate_sha,
};
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_sha1_compress_avx2,
    .max_lanes = AB_SHA1_LANES_AVX2,
    .min_lanes = 4,
    .compress_lanes = ab_sha1_compress_lanes_avx2,
};

const struct ab_hash ab_sha1_list[] = {
    { &ab_algorithm_sha1, &sha_avx512 },
    { &ab_algorithm_sha1, &ab_sha1_sha },
    { &ab_algorithm_sha1, &avx2 },
    { &ab_algorithm_sha1, &ab_sha1_portable },
    { 0 },
};
