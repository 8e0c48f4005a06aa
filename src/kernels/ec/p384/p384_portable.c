/* P-384 in C; the oracle of the other implementations in tests. */
#include "kernels/ec/p384/p384_field_portable.h"

#include "kernels/ec/p384/p384_template.h"

const struct ab_ec_kernels ab_p384_portable = {
    { "portable", AB_LEVEL_NONE, 0, 0 },
    &ab_p384_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
