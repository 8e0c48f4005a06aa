/* The parts of P-521's field with ADX that the kernels inline: test_objects.py executes these. */
#include "kernels/ec/p521/p521_field_adx.h"

void ab_test_p521_add(struct fe *r, const struct fe *a, const struct fe *b);
void ab_test_p521_sub(struct fe *r, const struct fe *a, const struct fe *b);

void ab_test_p521_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_add(r, a, b);
}

void ab_test_p521_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    fe_sub(r, a, b);
}
