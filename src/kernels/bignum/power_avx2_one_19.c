#define WIDTH 1
#define K 19
#define METHOD ab_power_avx2_one_19
#include "kernels/bignum/power_avx2_template.h"
