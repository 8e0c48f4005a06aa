/* P-256 in C; the oracle of the other implementations in tests. */
#include "kernels/ec/p256/p256_field_portable.h"

#include "kernels/ec/p256/p256_template.h"
#include "kernels/ec/weierstrass/weierstrass_template.h"

const struct ab_ec_kernels ab_p256_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    &ab_p256_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
