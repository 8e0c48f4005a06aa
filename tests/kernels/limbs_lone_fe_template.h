/* The functions of a struct limbs_case for a field of one element at a time: see limbs_fe_template.h. */
#include "kernels/limbs_fe_template.h"

static struct fe from_limbs(limbs_elements a)
{
    struct fe r;

    for (unsigned i = 0; i < sizeof(r.v) / sizeof(r.v[0]); i++)
        r.v[i] = a[i][0];
    return r;
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe x = from_limbs(a), y = from_limbs(b);

    x = apply(operation, x, &y);
    fe_store((uint8_t *)r[0], &x);
    return 1;
}
