/* The parts of 25519's field with ADX that the kernels inline: test_objects.py executes these. */
#include "kernels/curve25519/fe25519_adx.h"

void ab_test_25519_add(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_25519_sub(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_25519_mul_small(struct fe *r, const struct fe *a, uint32_t n);

void ab_test_25519_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_add(r, a, b);
}

void ab_test_25519_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_sub(r, a, b);
}

void ab_test_25519_mul_small(struct fe *r, const struct fe *a, uint32_t n)
{
    fe_mul_small(r, a, n);
}
