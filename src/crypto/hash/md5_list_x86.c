/* The list of implementations of MD5. */
#include "crypto/hash/md5.h"

#include "kernels/md5/md5_kernels.h"

/*
 * The scalar kernel takes single messages at every level; three messages take as long in a vector as one after
 * another.
 */
static const struct ab_hash_kernels avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
    .max_lanes = AB_MD5_MAX_LANES,
    .min_lanes = 3,
    .compress_lanes = ab_md5_compress_lanes_avx512,
};
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
    .max_lanes = AB_MD5_MAX_LANES,
    .min_lanes = 3,
    .compress_lanes = ab_md5_compress_lanes_avx2,
};

const struct ab_hash ab_md5_list[] = {
    { &ab_algorithm_md5, &avx512 },
    { &ab_algorithm_md5, &avx2 },
    { &ab_algorithm_md5, &ab_md5_scalar },
    { &ab_algorithm_md5, &ab_md5_portable },
    { 0 },
};
