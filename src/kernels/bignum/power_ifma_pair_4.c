#define WIDTH 2
#define K 4
#define METHOD ab_power_ifma_pair_4
#include "kernels/bignum/power_ifma_template.h"
