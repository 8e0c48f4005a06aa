/* Export the field of Curve25519 in words, in C: see limbs_cases.h. */
#define ab_curve25519_portable limbs_unused_25519_portable
#include "kernels/curve25519/curve25519_portable.c"

#include "kernels/limbs_25519_words_template.h"

/* An element is any value below 2^256. */
const struct limbs_case limbs_25519_portable = {
    .name = "25519",
    .needs = { "portable", AB_LEVEL_NONE, 0, 0 },
    .p = prime,
    .num_words = 4,
    .num_limbs = 4,
    .num_lanes = 1,
    .offset = { 0, 64, 128, 192 },
    .most = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX },
    .run = run,
};
