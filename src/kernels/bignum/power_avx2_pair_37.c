#define WIDTH 2
#define K 37
#define METHOD ab_power_avx2_pair_37
#include "kernels/bignum/power_avx2_template.h"
