/* Export the field of several keys of P-256 with IFMA: see limbs_cases.h. */
#define ab_p256_batch8_ifma limbs_unused_p256_batch8_ifma
#include "kernels/ec/p256/p256_batch8_ifma.c"

#include "kernels/limbs_p256_template.h"

static void to_words(uint64_t r[LIMBS_LANES][LIMBS_WORDS], struct fes a)
{
    vec w[NUM_WORDS];

    fes_to_words(w, a);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        for (unsigned lane = 0; lane < LANES; lane++)
            r[lane][i] = w[i][lane];
}

const struct limbs_case limbs_p256_batch8_ifma = {
    .name = "P-256 in step",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    .p = PRIME,
    .num_words = 4,
    .num_limbs = 5,
    .num_lanes = 8,
    .offset = { 0, 52, 104, 156, 208 },
    .most = { LIMB_MOST, LIMB_MOST, LIMB_MOST, LIMB_MOST, LIMB_MOST },
    .value_scale = 260,
    .product_scale = 260,
    .run = run,
};
