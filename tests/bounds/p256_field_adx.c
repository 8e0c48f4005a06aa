/* P-256's field with ADX, of which the kernel has no function of its own: test_objects.py executes these. */
#include "kernels/ec/p256/p256_field_adx.h"

void ab_test_p256_mul(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_p256_sqr(struct fe *r, const struct fe *a);
void ab_test_p256_add(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_p256_sub(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_p256_half(struct fe *r, const struct fe *a);

void ab_test_p256_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_mul(r, a, b);
}

void ab_test_p256_sqr(struct fe *r, const struct fe *a)
{
    fe_sqr(r, a);
}

void ab_test_p256_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_add(r, a, b);
}

void ab_test_p256_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_sub(r, a, b);
}

void ab_test_p256_half(struct fe *r, const struct fe *a)
{
    fe_half(r, a);
}
