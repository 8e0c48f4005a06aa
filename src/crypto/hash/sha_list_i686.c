/*
 * The lists of implementations of SHA-1, SHA-2, SHA-3 and related functions on 32-bit x86: single messages by the SHA
 * instructions or in C, several by vectors.
 */
#include "crypto/hash/md5.h"
#include "crypto/hash/sha1.h"
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"

#include "kernels/sha/sha_kernels.h"

/* Fast in lanes only. */
static const struct ab_hash_kernels sha1_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .compress32 = ab_sha1_compress_portable,
    .max_lanes = AB_SHA1_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_sha1_compress_lanes_avx2,
};
static const struct ab_hash_kernels sha256_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .compress32 = ab_sha256_compress_portable,
    .max_lanes = AB_SHA256_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_sha256_compress_lanes_avx2,
};
static const struct ab_hash_kernels sha512_avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 1 },
    .compress64 = ab_sha512_compress_avx512,
    .max_lanes = AB_SHA512_LANES_AVX512,
    .min_lanes = 2,
    .compress_lanes = ab_sha512_compress_lanes_avx512,
};
static const struct ab_hash_kernels sha512_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .compress64 = ab_sha512_compress_portable,
    .max_lanes = AB_SHA512_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_sha512_compress_lanes_avx2,
};

#define ALONE(a, kernels) { { &ab_algorithm_##a, &(kernels) }, { 0 } }
#define TWO(a, first, second) { { &ab_algorithm_##a, &(first) }, { &ab_algorithm_##a, &(second) }, { 0 } }
#define OF_SHA256(a) \
    { { &ab_algorithm_##a, &ab_sha256_sha }, { &ab_algorithm_##a, &sha256_avx2 }, \
      { &ab_algorithm_##a, &ab_sha256_portable }, { 0 } }
#define OF_SHA512(a) \
    { { &ab_algorithm_##a, &sha512_avx512 }, { &ab_algorithm_##a, &sha512_avx2 }, \
      { &ab_algorithm_##a, &ab_sha512_portable }, { 0 } }

const struct ab_hash ab_md5_sha1_list[] = TWO(md5_sha1, ab_md5_sha1_sha, ab_md5_sha1_portable);
const struct ab_hash ab_sha1_list[] = {
    { &ab_algorithm_sha1, &ab_sha1_sha },
    { &ab_algorithm_sha1, &sha1_avx2 },
    { &ab_algorithm_sha1, &ab_sha1_portable },
    { 0 },
};
const struct ab_hash ab_sha224_list[] = OF_SHA256(sha224);
const struct ab_hash ab_sha256_list[] = OF_SHA256(sha256);
const struct ab_hash ab_sha384_list[] = OF_SHA512(sha384);
const struct ab_hash ab_sha512_list[] = OF_SHA512(sha512);
const struct ab_hash ab_sha512_224_list[] = OF_SHA512(sha512_224);
const struct ab_hash ab_sha512_256_list[] = OF_SHA512(sha512_256);
const struct ab_hash ab_sha3_224_list[] = ALONE(sha3_224, ab_keccak_portable);
const struct ab_hash ab_sha3_256_list[] = ALONE(sha3_256, ab_keccak_portable);
const struct ab_hash ab_sha3_384_list[] = ALONE(sha3_384, ab_keccak_portable);
const struct ab_hash ab_sha3_512_list[] = ALONE(sha3_512, ab_keccak_portable);
const struct ab_hash ab_keccak_224_list[] = ALONE(keccak_224, ab_keccak_portable);
const struct ab_hash ab_keccak_256_list[] = ALONE(keccak_256, ab_keccak_portable);
const struct ab_hash ab_keccak_384_list[] = ALONE(keccak_384, ab_keccak_portable);
const struct ab_hash ab_keccak_512_list[] = ALONE(keccak_512, ab_keccak_portable);
const struct ab_hash ab_shake_128_list[] = ALONE(shake_128, ab_keccak_portable);
const struct ab_hash ab_shake_256_list[] = ALONE(shake_256, ab_keccak_portable);
const struct ab_hash ab_cshake_keccak_128_list[] = ALONE(cshake_keccak_128, ab_keccak_portable);
const struct ab_hash ab_cshake_keccak_256_list[] = ALONE(cshake_keccak_256, ab_keccak_portable);
