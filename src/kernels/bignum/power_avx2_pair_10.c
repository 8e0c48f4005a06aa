#define WIDTH 2
#define K 10
#define METHOD ab_power_avx2_pair_10
#include "kernels/bignum/power_avx2_template.h"
