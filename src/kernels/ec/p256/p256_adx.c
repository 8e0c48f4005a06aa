/* P-256 with MULX, ADCX and ADOX: the field in assembly, the rest as in C. */
#include "kernels/ec/p256/p256_field_adx.h"

#include "kernels/bignum/adx_words.h"
#define MONT_MUL ab_mont_mul_4_adx
#include "kernels/ec/p256/p256_template.h"
#include "kernels/ec/weierstrass/weierstrass_template.h"

#include "kernels/ec/p256/p256_sums_template.h"

const struct ab_ec_kernels ab_p256_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    &ab_p256_domain,
    .base = base,
    .multiply = multiply,
    .check = check,
    .is_on_curve = is_on_curve,
    .decompress = decompress,
    .order_mul = order_mul,
    .order_invert = order_invert,
};
