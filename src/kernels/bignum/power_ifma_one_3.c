#define WIDTH 1
#define K 3
#define METHOD ab_power_ifma_one_3
#include "kernels/bignum/power_ifma_template.h"
