#define D 10
#define METHOD ab_power_ifma_lanes_10
#include "kernels/bignum/power_ifma_lanes_template.h"
