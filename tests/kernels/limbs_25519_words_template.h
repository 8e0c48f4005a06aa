/* The functions of a struct limbs_case for Curve25519's field in words, whose kernel was included before. */
#include "kernels/limbs_cases.h"

static const uint64_t prime[4] = { (uint64_t)-19, UINT64_MAX, UINT64_MAX, INT64_MAX };

static struct fe from_words(limbs_elements a)
{
    return (struct fe){ { a[0][0], a[1][0], a[2][0], a[3][0] } };
}

static int run(enum limbs_operation operation, uint64_t r[LIMBS_LANES][LIMBS_WORDS], limbs_elements a, limbs_elements b)
{
    struct fe x = from_words(a), y = from_words(b);

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
