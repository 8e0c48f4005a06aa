/* The list of implementations of MD5 and SHA-1 side by side. */
#include "crypto/hash/md5.h"

#include "kernels/md5/md5_kernels.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
    .compress32_second = ab_sha1_compress_avx2,
};

const struct ab_hash ab_md5_sha1_list[] = {
    { &ab_algorithm_md5_sha1, &ab_md5_sha1_sha },
    { &ab_algorithm_md5_sha1, &avx2 },
    { &ab_algorithm_md5_sha1, &ab_md5_sha1_portable },
    { 0 },
};
