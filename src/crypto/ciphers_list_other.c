/* The lists of implementations of block ciphers on processors without kernels of their own. */
#include "afterburner/aria.h"
#include "afterburner/camellia.h"
#include "afterburner/sm4.h"
#include "kernels/aes/aes_kernels.h"

const struct ab_aes_kernels *const *ab_aes_list(void)
{
    static const struct ab_aes_kernels *const list[] = { &ab_aes_kernels_portable, NULL };

    return list;
}

/* SM4, ARIA and Camellia have no portable implementations. */
const struct ab_aes_kernels *const *ab_sm4_list(void)
{
    static const struct ab_aes_kernels *const list[] = { NULL };

    return list;
}

const struct ab_aes_kernels *const *ab_aria_list(void)
{
    return ab_sm4_list();
}

const struct ab_aes_kernels *const *ab_camellia_list(void)
{
    return ab_sm4_list();
}
