/* The list of SM4 kernels. */
#include "kernels/sm4/sm4_kernels.h"

const struct ab_aes_kernels *const *ab_sm4_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_sm4_kernels_gfni512, &ab_sm4_kernels_vaes256,
                                                         &ab_sm4_kernels_aesni, NULL };

    return list;
}
