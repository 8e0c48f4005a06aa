/* X25519 and Ed25519 with MULX, ADCX and ADOX. */
#include "kernels/curve25519/fe25519_adx.h"

#include "kernels/curve25519/curve25519_template.h"

const struct ab_curve25519_kernels ab_curve25519_adx = {
    { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    .ladder = ladder,
    .base_u = base_u,
    .base_point = base_point,
    .check = check,
};
