/* The functions of a struct limbs_case for several keys of Curve25519 in step, whose kernel was included before. */
#include "kernels/limbs_fe_template.h"

static const uint64_t prime[4] = { (uint64_t)-19, UINT64_MAX, UINT64_MAX, INT64_MAX };

static struct fe from_limbs(limbs_elements a)
{
    struct fe r;

    EACH(i)
    r.v[i] = vec_load(a[i]);
    return r;
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe x = from_limbs(a), y = from_limbs(b);
    uint8_t bytes[LANES][32];

    x = apply(operation, x, &y);
    fe_store(bytes, &x);
    for (unsigned lane = 0; lane < LANES; lane++)
        memcpy(r[lane], bytes[lane], sizeof(bytes[lane]));
    return 1;
}
