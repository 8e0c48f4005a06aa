/* Export the field of several keys of Curve25519 with IFMA: see limbs_cases.h. */
#define ab_curve25519_batch8_ifma limbs_unused_batch8_ifma
#include "kernels/curve25519/curve25519_batch8_ifma.c"

#include "kernels/limbs_25519_template.h"

#define OTHER (((uint64_t)1 << 51) + (1 << 13) - 1)
#define LOWEST (((uint64_t)1 << 51) + 19 * (1 << 13) - 1)

const struct limbs_case limbs_25519_batch8_ifma = {
    .name = "25519 in step",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    .p = prime,
    .num_words = 4,
    .num_limbs = 5,
    .num_lanes = 8,
    .offset = { 0, 51, 102, 153, 204 },
    .most = { LOWEST, OTHER, OTHER, OTHER, OTHER },
    .run = run,
};
