/* The list of Camellia kernels. */
#include "kernels/camellia/camellia_kernels.h"

const struct ab_aes_kernels *const *ab_camellia_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_camellia_kernels_gfni512, &ab_camellia_kernels_gfni256,
                                                         NULL };

    return list;
}
