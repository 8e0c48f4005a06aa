/* SHA-3, SHAKE, KECCAK and cSHAKE's sponge (FIPS 202, SP 800-185): constants and lists of implementations. */
#include "crypto/hash/sha3.h"

#include "crypto/hash/sponge.h"
#include "kernels/keccak/keccak_kernels.h"

/* FIPS 202 sec. 6.1 and 6.2, SP 800-185 sec. 3.3: the bits after a message, lowest first, and a one bit. */
static const struct ab_sponge sha3 = { 0x06 }, shake = { 0x1f }, cshake = { 0x04 };
static const struct ab_sponge keccak = { 0x01 }; /* as submitted to the competition */

/* The rate is 200 bytes less twice the security strength. */
const struct ab_hash_algorithm ab_algorithm_sha3_224 = {
    AB_HASH_SHA3_224, "SHA3-224", .block_len = 144, .digest_len = 28, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
const struct ab_hash_algorithm ab_algorithm_sha3_256 = {
    AB_HASH_SHA3_256, "SHA3-256", .block_len = 136, .digest_len = 32, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
const struct ab_hash_algorithm ab_algorithm_sha3_384 = {
    AB_HASH_SHA3_384, "SHA3-384", .block_len = 104, .digest_len = 48, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
const struct ab_hash_algorithm ab_algorithm_sha3_512 = {
    AB_HASH_SHA3_512, "SHA3-512", .block_len = 72, .digest_len = 64, AB_SPONGE_STATE, &ab_sponge, &sha3,
};
const struct ab_hash_algorithm ab_algorithm_keccak_224 = {
    AB_HASH_KECCAK_224, "KECCAK-224", .block_len = 144, .digest_len = 28, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
const struct ab_hash_algorithm ab_algorithm_keccak_256 = {
    AB_HASH_KECCAK_256, "KECCAK-256", .block_len = 136, .digest_len = 32, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
const struct ab_hash_algorithm ab_algorithm_keccak_384 = {
    AB_HASH_KECCAK_384, "KECCAK-384", .block_len = 104, .digest_len = 48, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
const struct ab_hash_algorithm ab_algorithm_keccak_512 = {
    AB_HASH_KECCAK_512, "KECCAK-512", .block_len = 72, .digest_len = 64, AB_SPONGE_STATE, &ab_sponge, &keccak,
};
const struct ab_hash_algorithm ab_algorithm_shake_128 = {
    AB_HASH_SHAKE_128, "SHAKE-128", .block_len = 168, .digest_len = 32,
    AB_SPONGE_STATE,   &ab_sponge,  &shake,           .is_xof = 1,
};
const struct ab_hash_algorithm ab_algorithm_shake_256 = {
    AB_HASH_SHAKE_256, "SHAKE-256", .block_len = 136, .digest_len = 64,
    AB_SPONGE_STATE,   &ab_sponge,  &shake,           .is_xof = 1,
};
const struct ab_hash_algorithm ab_algorithm_cshake_keccak_128 = {
    AB_HASH_CSHAKE_KECCAK_128, "KECCAK-KMAC-128", .block_len = 168, .digest_len = 32,
    AB_SPONGE_STATE,           &ab_sponge,        &cshake,          .is_xof = 1,
};
const struct ab_hash_algorithm ab_algorithm_cshake_keccak_256 = {
    AB_HASH_CSHAKE_KECCAK_256, "KECCAK-KMAC-256", .block_len = 136, .digest_len = 64,
    AB_SPONGE_STATE,           &ab_sponge,        &cshake,          .is_xof = 1,
};

const struct ab_hash_kernels ab_keccak_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .absorb = ab_keccak_absorb_portable,
    .permute = ab_keccak_permute_portable,
};
