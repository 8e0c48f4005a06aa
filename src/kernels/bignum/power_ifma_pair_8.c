#define WIDTH 2
#define K 8
#define METHOD ab_power_ifma_pair_8
#include "kernels/bignum/power_ifma_template.h"
