#define D 20
#define METHOD ab_power_ifma_lanes_20
#include "kernels/bignum/power_ifma_lanes_template.h"
