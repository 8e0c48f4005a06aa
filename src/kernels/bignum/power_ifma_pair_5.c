#define WIDTH 2
#define K 5
#define METHOD ab_power_ifma_pair_5
#include "kernels/bignum/power_ifma_template.h"
