/* The list of implementations of ChaCha20 and Poly1305. */
#include "afterburner/chacha20_poly1305.h"
#include "kernels/chacha/chacha_kernels.h"

const struct ab_chacha_kernels *const *ab_chacha_list(void)
{
    static const struct ab_chacha_kernels *const list[] = { &ab_chacha_ifma_woven, &ab_chacha_ifma, &ab_chacha_avx2,
                                                            &ab_chacha_portable, NULL };

    return list;
}
