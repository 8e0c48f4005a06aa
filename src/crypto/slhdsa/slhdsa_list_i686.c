/* The lists of implementations of SLH-DSA on 32-bit x86. */
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/slhdsa/slhdsa_parts.h"

static const struct ab_slhdsa_kernels sha2 = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 1 }, /* the portable SHA-512 takes too long */
    .narrow = &ab_sha256_list[0],
    .wide = &ab_sha512_list[0],
};
static const struct ab_slhdsa_kernels sha2_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_sha256_list[1],
    .wide = &ab_sha512_list[0],
};
static const struct ab_slhdsa_kernels shake = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_shake_256_list[0],
    .wide = &ab_shake_256_list[0],
};

const struct ab_slhdsa_kernels *const *ab_slhdsa_list(enum ab_slhdsa_id id)
{
    static const struct ab_slhdsa_kernels *const of_sha2[] = { &sha2, &sha2_portable, NULL };
    static const struct ab_slhdsa_kernels *const of_shake[] = { &shake, NULL };

    return ab_slhdsa_params(id)->is_shake ? of_shake : of_sha2;
}
