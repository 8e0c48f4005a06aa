/* Queries about implementations of X448 and Ed448: name, needs, kernels. */
#include "afterburner/curve448.h"

#include "kernels/curve448/curve448_kernels.h"

const char *ab_curve448_level(const struct ab_curve448_kernels *k)
{
    return k->needs.name;
}

int ab_curve448_is_fallback(const struct ab_curve448_kernels *k)
{
    return k->needs.is_fallback;
}

int ab_curve448_is_usable(const struct ab_curve448_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_curve448_kernels *ab_curve448_pick(const struct ab_cpu *cpu)
{
    const struct ab_curve448_kernels *const *k = ab_curve448_list();

    while (!ab_curve448_is_usable(*k, cpu))
        k++;
    return *k;
}
