/* P-521 with MULX, ADCX and ADOX: the field in assembly, the rest as in C. */
#include "kernels/ec/p521/p521_field_adx.h"

#include "kernels/ec/p521/p521_template.h"

const struct ab_ec_kernels ab_p521_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    &ab_p521_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
