/*
 * The lists of implementations on 32-bit x86 of families that have assembly on x86-64, or MULX and ADX: without these.
 * Those of hash functions are in hash/sha_list_i686.c, and those of SLH-DSA in slhdsa/slhdsa_list_i686.c.
 */
#include "afterburner/chacha20_poly1305.h"
#include "afterburner/curve25519_batch.h"
#include "afterburner/curve448.h"
#include "afterburner/ec_batch.h"
#include "kernels/bignum/bignum_kernels.h"
#include "kernels/chacha/chacha_kernels.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve448/curve448_kernels.h"
#include "kernels/ec/ec_batch_kernels.h"
#include "kernels/ec/ec_kernels.h"
#include "kernels/mldsa/mldsa_kernels.h"
#include "kernels/mlkem/mlkem_kernels.h"

const struct ab_bignum_kernels *const ab_bignum_kernels_list[] = { &ab_bignum_portable, NULL };
const struct ab_power_kernels *const ab_power_kernels_list[] = {
    &ab_power_ifma_lanes, &ab_power_ifma_pair, &ab_power_ifma, &ab_power_avx2_pair,
    &ab_power_avx2,       &ab_power_portable,  NULL,
};

const struct ab_chacha_kernels *const *ab_chacha_list(void)
{
    static const struct ab_chacha_kernels *const list[] = { &ab_chacha_portable, NULL };

    return list;
}

const struct ab_curve25519_kernels *const *ab_curve25519_list(void)
{
    static const struct ab_curve25519_kernels *const list[] = { &ab_curve25519_ifma, &ab_curve25519_portable, NULL };

    return list;
}

const struct ab_curve25519_batch_kernels *const *ab_curve25519_batch_kernels_list(void)
{
    static const struct ab_curve25519_batch_kernels *const list[] = { &ab_curve25519_batch8_ifma,
                                                                      &ab_curve25519_batch4_avx2, NULL };

    return list;
}

const struct ab_curve448_kernels *const *ab_curve448_list(void)
{
    static const struct ab_curve448_kernels *const list[] = { &ab_curve448_ifma, &ab_curve448_portable, NULL };

    return list;
}

const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id)
{
    enum { MAX_IMPLEMENTATIONS = 3 };
    static const struct ab_ec_kernels *const lists[AB_NUM_CURVES][MAX_IMPLEMENTATIONS + 1] = {
        [AB_P256] = { &ab_p256_ifma, &ab_p256_i686, &ab_p256_portable },
        [AB_P384] = { &ab_p384_ifma, &ab_p384_portable },
        [AB_P521] = { &ab_p521_ifma, &ab_p521_portable },
#define UNROLLED_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define SHORT_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define LONG_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define FALLBACK_CURVE(id, name, same) /* listed above */
#include "kernels/ec/prime/prime_curves.def"
    };
    static const struct ab_ec_kernels *const none[] = { NULL };

    return (unsigned)id < AB_NUM_CURVES ? lists[id] : none;
}

const struct ab_ec_batch_kernels *const *ab_ec_batch_kernels_list(enum ab_curve_id id)
{
    static const struct ab_ec_batch_kernels *const of_p256[] = { &ab_p256_batch8_ifma, NULL }, *const none[] = { NULL };

    return id == AB_P256 ? of_p256 : none;
}

const struct ab_mldsa_kernels *const *ab_mldsa_list(void)
{
    static const struct ab_mldsa_kernels *const list[] = { &ab_mldsa_portable, NULL };

    return list;
}

const struct ab_mlkem_kernels *const *ab_mlkem_list(void)
{
    static const struct ab_mlkem_kernels *const list[] = { &ab_mlkem_portable, NULL };

    return list;
}
