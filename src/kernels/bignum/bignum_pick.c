#include "kernels/bignum/bignum_kernels.h"

const struct ab_bignum_kernels *const ab_bignum_kernels_list[] = { &ab_bignum_adx, &ab_bignum_portable, NULL };

const struct ab_power_kernels *const ab_power_kernels_list[] = {
    &ab_power_ifma_lanes, &ab_power_ifma_pair, &ab_power_ifma, &ab_power_adx,
    &ab_power_avx2_pair, &ab_power_avx2, &ab_power_portable, NULL,
};
