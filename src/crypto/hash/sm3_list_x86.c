/* The list of implementations of SM3. */
#include "crypto/hash/sm3.h"

#include "kernels/sm3/sm3_kernels.h"

static const struct ab_hash_kernels avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .compress32 = ab_sm3_compress_avx512,
    .max_lanes = AB_SM3_MAX_LANES_AVX512,
    .min_lanes = 3,
    .compress_lanes = ab_sm3_compress_lanes_avx512,
};
/* Fast in lanes only. */
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .compress32 = ab_sm3_compress_portable,
    .max_lanes = AB_SM3_MAX_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_sm3_compress_lanes_avx2,
};

const struct ab_hash ab_sm3_list[] = {
    { &ab_algorithm_sm3, &avx512 }, { &ab_algorithm_sm3, &avx2 }, { &ab_algorithm_sm3, &ab_sm3_portable }, { 0 }
};
