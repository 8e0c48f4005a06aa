/* Export the field of several keys of Curve25519 with AVX2: see limbs_cases.h. */
#define ab_curve25519_batch4_avx2 limbs_unused_batch4_avx2
#include "kernels/curve25519/curve25519_batch4_avx2.c"

#include "kernels/limbs_25519_template.h"

#define EVEN ((1 << 26) + (1 << 12) - 1)
#define ODD ((1 << 25) + (1 << 12) - 1)

/* Factors may be sums of three carried elements, terms of a sum carried elements. */
const struct limbs_case limbs_25519_batch4_avx2 = {
    .name = "25519 in step",
    .needs = { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .p = prime,
    .num_words = 4,
    .num_limbs = 10,
    .num_lanes = 4,
    .offset = { 0, 26, 51, 77, 102, 128, 153, 179, 204, 230 },
    .most = { 3 * EVEN, 3 * ODD, 3 * EVEN, 3 * ODD, 3 * EVEN, 3 * ODD, 3 * EVEN, 3 * ODD, 3 * EVEN, 3 * ODD },
    .most_in_sum = { EVEN, ODD, EVEN, ODD, EVEN, ODD, EVEN, ODD, EVEN, ODD },
    .run = run,
};
