/*
 * The field of 2^255 - 19 in four words, least significant first. An element is any value below 2^256, in and out of
 * every function; 2^256 = 38 folds what exceeds it. fe25519_portable.h and fe25519_adx.h define
 *
 *     fe_add, fe_sub, fe_mul (r, a, b)    fe_sqr (r, a)    fe_mul_small (r, a, n) for n below 2^32
 *
 * r may be an argument, and all is secret. fe25519_template.h and curve25519_template.h build on these.
 */
#ifndef AB_KERNELS_FE25519_H
#define AB_KERNELS_FE25519_H

#include <stdint.h>

#include "kernels/inline.h"

struct fe {
    uint64_t v[4];
};

#endif
