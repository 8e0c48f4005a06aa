/* The parameter sets of ML-KEM, and queries about implementations. */
#include "afterburner/mlkem.h"

#include "kernels/mlkem/mlkem_kernels.h"

const struct ab_mlkem_params *ab_mlkem_params(enum ab_mlkem_id id)
{
    static const struct ab_mlkem_params params[AB_NUM_MLKEM] = {
        [AB_MLKEM_512] = { AB_MLKEM_512, "ML-KEM-512", 2, 3, 2, 10, 4, 1, 128, 800, 1632, 768 },
        [AB_MLKEM_768] = { AB_MLKEM_768, "ML-KEM-768", 3, 2, 2, 10, 4, 3, 192, 1184, 2400, 1088 },
        [AB_MLKEM_1024] = { AB_MLKEM_1024, "ML-KEM-1024", 4, 2, 2, 11, 5, 5, 256, 1568, 3168, 1568 },
    };

    return &params[id];
}

const char *ab_mlkem_level(const struct ab_mlkem_kernels *k)
{
    return k->needs.name;
}

int ab_mlkem_is_fallback(const struct ab_mlkem_kernels *k)
{
    return k->needs.is_fallback;
}

int ab_mlkem_is_usable(const struct ab_mlkem_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_mlkem_kernels *ab_mlkem_pick(const struct ab_cpu *cpu)
{
    const struct ab_mlkem_kernels *const *k = ab_mlkem_list();

    while (k[1] != NULL && !ab_mlkem_is_usable(*k, cpu)) /* the last one needs nothing */
        k++;
    return *k;
}
