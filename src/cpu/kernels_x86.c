/* x86-64 has kernels. */
#include "cpu/policy.h"

int ab_cpu_has_kernels(void)
{
    return 1;
}
