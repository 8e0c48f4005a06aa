#define WIDTH 1
#define K 8
#define METHOD ab_power_ifma_one_8
#include "kernels/bignum/power_ifma_template.h"
