#define WIDTH 1
#define K 10
#define METHOD ab_power_avx2_one_10
#include "kernels/bignum/power_avx2_template.h"
