/* Queries about implementations of ChaCha20 and Poly1305: name, needs, kernels. */
#include "afterburner/chacha20_poly1305.h"

#include "kernels/chacha/chacha_kernels.h"

const char *ab_chacha_level(const struct ab_chacha_kernels *k)
{
    return k->needs.name;
}

int ab_chacha_is_slow(const struct ab_chacha_kernels *k, const struct ab_cpu *cpu)
{
    return k->needs.is_fallback || cpu->level >= k->slower_from;
}

int ab_chacha_is_usable(const struct ab_chacha_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_chacha_kernels *ab_chacha_pick(const struct ab_cpu *cpu)
{
    const struct ab_chacha_kernels *const *k = ab_chacha_list();

    while (!ab_cpu_is_for(cpu, &(*k)->needs, (*k)->suits))
        k++;
    return *k;
}
