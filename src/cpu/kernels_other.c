/* The other processors have kernels for no family or, 32-bit x86, for some. */
#include "cpu/policy.h"

int ab_cpu_has_kernels(void)
{
    return 0;
}
