/* The list of AES kernels. */
#include "kernels/aes/aes_kernels.h"

const struct ab_aes_kernels *const *ab_aes_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_aes_kernels_vaes512, &ab_aes_kernels_vaes256,
                                                         &ab_aes_kernels_aesni, NULL };

    return list;
}
