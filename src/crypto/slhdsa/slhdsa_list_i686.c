/* The lists of implementations of SLH-DSA on 32-bit x86. */
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/slhdsa/slhdsa_parts.h"

/* In the lists of sha2.h the order is: SHA instructions or AVX-512, AVX2, portable. */
enum { SHA256_SHA, SHA256_AVX2, SHA256_PORTABLE };
enum { WIDE_AVX512, WIDE_AVX2, WIDE_PORTABLE };

static const struct ab_slhdsa_kernels sha2_sha = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 1 }, /* SHA-512 of single messages takes too long */
    .narrow = &ab_sha256_list[SHA256_SHA],
    .wide = &ab_sha512_list[WIDE_PORTABLE],
    .chains = ab_slhdsa_sha256_chains_sha,
};
static const struct ab_slhdsa_kernels sha2_avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .narrow = &ab_sha256_list[SHA256_AVX2],
    .wide = &ab_sha512_list[WIDE_AVX2],
    .chains = ab_slhdsa_sha256_chains_avx2,
};
static const struct ab_slhdsa_kernels sha2_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_sha256_list[SHA256_PORTABLE],
    .wide = &ab_sha512_list[WIDE_PORTABLE],
};
static const struct ab_slhdsa_kernels shake = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_shake_256_list[0],
    .wide = &ab_shake_256_list[0],
};

const struct ab_slhdsa_kernels *const *ab_slhdsa_list(enum ab_slhdsa_id id)
{
    static const struct ab_slhdsa_kernels *const of_sha2[] = { &sha2_sha, &sha2_avx2, &sha2_portable, NULL };
    static const struct ab_slhdsa_kernels *const of_shake[] = { &shake, NULL };

    return ab_slhdsa_params(id)->is_shake ? of_shake : of_sha2;
}
