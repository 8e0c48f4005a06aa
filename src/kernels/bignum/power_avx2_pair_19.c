#define WIDTH 2
#define K 19
#define METHOD ab_power_avx2_pair_19
#include "kernels/bignum/power_avx2_template.h"
