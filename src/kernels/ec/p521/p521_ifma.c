/*
 * P-521 with AVX-512 IFMA, four elements in parallel. Functions that do not multiply points are those of ab_p521_adx.
 */
#include "kernels/ec/p521/p521_field_x4.h"

#include "kernels/ec/p521/p521_element_template.h"
#include "kernels/ec/weierstrass/weierstrass_x4_template.h"

static int is_on_curve(const uint64_t *x, const uint64_t *y)
{
    return ab_p521_adx.is_on_curve(x, y);
}

static int decompress(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    return ab_p521_adx.decompress(y, x, is_odd);
}

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    ab_p521_adx.order_mul(r, a, b);
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    ab_p521_adx.order_invert(r, a);
}

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
