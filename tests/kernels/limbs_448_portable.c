/* Export the field of Curve448 in C: see limbs_cases.h. */
#define ab_curve448_portable limbs_unused_448_portable
#include "kernels/curve448/curve448_portable.c"

#include "kernels/limbs_448_template.h"

static struct fe from_limbs(limbs_elements a)
{
    struct fe r;

    for (unsigned i = 0; i < AB_FE448_LIMBS; i++)
        r.v[i] = a[i][0];
    return r;
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe x = from_limbs(a), y = from_limbs(b);

    switch (operation) {
    case LIMBS_MUL: fe_mul(&x, &x, &y); break;
    case LIMBS_SQR: fe_sqr(&x, &x); break;
    case LIMBS_ADD: fe_add(&x, &x, &y); break;
    case LIMBS_SUB: fe_sub(&x, &x, &y); break;
    default: break;
    }
    fe_store((uint8_t *)r[0], &x);
    return 1;
}

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
