#define WIDTH 2
#define K 3
#define METHOD ab_power_ifma_pair_3
#include "kernels/bignum/power_ifma_template.h"
