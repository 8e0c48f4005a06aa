#define WIDTH 1
#define K 37
#define METHOD ab_power_avx2_one_37
#include "kernels/bignum/power_avx2_template.h"
