/* The list of implementations of ML-KEM. */
#include "afterburner/mlkem.h"
#include "kernels/mlkem/mlkem_kernels.h"

const struct ab_mlkem_kernels *const *ab_mlkem_list(void)
{
    static const struct ab_mlkem_kernels *const list[] = {
        &ab_mlkem_avx512,
        &ab_mlkem_avx2,
        &ab_mlkem_portable,
        NULL,
    };

    return list;
}
