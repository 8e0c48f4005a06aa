/* SHA-3, SHAKE and related functions: the implementations of each, fastest first. */
#ifndef AB_CRYPTO_HASH_SHA3_H
#define AB_CRYPTO_HASH_SHA3_H

#include "afterburner/hash.h"
#include "crypto/hash/construction.h"

extern const struct ab_hash ab_sha3_224_list[], ab_sha3_256_list[], ab_sha3_384_list[], ab_sha3_512_list[];
extern const struct ab_hash ab_keccak_224_list[], ab_keccak_256_list[], ab_keccak_384_list[], ab_keccak_512_list[];
extern const struct ab_hash ab_shake_128_list[], ab_shake_256_list[], ab_cshake_keccak_128_list[],
    ab_cshake_keccak_256_list[];

/* What the lists are made of on every processor. */
extern const struct ab_hash_algorithm ab_algorithm_sha3_224, ab_algorithm_sha3_256, ab_algorithm_sha3_384,
    ab_algorithm_sha3_512, ab_algorithm_keccak_224, ab_algorithm_keccak_256, ab_algorithm_keccak_384,
    ab_algorithm_keccak_512, ab_algorithm_shake_128, ab_algorithm_shake_256, ab_algorithm_cshake_keccak_128,
    ab_algorithm_cshake_keccak_256;
extern const struct ab_hash_kernels ab_keccak_portable;

#endif
