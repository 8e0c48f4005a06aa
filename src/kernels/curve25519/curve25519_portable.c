/* X25519 and Ed25519 in portable C. */
#include "kernels/curve25519/fe25519_portable.h"

#include "kernels/curve25519/curve25519_template.h"

const struct ab_curve25519_kernels ab_curve25519_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 }, .ladder = ladder, .base_u = base_u, .base_point = base_point, .check = check,
};
