/* What the implementations of Curve448's field share: see limbs_cases.h. */
#include "kernels/limbs_cases.h"

static const uint64_t prime[7] = {
    UINT64_MAX, UINT64_MAX, UINT64_MAX, 0xfffffffeffffffff, UINT64_MAX, UINT64_MAX, UINT64_MAX,
};
