/*
 * An element of the field of 2^255 - 19: four words, least significant first, any value below 2^256. 2^256 = 38 folds
 * what runs over. fe25519_portable.h and fe25519_adx.h bring, each in its own way,
 *
 *     fe_add, fe_sub, fe_mul (r, a, b)    fe_sqr (r, a)    fe_mul_small (r, a, n), n below 2^32
 *
 * whose results may lie on their arguments; curve25519_template.h does the rest with them.
 */
#ifndef AB_KERNELS_FE25519_H
#define AB_KERNELS_FE25519_H

#include <stdint.h>

#include "kernels/inline.h"

struct fe {
    uint64_t v[4];
};

#endif
