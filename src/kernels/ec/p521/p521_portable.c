/* P-521 in C; the oracle of the other implementations in tests. */
#include "kernels/ec/p521/p521_field_portable.h"

#include "kernels/ec/p521/p521_template.h"

const struct ab_ec_kernels ab_p521_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    &ab_p521_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
