/* Where the parts of a key are. */
#ifndef AB_CRYPTO_MLKEM_PARTS_H
#define AB_CRYPTO_MLKEM_PARTS_H

#include "afterburner/mlkem.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { AB_MLKEM_POLY_LEN = 384, AB_MLKEM_RHO_LEN = 32 }; /* bytes of an encoded polynomial, and of rho */

/* How many of num operations with keys like this one run in step. */
static inline unsigned ab_mlkem_in_step(const struct ab_mlkem_key *key, size_t num)
{
    return num < key->kernels->max_lanes ? (unsigned)num : key->kernels->max_lanes;
}

/* The polynomials of a key: t, s and A as mlkem.h lists them. */
static inline int16_t (*ab_mlkem_t(struct ab_mlkem_key *key))[AB_MLKEM_N]
{
    return key->polys;
}

static inline int16_t (*ab_mlkem_s(struct ab_mlkem_key *key))[AB_MLKEM_N]
{
    return key->polys + key->params->rank;
}

static inline int16_t (*ab_mlkem_a(struct ab_mlkem_key *key))[AB_MLKEM_N]
{
    return key->polys + 2 * (size_t)key->params->rank;
}

#endif
