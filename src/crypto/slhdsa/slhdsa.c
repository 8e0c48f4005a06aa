/* The parameter sets of SLH-DSA, and queries about implementations. */
#include "afterburner/slhdsa.h"

#include "crypto/slhdsa/slhdsa_parts.h"

#define LENGTHS(n) 3 * (n), 2 * (n), 4 * (n)

const struct ab_slhdsa_params *ab_slhdsa_params(enum ab_slhdsa_id id)
{
    static const struct ab_slhdsa_params params[AB_NUM_SLHDSA] = {
        { AB_SLHDSA_SHA2_128S, "SLH-DSA-SHA2-128s", 0, 16, 7, 9, 12, 14, 1, 128, LENGTHS(16), 7856 },
        { AB_SLHDSA_SHA2_128F, "SLH-DSA-SHA2-128f", 0, 16, 22, 3, 6, 33, 1, 128, LENGTHS(16), 17088 },
        { AB_SLHDSA_SHA2_192S, "SLH-DSA-SHA2-192s", 0, 24, 7, 9, 14, 17, 3, 192, LENGTHS(24), 16224 },
        { AB_SLHDSA_SHA2_192F, "SLH-DSA-SHA2-192f", 0, 24, 22, 3, 8, 33, 3, 192, LENGTHS(24), 35664 },
        { AB_SLHDSA_SHA2_256S, "SLH-DSA-SHA2-256s", 0, 32, 8, 8, 14, 22, 5, 256, LENGTHS(32), 29792 },
        { AB_SLHDSA_SHA2_256F, "SLH-DSA-SHA2-256f", 0, 32, 17, 4, 9, 35, 5, 256, LENGTHS(32), 49856 },
        { AB_SLHDSA_SHAKE_128S, "SLH-DSA-SHAKE-128s", 1, 16, 7, 9, 12, 14, 1, 128, LENGTHS(16), 7856 },
        { AB_SLHDSA_SHAKE_128F, "SLH-DSA-SHAKE-128f", 1, 16, 22, 3, 6, 33, 1, 128, LENGTHS(16), 17088 },
        { AB_SLHDSA_SHAKE_192S, "SLH-DSA-SHAKE-192s", 1, 24, 7, 9, 14, 17, 3, 192, LENGTHS(24), 16224 },
        { AB_SLHDSA_SHAKE_192F, "SLH-DSA-SHAKE-192f", 1, 24, 22, 3, 8, 33, 3, 192, LENGTHS(24), 35664 },
        { AB_SLHDSA_SHAKE_256S, "SLH-DSA-SHAKE-256s", 1, 32, 8, 8, 14, 22, 5, 256, LENGTHS(32), 29792 },
        { AB_SLHDSA_SHAKE_256F, "SLH-DSA-SHAKE-256f", 1, 32, 17, 4, 9, 35, 5, 256, LENGTHS(32), 49856 },
    };

    return &params[id];
}

const char *ab_slhdsa_level(const struct ab_slhdsa_kernels *k)
{
    return k->needs.name;
}

int ab_slhdsa_is_fallback(const struct ab_slhdsa_kernels *k)
{
    return k->needs.is_fallback;
}

int ab_slhdsa_is_usable(const struct ab_slhdsa_kernels *k, const struct ab_cpu *cpu)
{
    return ab_cpu_has(cpu, &k->needs);
}

const struct ab_slhdsa_kernels *ab_slhdsa_pick(enum ab_slhdsa_id id, const struct ab_cpu *cpu)
{
    const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(id);

    while (k[1] != NULL && !ab_cpu_is_for(cpu, &(*k)->needs, (*k)->suits)) /* the last one needs nothing */
        k++;
    return *k;
}
