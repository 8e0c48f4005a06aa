#define WIDTH 1
#define K 5
#define METHOD ab_power_ifma_one_5
#include "kernels/bignum/power_ifma_template.h"
