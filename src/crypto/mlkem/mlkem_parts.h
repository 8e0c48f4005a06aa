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

/* The indices of s and A among the polynomials of a key, which mlkem.h lists; t is at 0. */
static inline size_t ab_mlkem_s_at(const struct ab_mlkem_params *params)
{
    return params->rank;
}

static inline size_t ab_mlkem_a_at(const struct ab_mlkem_params *params)
{
    return 2 * (size_t)params->rank;
}

#endif
