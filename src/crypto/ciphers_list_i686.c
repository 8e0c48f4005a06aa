/* The lists of implementations of block ciphers on 32-bit x86. */
#include "afterburner/camellia.h"
#include "kernels/aria/aria_kernels.h"
#include "kernels/sm4/sm4_kernels.h"

const struct ab_aes_kernels *const *ab_aes_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_aes_kernels_vaes256, &ab_aes_kernels_aesni, NULL };

    return list;
}

const struct ab_aes_kernels *const *ab_sm4_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_sm4_kernels_vaes256, &ab_sm4_kernels_aesni, NULL };

    return list;
}

const struct ab_aes_kernels *const *ab_aria_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_aria_kernels_vaes256, &ab_aria_kernels_aesni, NULL };

    return list;
}

/* The kernels of Camellia are for x86-64. */
const struct ab_aes_kernels *const *ab_camellia_list(void)
{
    static const struct ab_aes_kernels *const list[] = { NULL };

    return list;
}
