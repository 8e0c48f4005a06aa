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

#define OF_SHA256(a) \
    { { &ab_algorithm_##a, &sha256_sha_avx512 }, { &ab_algorithm_##a, &ab_sha256_sha }, \
      { &ab_algorithm_##a, &sha256_avx2 }, { &ab_algorithm_##a, &ab_sha256_portable }, { 0 } }
#define OF_SHA512(a) \
    { { &ab_algorithm_##a, &sha512_short }, { &ab_algorithm_##a, &sha512_avx512 }, \
      { &ab_algorithm_##a, &sha512_avx2 }, { &ab_algorithm_##a, &ab_sha512_portable }, { 0 } }

const struct ab_hash ab_sha224_list[] = OF_SHA256(sha224);
const struct ab_hash ab_sha256_list[] = OF_SHA256(sha256);
const struct ab_hash ab_sha384_list[] = OF_SHA512(sha384);
const struct ab_hash ab_sha512_list[] = OF_SHA512(sha512);
const struct ab_hash ab_sha512_224_list[] = OF_SHA512(sha512_224);
const struct ab_hash ab_sha512_256_list[] = OF_SHA512(sha512_256);
