/* X448 and Ed448 in C, compiled with MULX. */
#include "kernels/curve448/curve448_template.h"

const struct ab_curve448_kernels ab_curve448_bmi2 = {
    { "bmi2", AB_LEVEL_AVX2, 0, 0 }, .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};
