/* The lists of implementations of hash functions on processors without kernels of their own for them. */
#include "crypto/hash/md5.h"
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/hash/sm3.h"

#define LIST(algorithm, kernels) { { &ab_algorithm_##algorithm, &(kernels) }, { 0 } }

const struct ab_hash ab_md5_list[] = {
    { &ab_algorithm_md5, &ab_md5_scalar },
    { &ab_algorithm_md5, &ab_md5_portable },
    { 0 },
};
const struct ab_hash ab_sha384_list[] = LIST(sha384, ab_sha512_portable);
const struct ab_hash ab_sha512_list[] = LIST(sha512, ab_sha512_portable);
const struct ab_hash ab_sha512_224_list[] = LIST(sha512_224, ab_sha512_portable);
const struct ab_hash ab_sha512_256_list[] = LIST(sha512_256, ab_sha512_portable);
const struct ab_hash ab_sm3_list[] = LIST(sm3, ab_sm3_portable);
const struct ab_hash ab_sha3_224_list[] = LIST(sha3_224, ab_keccak_portable);
const struct ab_hash ab_sha3_256_list[] = LIST(sha3_256, ab_keccak_portable);
const struct ab_hash ab_sha3_384_list[] = LIST(sha3_384, ab_keccak_portable);
const struct ab_hash ab_sha3_512_list[] = LIST(sha3_512, ab_keccak_portable);
const struct ab_hash ab_keccak_224_list[] = LIST(keccak_224, ab_keccak_portable);
const struct ab_hash ab_keccak_256_list[] = LIST(keccak_256, ab_keccak_portable);
const struct ab_hash ab_keccak_384_list[] = LIST(keccak_384, ab_keccak_portable);
const struct ab_hash ab_keccak_512_list[] = LIST(keccak_512, ab_keccak_portable);
const struct ab_hash ab_shake_128_list[] = LIST(shake_128, ab_keccak_portable);
const struct ab_hash ab_shake_256_list[] = LIST(shake_256, ab_keccak_portable);
const struct ab_hash ab_cshake_keccak_128_list[] = LIST(cshake_keccak_128, ab_keccak_portable);
const struct ab_hash ab_cshake_keccak_256_list[] = LIST(cshake_keccak_256, ab_keccak_portable);
