/* A group for tests that run private operations and do not look at their results. */
#ifndef AB_TESTS_FFC_GROUP_H
#define AB_TESTS_FFC_GROUP_H

#include "crypto/ffc/ffc.h"

/*
 * Numbers of the right lengths; that p and q are no primes is no matter. p_bits is a multiple of 64, q_bits of 32. Most
 * candidates of a nonce are below q. Freed with ab_ffc_free().
 */
struct ab_ffc *t_random_group(const struct ab_bignum *b, unsigned p_bits, unsigned q_bits);

#endif
