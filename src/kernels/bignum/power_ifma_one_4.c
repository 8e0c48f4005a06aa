#define WIDTH 1
#define K 4
#define METHOD ab_power_ifma_one_4
#include "kernels/bignum/power_ifma_template.h"
