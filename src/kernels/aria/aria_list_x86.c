/* The list of ARIA kernels. */
#include "kernels/aria/aria_kernels.h"

const struct ab_aes_kernels *const *ab_aria_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_aria_kernels_gfni512, &ab_aria_kernels_vaes256,
                                                         &ab_aria_kernels_aesni, NULL };

    return list;
}
