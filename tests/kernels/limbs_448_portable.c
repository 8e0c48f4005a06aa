/* Export the field of Curve448 in C: see limbs_cases.h. */
#define ab_curve448_portable limbs_unused_448_portable
#include "kernels/curve448/curve448_portable.c"

#include "kernels/limbs_448_template.h"
#include "kernels/limbs_lone_fe_template.h"

#define CARRIED (((uint64_t)1 << 56) + (1 << 10))

/* Factors may be sums of two carried elements, terms of a sum carried elements. */
const struct limbs_case limbs_448_portable = {
    .name = "448",
    .needs = { "portable", AB_LEVEL_NONE, 0, 0 },
    .p = prime,
    .num_words = 7,
    .num_limbs = 8,
    .num_lanes = 1,
    .offset = { 0, 56, 112, 168, 224, 280, 336, 392 },
    .most = { 2 * CARRIED, 2 * CARRIED, 2 * CARRIED, 2 * CARRIED, 2 * CARRIED, 2 * CARRIED, 2 * CARRIED, 2 * CARRIED },
    .most_in_sum = { CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED },
    .run = run,
};
