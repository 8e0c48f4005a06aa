/*
 * Curve25519's field in words, whose kernel was included before. The including file defines LIMBS_CASE, the name of the
 * struct limbs_case, and LIMBS_NEEDS.
 */
#include "kernels/limbs_lone_fe_template.h"

static const uint64_t prime[4] = { (uint64_t)-19, UINT64_MAX, UINT64_MAX, INT64_MAX };

/* An element is any value below 2^256. */
const struct limbs_case LIMBS_CASE = {
    .name = "25519",
    .needs = LIMBS_NEEDS,
    .p = prime,
    .num_words = 4,
    .num_limbs = 4,
    .num_lanes = 1,
    .offset = { 0, 64, 128, 192 },
    .most = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX },
    .run = run,
};
