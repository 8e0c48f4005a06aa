/* Export the field of Curve448 with IFMA: see limbs_cases.h. */
#define ab_curve448_ifma limbs_unused_448_ifma
#include "kernels/curve448/curve448_ifma.c"

#include "kernels/limbs_448_template.h"

static struct fe_x8 from_limbs(limbs_elements a)
{
    struct fe_x8 r;

    EACH(i)
    r.v[i] = _mm512_loadu_si512(a[i]);
    return r;
}

/* Sums are carried before they become words. */
static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe_x8 x = from_limbs(a), y = from_limbs(b);

    switch (operation) {
    case LIMBS_MUL: x = fe_x8_mul(x, y); break;
    case LIMBS_SQR: x = fe_x8_mul(x, x); break;
    case LIMBS_ADD: x = fe_x8_carry(fe_x8_add_sub(x, y, 255, 0)); break;
    case LIMBS_SUB: x = fe_x8_carry(fe_x8_add_sub(x, y, 0, 255)); break;
    default: x = fe_x8_carry(x);
    }
    for (unsigned lane = 0; lane < 8; lane++) {
        struct fe t;

        fe_x8_lane(&t, &x, lane);
        fe_store((uint8_t *)r[lane], &t);
    }
    return 1;
}

#define FACTOR (((uint64_t)1 << 49) - 1)
#define CARRIED (((uint64_t)1 << 45) + (1 << 18) - 1)

const struct limbs_case limbs_448_ifma = {
    .name = "448",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_IFMA, 0 },
    .p = prime,
    .num_words = 7,
    .num_limbs = 10,
    .num_lanes = 8,
    .offset = { 0, 45, 90, 135, 180, 225, 270, 315, 360, 405 },
    .most = { FACTOR, FACTOR, FACTOR, FACTOR, FACTOR, FACTOR, FACTOR, FACTOR, FACTOR, FACTOR },
    .most_in_sum = { CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED, CARRIED },
    .run = run,
};
