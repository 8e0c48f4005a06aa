/* Powers over the products with MULX and ADX, whose factors and results are below R; the last product alone brings it below n. */
#include "kernels/bignum/mont_adx.h"

#define MONT ab_bignum_adx
#define WINDOW_MUL almost_mul_adx
#define WINDOW_SQR almost_sqr_adx
#include "kernels/bignum/power_window.h"

static int has_size(size_t num_words)
{
    return any_size(num_words) && num_words % ADX_BLOCK == 0;
}

const struct ab_power_kernels ab_power_adx = {
    .level = "adx", .needs_level = AB_LEVEL_AVX2, .needs_bits = AB_BIT_ADX, .has_size = has_size, .width = 1, .run = run,
};
