/* P-384 with MULX, ADCX and ADOX: the field in assembly, the rest as in C. */
#include "kernels/ec/p384/p384_field_adx.h"

#include "kernels/bignum/adx_words.h"
#define MONT_MUL ab_mont_mul_6_adx
#include "kernels/ec/p384/p384_template.h"

const struct ab_ec_kernels ab_p384_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    &ab_p384_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
