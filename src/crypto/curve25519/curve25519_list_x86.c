/* The lists of implementations of X25519 and Ed25519: for one key, and for several keys at once. */
#include "afterburner/curve25519.h"
#include "afterburner/curve25519_batch.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"
#include "kernels/curve25519/curve25519_kernels.h"

const struct ab_curve25519_kernels *const *ab_curve25519_list(void)
{
    static const struct ab_curve25519_kernels *const list[] = {
        &ab_curve25519_ifma,
        &ab_curve25519_adx,
        &ab_curve25519_portable,
        NULL,
    };

    return list;
}

const struct ab_curve25519_batch_kernels *const *ab_curve25519_batch_kernels_list(void)
{
    static const struct ab_curve25519_batch_kernels *const list[] = { &ab_curve25519_batch8_ifma,
                                                                      &ab_curve25519_batch4_avx2, NULL };

    return list;
}
