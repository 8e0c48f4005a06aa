/* Export the field of Curve25519 in words, with MULX, ADCX and ADOX: see limbs_cases.h. */
#define ab_curve25519_adx limbs_unused_25519_adx
#include "kernels/curve25519/curve25519_adx.c"

#include "kernels/limbs_25519_words_template.h"

/* An element is any value below 2^256. */
const struct limbs_case limbs_25519_adx = {
    .name = "25519",
    .needs = { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 },
    .p = prime,
    .num_words = 4,
    .num_limbs = 4,
    .num_lanes = 1,
    .offset = { 0, 64, 128, 192 },
    .most = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX },
    .run = run,
};
