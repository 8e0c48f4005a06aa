/*
 * P-521 with AVX-512 IFMA, four elements in parallel. Functions that do not multiply points are those of WORDS_KERNELS.
 */
#include "kernels/ec/p521/p521_field_x4.h"

#include "kernels/ec/p521/p521_element_template.h"
#include "kernels/ec/weierstrass/weierstrass_x4_template.h"

#include "kernels/ec/weierstrass/words_kernels_template.h"

const struct ab_ec_kernels ab_p521_ifma = {
    { "ifma", AB_LEVEL_AVX512, AB_BIT_ADX | AB_BIT_IFMA, 0 },
    &ab_p521_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
