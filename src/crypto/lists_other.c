/*
 * The lists of implementations on processors without kernels of their own for a family: each has the portable
 * implementation alone. Those of ciphers are in ciphers_list_other.c, those of hash functions in
 * hash/hash_list_other.c and hash/sha_list_other.c, and those of SLH-DSA in slhdsa/slhdsa_list_other.c.
 */
#include "afterburner/argon2.h"
#include "afterburner/chacha20_poly1305.h"
#include "afterburner/curve25519_batch.h"
#include "afterburner/curve448.h"
#include "afterburner/ec_batch.h"
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/bignum/bignum_kernels.h"
#include "kernels/chacha/chacha_kernels.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve448/curve448_kernels.h"
#include "kernels/ec/ec_kernels.h"
#include "kernels/mldsa/mldsa_kernels.h"
#include "kernels/mlkem/mlkem_kernels.h"

const struct ab_bignum_kernels *const ab_bignum_kernels_list[] = { &ab_bignum_portable, NULL };
const struct ab_power_kernels *const ab_power_kernels_list[] = { &ab_power_portable, NULL };

const struct ab_argon2_kernels *const *ab_argon2_list(void)
{
    static const struct ab_argon2_kernels *const list[] = { &ab_argon2_portable, NULL };

    return list;
}

const struct ab_chacha_kernels *const *ab_chacha_list(void)
{
    static const struct ab_chacha_kernels *const list[] = { &ab_chacha_portable, NULL };

    return list;
}

const struct ab_curve25519_kernels *const *ab_curve25519_list(void)
{
    static const struct ab_curve25519_kernels *const list[] = { &ab_curve25519_portable, NULL };

    return list;
}

/* A batch computes one key after the other. */
const struct ab_curve25519_batch_kernels *const *ab_curve25519_batch_kernels_list(void)
{
    static const struct ab_curve25519_batch_kernels *const none[] = { NULL };

    return none;
}

const struct ab_curve448_kernels *const *ab_curve448_list(void)
{
    static const struct ab_curve448_kernels *const list[] = { &ab_curve448_portable, NULL };

    return list;
}

const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id)
{
    static const struct ab_ec_kernels *const lists[AB_NUM_CURVES][2] = {
        [AB_P384] = { &ab_p384_portable },
#define UNROLLED_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define SHORT_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define LONG_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define FALLBACK_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#include "kernels/ec/prime/prime_curves.def"
    };
    static const struct ab_ec_kernels *const none[] = { NULL };

    return (unsigned)id < AB_NUM_CURVES ? lists[id] : none;
}

const struct ab_ec_batch_kernels *const *ab_ec_batch_kernels_list(enum ab_curve_id id)
{
    static const struct ab_ec_batch_kernels *const none[] = { NULL };

    (void)id;
    return none;
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
