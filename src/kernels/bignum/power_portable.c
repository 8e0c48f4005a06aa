/* Powers over the products in C. */
#define MONT ab_bignum_portable
#include "kernels/bignum/power_window.h"

const struct ab_power_kernels ab_power_portable = { .level = "portable", .has_size = any_size, .width = 1, .run = run };
