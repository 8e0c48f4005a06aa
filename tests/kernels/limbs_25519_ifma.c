/* Export the field of four elements side by side of Curve25519 with IFMA: see limbs_cases.h. */
#define ab_curve25519_ifma limbs_unused_25519_ifma
#include "kernels/curve25519/curve25519_ifma.c"

#include "kernels/limbs_cases.h"

static const uint64_t prime[4] = { (uint64_t)-19, UINT64_MAX, UINT64_MAX, INT64_MAX };

static struct fe_x4 from_limbs(limbs_elements a)
{
    struct fe_x4 r;

    EACH(i)
    memcpy(&r.v[i], a[i], sizeof(r.v[i]));
    return r;
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe_x4 x = from_limbs(a), y = from_limbs(b);

    switch (operation) {
    case LIMBS_MUL: x = fe_x4_mul(x, y); break;
    case LIMBS_SQR: x = fe_x4_mul(x, x); break;
    case LIMBS_ADD: x = fe_x4_carry(fe_x4_add_sub(x, y, 15, 0)); break;
    case LIMBS_SUB: x = fe_x4_carry(fe_x4_add_sub(x, y, 0, 15)); break;
    default: break;
    }
    for (unsigned lane = 0; lane < 4; lane++) {
        struct fe t;

        fe_x4_lane(&t, &x, lane);
        fe_store((uint8_t *)r[lane], &t);
    }
    return 1;
}

#define OTHER (((uint64_t)1 << 51) + (1 << 13) - 1)
#define LOWEST (((uint64_t)1 << 51) + 19 * (1 << 13) - 1)

const struct limbs_case limbs_25519_ifma = {
    .name = "25519 side by side",
    .needs = { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    .p = prime,
    .num_words = 4,
    .num_limbs = 5,
    .num_lanes = 4,
    .offset = { 0, 51, 102, 153, 204 },
    .most = { LOWEST, OTHER, OTHER, OTHER, OTHER },
    .run = run,
};
