/* Export the field of four elements side by side of P-521 with IFMA: see limbs_cases.h. */
#define ab_p521_ifma limbs_unused_p521_ifma
#include "kernels/ec/p521/p521_ifma.c"

#include "kernels/limbs_x4_template.h"

#define SETTLED (((uint64_t)1 << 44) + (1 << 19) - 1)
#define LOWEST (((uint64_t)1 << 44) + (1 << 26) - 1)

const struct limbs_case limbs_p521_ifma = {
    .name = "P-521 side by side",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    .p = PRIME,
    .num_words = 9,
    .num_limbs = 12,
    .num_lanes = 4,
    .offset = { 0, 44, 88, 132, 176, 220, 264, 308, 352, 396, 440, 484 },
    .most = { LOWEST, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED, SETTLED,
              SETTLED },
    .run = run,
};
