/* The list of implementations of ML-DSA. */
#include "afterburner/mldsa.h"
#include "kernels/mldsa/mldsa_kernels.h"

const struct ab_mldsa_kernels *const *ab_mldsa_list(void)
{
    static const struct ab_mldsa_kernels *const list[] = {
        &ab_mldsa_avx512,
        &ab_mldsa_avx2,
        &ab_mldsa_portable,
        NULL,
    };

    return list;
}
