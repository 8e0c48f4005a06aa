/* The lists of implementations of SLH-DSA on processors without kernels of their own. */
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/slhdsa/slhdsa_parts.h"

static const struct ab_slhdsa_kernels sha2 = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_sha256_list[0],
    .wide = &ab_sha512_list[0],
};
static const struct ab_slhdsa_kernels shake = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .narrow = &ab_shake_256_list[0],
    .wide = &ab_shake_256_list[0],
};

const struct ab_slhdsa_kernels *const *ab_slhdsa_list(enum ab_slhdsa_id id)
{
    static const struct ab_slhdsa_kernels *const of_sha2[] = { &sha2, NULL }, *const of_shake[] = { &shake, NULL };

    return ab_slhdsa_params(id)->is_shake ? of_shake : of_sha2;
}
