/* Queries about implementations of X25519 and Ed25519: name, needs, kernels. */
#include "afterburner/curve25519.h"

#include "kernels/curve25519/curve25519_kernels.h"

const char *ab_curve25519_level(const struct ab_curve25519_kernels *k)
{
    return k->needs.name;
}

int ab_curve25519_is_fallback(const struct ab_curve25519_kernels *k)
{
    return k->needs.is_fallback;
}

int ab_curve25519_is_usable(const struct ab_curve25519_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_curve25519_kernels *ab_curve25519_pick(const struct ab_cpu *cpu)
{
    const struct ab_curve25519_kernels *const *k = ab_curve25519_list();

    while (!ab_curve25519_is_usable(*k, cpu))
        k++;
    return *k;
}
