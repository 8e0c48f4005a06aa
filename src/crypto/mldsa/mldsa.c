/* The parameter sets of ML-DSA, and queries about implementations. */
#include "afterburner/mldsa.h"

#include "kernels/mldsa/mldsa_kernels.h"

const struct ab_mldsa_params *ab_mldsa_params(enum ab_mldsa_id id)
{
    static const struct ab_mldsa_params params[AB_NUM_MLDSA] = {
        [AB_MLDSA_44] = { AB_MLDSA_44, "ML-DSA-44", 4, 4, 2, 39, 17, 44, 80, 2, 128, 32, 1312, 2560, 2420 },
        [AB_MLDSA_65] = { AB_MLDSA_65, "ML-DSA-65", 6, 5, 4, 49, 19, 16, 55, 3, 192, 48, 1952, 4032, 3309 },
        [AB_MLDSA_87] = { AB_MLDSA_87, "ML-DSA-87", 8, 7, 2, 60, 19, 16, 75, 5, 256, 64, 2592, 4896, 4627 },
    };

    return &params[id];
}

const char *ab_mldsa_level(const struct ab_mldsa_kernels *k)
{
    return k->needs.name;
}

int ab_mldsa_is_fallback(const struct ab_mldsa_kernels *k)
{
    return k->needs.is_fallback;
}

int ab_mldsa_is_usable(const struct ab_mldsa_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_mldsa_kernels *ab_mldsa_pick(const struct ab_cpu *cpu)
{
    const struct ab_mldsa_kernels *const *k = ab_mldsa_list();

    while (k[1] != NULL && !ab_mldsa_is_usable(*k, cpu)) /* the last one needs nothing */
        k++;
    return *k;
}
