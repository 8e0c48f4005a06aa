/* The list of implementations of Argon2. */
#include "kernels/argon2/argon2_kernels.h"

const struct ab_argon2_kernels *const *ab_argon2_list(void)
{
    static const struct ab_argon2_kernels *const list[] = { &ab_argon2_avx512, &ab_argon2_avx2, &ab_argon2_portable,
                                                            NULL };

    return list;
}
