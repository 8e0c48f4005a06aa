/* The lists of implementations of SHA-3, SHAKE and related functions. */
#include "crypto/hash/sha3.h"

#include "kernels/keccak/keccak_kernels.h"

static const struct ab_hash_kernels avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .absorb = ab_keccak_absorb_avx512,
    .permute = ab_keccak_permute_avx512,
    .max_lanes = AB_KECCAK_MAX_LANES_AVX512,
    .min_lanes = 2,
    .compress_lanes = ab_keccak_absorb_lanes_avx512,
};
static const struct ab_hash_kernels bmi2 = {
    { "bmi2", AB_LEVEL_AVX2, 0, 0 },
    .absorb = ab_keccak_absorb_bmi2,
    .permute = ab_keccak_permute_bmi2,
    .max_lanes = AB_KECCAK_MAX_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_keccak_absorb_lanes_avx2,
};

#define LIST(a) { { &a, &avx512 }, { &a, &bmi2 }, { &a, &ab_keccak_portable }, { 0 } }

const struct ab_hash ab_sha3_224_list[] = LIST(ab_algorithm_sha3_224);
const struct ab_hash ab_sha3_256_list[] = LIST(ab_algorithm_sha3_256);
const struct ab_hash ab_sha3_384_list[] = LIST(ab_algorithm_sha3_384);
const struct ab_hash ab_sha3_512_list[] = LIST(ab_algorithm_sha3_512);
const struct ab_hash ab_keccak_224_list[] = LIST(ab_algorithm_keccak_224);
const struct ab_hash ab_keccak_256_list[] = LIST(ab_algorithm_keccak_256);
const struct ab_hash ab_keccak_384_list[] = LIST(ab_algorithm_keccak_384);
const struct ab_hash ab_keccak_512_list[] = LIST(ab_algorithm_keccak_512);
const struct ab_hash ab_shake_128_list[] = LIST(ab_algorithm_shake_128);
const struct ab_hash ab_shake_256_list[] = LIST(ab_algorithm_shake_256);
const struct ab_hash ab_cshake_keccak_128_list[] = LIST(ab_algorithm_cshake_keccak_128);
const struct ab_hash ab_cshake_keccak_256_list[] = LIST(ab_algorithm_cshake_keccak_256);
