/* Queries about the AES kernels, and the choice between them. */
#include "kernels/aes/aes_kernels.h"

const char *ab_aes_level(const struct ab_aes_kernels *kernels)
{
    return kernels->needs.name;
}

int ab_aes_is_usable(const struct ab_aes_kernels *kernels, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &kernels->needs);
}

const struct ab_aes_kernels *ab_aes_pick(const struct ab_cpu *cpu)
{
    const struct ab_aes_kernels *const *k = ab_aes_list();

    while (*k != NULL && !ab_aes_is_usable(*k, cpu))
        k++;
    return *k;
}
