/* Export the field of four elements side by side of P-256 with IFMA: see limbs_cases.h. */
#define ab_p256_ifma limbs_unused_p256_ifma
#include "kernels/ec/p256/p256_ifma.c"

#include "kernels/limbs_p256_template.h"

static void to_words(uint64_t r[LIMBS_LANES][LIMBS_WORDS], struct fes a)
{
    for (unsigned lane = 0; lane < 4; lane++) {
        struct fe t;

        fes_lane(&t, &a, lane);
        memcpy(r[lane], t.v, sizeof(t.v));
    }
}

const struct limbs_case limbs_p256_ifma = {
    .name = "P-256 side by side",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    .p = PRIME,
    .num_words = 4,
    .num_limbs = 5,
    .num_lanes = 4,
    .offset = { 0, 52, 104, 156, 208 },
    .most = { LIMB_MOST, LIMB_MOST, LIMB_MOST, LIMB_MOST, LIMB_MOST },
    .value_scale = 4,
    .product_scale = 260,
    .run = run,
};
