/* Export the field of Curve25519 in words, with MULX, ADCX and ADOX: see limbs_cases.h. */
#define ab_curve25519_adx limbs_unused_25519_adx
#include "kernels/curve25519/curve25519_adx.c"

#define LIMBS_CASE limbs_25519_adx
#define LIMBS_NEEDS { "adx", AB_LEVEL_AVX2, AB_BIT_ADX, 0 }
#include "kernels/limbs_25519_words_template.h"
