/* An operation of a field that has struct fe and fe_mul, fe_sqr, fe_add, fe_sub, whose kernel was included before. */
#include "kernels/limbs_cases.h"

static struct fe apply(enum limbs_operation operation, struct fe x, const struct fe *y)
{
    switch (operation) {
    case LIMBS_MUL: fe_mul(&x, &x, y); break;
    case LIMBS_SQR: fe_sqr(&x, &x); break;
    case LIMBS_ADD: fe_add(&x, &x, y); break;
    case LIMBS_SUB: fe_sub(&x, &x, y); break;
    default: break;
    }
    return x;
}
