/* Powers by the products in portable C. */
#include "kernels/bignum/bignum_kernels.h"

#define MONT ab_bignum_portable
#define WINDOW_MUL ab_bignum_portable.mont_mul
#define WINDOW_SQR ab_bignum_portable.mont_sqr
#include "kernels/bignum/power_window_template.h"

const struct ab_power_kernels ab_power_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 }, .has_size = any_size, .width = 1, .run = run
};
