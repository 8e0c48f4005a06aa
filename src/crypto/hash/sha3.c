/* SHA-3, SHAKE, KECCAK and cSHAKE's sponge (FIPS 202, SP 800-185): constants and lists of implementations. */
#include "crypto/hash/sha3.h"

#include "crypto/hash/sponge.h"
#include "kernels/keccak/keccak_kernels.h"

/* FIPS 202 sec. 6.1 and 6.2, SP 800-185 sec. 3.3: the bits after a message, lowest first, and a one bit. */
static const struct ab_sponge sha3 = { 0x06 }, shake = { 0x1f }, cshake = { 0x04 };
static const struct ab_sponge keccak = { 0x01 }; /* as submitted to the competition */

/* The rate is 200 bytes less twice the security strength. */
static const struct ab_hash_algorithm sha3_224 = {
    AB_HASH_SHA3_224, "SHA3-224", .block_len = 144, .digest_len = 28, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
static const struct ab_hash_algorithm sha3_256 = {
    AB_HASH_SHA3_256, "SHA3-256", .block_len = 136, .digest_len = 32, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
static const struct ab_hash_algorithm sha3_384 = {
    AB_HASH_SHA3_384, "SHA3-384", .block_len = 104, .digest_len = 48, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
static const struct ab_hash_algorithm sha3_512 = {
    AB_HASH_SHA3_512, "SHA3-512", .block_len = 72, .digest_len = 64, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
static const struct ab_hash_algorithm keccak_224 = {
    AB_HASH_KECCAK_224, "KECCAK-224", .block_len = 144, .digest_len = 28, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
static const struct ab_hash_algorithm keccak_256 = {
    AB_HASH_KECCAK_256, "KECCAK-256", .block_len = 136, .digest_len = 32, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
static const struct ab_hash_algorithm keccak_384 = {
    AB_HASH_KECCAK_384, "KECCAK-384", .block_len = 104, .digest_len = 48, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
static const struct ab_hash_algorithm keccak_512 = {
    AB_HASH_KECCAK_512, "KECCAK-512", .block_len = 72, .digest_len = 64, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
static const struct ab_hash_algorithm shake_128 = {
    AB_HASH_SHAKE_128, "SHAKE-128", .block_len = 168, .digest_len = 32,
    AB_SPONGE_STATE,   &ab_sponge,  &shake,           .is_xof = 1,
};
static const struct ab_hash_algorithm shake_256 = {
    AB_HASH_SHAKE_256, "SHAKE-256", .block_len = 136, .digest_len = 64,
    AB_SPONGE_STATE,   &ab_sponge,  &shake,           .is_xof = 1,
};
static const struct ab_hash_algorithm cshake_keccak_128 = {
    AB_HASH_CSHAKE_KECCAK_128, "KECCAK-KMAC-128", .block_len = 168, .digest_len = 32,
    AB_SPONGE_STATE,           &ab_sponge,        &cshake,          .is_xof = 1,
};
static const struct ab_hash_algorithm cshake_keccak_256 = {
    AB_HASH_CSHAKE_KECCAK_256, "KECCAK-KMAC-256", .block_len = 136, .digest_len = 64,
    AB_SPONGE_STATE,           &ab_sponge,        &cshake,          .is_xof = 1,
};

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
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .absorb = ab_keccak_absorb_portable,
    .permute = ab_keccak_permute_portable,
};

#define LIST(a) { { &a, &avx512 }, { &a, &bmi2 }, { &a, &portable }, { 0 } }

const struct ab_hash ab_sha3_224_list[] = LIST(sha3_224);
const struct ab_hash ab_sha3_256_list[] = LIST(sha3_256);
const struct ab_hash ab_sha3_384_list[] = LIST(sha3_384);
const struct ab_hash ab_sha3_512_list[] = LIST(sha3_512);
const struct ab_hash ab_keccak_224_list[] = LIST(keccak_224);
const struct ab_hash ab_keccak_256_list[] = LIST(keccak_256);
const struct ab_hash ab_keccak_384_list[] = LIST(keccak_384);
const struct ab_hash ab_keccak_512_list[] = LIST(keccak_512);
const struct ab_hash ab_shake_128_list[] = LIST(shake_128);
const struct ab_hash ab_shake_256_list[] = LIST(shake_256);
const struct ab_hash ab_cshake_keccak_128_list[] = LIST(cshake_keccak_128);
const struct ab_hash ab_cshake_keccak_256_list[] = LIST(cshake_keccak_256);
