/* The parts of P-384's field with ADX that the kernels inline: test_objects.py executes these. */
#include "kernels/ec/p384/p384_field_adx.h"

void ab_test_p384_add(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_p384_sub(struct fe *r, const struct fe *a, const struct fe *b);

void ab_test_p384_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_add(r, a, b);
}

void ab_test_p384_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_sub(r, a, b);
}
