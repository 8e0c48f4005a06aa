#define WIDTH 2
#define K 14
#define METHOD ab_power_avx2_pair_14
#include "kernels/bignum/power_avx2_template.h"
