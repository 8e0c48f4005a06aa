/* The lists of implementations of SLH-DSA. */
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/slhdsa/slhdsa_parts.h"

/* The order in the lists of sha2.h and sha3.h. */
enum { SHA256_SHA_AVX512, SHA256_SHA, SHA256_AVX2, SHA256_PORTABLE };
enum { SHA512_SHORT_AVX512, SHA512_AVX512, SHA512_AVX2, SHA512_PORTABLE };
enum { SHAKE_AVX512, SHAKE_BMI2, SHAKE_PORTABLE };

/*
 * On a Zen 4, whose vectors of 512 bits take two passes, the chains of one key pair leave too many lanes empty: the SHA
 * instructions run those of a signature that is verified faster (docs/decisions/0038-slh-dsa.md).
 */
static const struct ab_slhdsa_kernels sha2_avx512_uneven = {
    { "sha+avx512_uneven", AB_LEVEL_AVX512, AB_BIT_SHA, 0 },
    .narrow = &ab_sha256_list[SHA256_SHA_AVX512],
    .wide = &ab_sha512_list[SHA512_SHORT_AVX512],
    .chains = ab_slhdsa_sha256_chains_avx512,
    .uneven = ab_slhdsa_sha256_chains_sha,
    .suits = ab_cpu_is_zen_4,
};
static const struct ab_slhdsa_kernels sha2_avx512 = {
    { "sha+avx512", AB_LEVEL_AVX512, AB_BIT_SHA, 0 },
    .narrow = &ab_sha256_list[SHA256_SHA_AVX512],
    .wide = &ab_sha512_list[SHA512_AVX512],
    .chains = ab_slhdsa_sha256_chains_avx512,
};
static const struct ab_slhdsa_kernels sha2_sha = {
    { "sha+avx2", AB_LEVEL_AVX2, AB_BIT_SHA, 0 },
    .narrow = &ab_sha256_list[SHA256_SHA],
    .wide = &ab_sha512_list[SHA512_AVX2],
    .chains = ab_slhdsa_sha256_chains_sha,
};
static const struct ab_slhdsa_kernels sha2_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .narrow = &ab_sha256_list[SHA256_AVX2],
    .wide = &ab_sha512_list[SHA512_AVX2],
    .chains = ab_slhdsa_sha256_chains_avx2,
};
static const struct ab_slhdsa_kernels sha2_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_sha256_list[SHA256_PORTABLE],
    .wide = &ab_sha512_list[SHA512_PORTABLE],
};

static const struct ab_slhdsa_kernels shake_avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .narrow = &ab_shake_256_list[SHAKE_AVX512],
    .wide = &ab_shake_256_list[SHAKE_AVX512],
    .chains = ab_slhdsa_shake_chains_avx512,
};
static const struct ab_slhdsa_kernels shake_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .narrow = &ab_shake_256_list[SHAKE_BMI2],
    .wide = &ab_shake_256_list[SHAKE_BMI2],
    .chains = ab_slhdsa_shake_chains_avx2,
};
static const struct ab_slhdsa_kernels shake_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_shake_256_list[SHAKE_PORTABLE],
    .wide = &ab_shake_256_list[SHAKE_PORTABLE],
};

const struct ab_slhdsa_kernels *const *ab_slhdsa_list(enum ab_slhdsa_id id)
{
    static const struct ab_slhdsa_kernels *const sha2[] = { &sha2_avx512_uneven, &sha2_avx512,   &sha2_sha,
                                                            &sha2_avx2,          &sha2_portable, NULL };
    static const struct ab_slhdsa_kernels *const shake[] = { &shake_avx512, &shake_avx2, &shake_portable, NULL };

    return ab_slhdsa_params(id)->is_shake ? shake : sha2;
}
