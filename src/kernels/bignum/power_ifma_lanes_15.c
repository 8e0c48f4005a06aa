#define D 15
#define METHOD ab_power_ifma_lanes_15
#include "kernels/bignum/power_ifma_lanes_template.h"
