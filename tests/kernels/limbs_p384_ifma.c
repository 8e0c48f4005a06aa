/* Export the field of four elements side by side of P-384 with IFMA: see limbs_cases.h. */
#define ab_p384_ifma limbs_unused_p384_ifma
#include "kernels/ec/p384/p384_ifma.c"

#include "kernels/limbs_x4_template.h"

#define SETTLED (((uint64_t)1 << 49) + (1 << 15) - 1)

const struct limbs_case limbs_p384_ifma = {
    .name = "P-384 side by side",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    .p = PRIME,
    .num_words = 6,
    .num_limbs = 8,
    .num_lanes = 4,
    .offset = { 0, 48, 96, 144, 192, 240, 288, 336 },
    .most = { SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED },
    .run = run,
};
