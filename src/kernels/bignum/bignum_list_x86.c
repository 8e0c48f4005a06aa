/* The lists of implementations of products and powers, fastest first as measured. */
#include "kernels/bignum/bignum_kernels.h"

const struct ab_bignum_kernels *const ab_bignum_kernels_list[] = { &ab_bignum_adx, &ab_bignum_portable, NULL };

/*
 * Thousands of cycles for a power with an exponent as long as the modulus, on a Zen 5 (gcc 12). The order follows them.
 *
 *   words               8    12    16    20    24    28    32    48    64
 *   ifma, 8 at once    24    66   149
 *   ifma, 2            50    97   163   426   512
 *   ifma, 1                       315   493   591   953  1089  3759  8607
 *   adx               120         722        2255        5043 15818 37547
 *   avx2, 2           158   353   769  1745  2094  4030  4615
 *   avx2, 1                      1157              5439  6222
 *   adx, of other lengths   447        1860        4950
 *   portable          291   797  1647  3127  5294  7932 11482 36777 84639
 *
 * (avx2 before adx at 24 and 32 words would gain 8 % here, where additions hold up MULX; elsewhere it was not
 * measured.)
 */
const struct ab_power_kernels *const ab_power_kernels_list[] = {
    &ab_power_ifma_lanes, &ab_power_ifma_pair, &ab_power_ifma,     &ab_power_adx, &ab_power_avx2_pair,
    &ab_power_avx2,       &ab_power_adx_any,   &ab_power_portable, NULL,
};
