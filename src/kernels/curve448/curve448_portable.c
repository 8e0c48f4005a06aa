/* X448 and Ed448 in portable C. */
#include "kernels/curve448/curve448_template.h"

const struct ab_curve448_kernels ab_curve448_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 }, .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};
