#define WIDTH 2
#define K 28
#define METHOD ab_power_avx2_pair_28
#include "kernels/bignum/power_avx2_template.h"
