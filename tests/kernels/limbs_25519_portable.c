/* Export the field of Curve25519 in words, in C: see limbs_cases.h. */
#define ab_curve25519_portable limbs_unused_25519_portable
#include "kernels/curve25519/curve25519_portable.c"

#define LIMBS_CASE limbs_25519_portable
#define LIMBS_NEEDS { "portable", AB_LEVEL_NONE, 0, 0 }
#include "kernels/limbs_25519_words_template.h"
