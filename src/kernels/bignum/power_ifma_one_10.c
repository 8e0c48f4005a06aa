#define WIDTH 1
#define K 10
#define METHOD ab_power_ifma_one_10
#include "kernels/bignum/power_ifma_template.h"
