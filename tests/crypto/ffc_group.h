/* A group for tests that run private operations and ignore their results. */
#ifndef AB_TESTS_FFC_GROUP_H
#define AB_TESTS_FFC_GROUP_H

#include "crypto/ffc/ffc.h"

/*
 * Make a group of numbers with the right lengths; p and q are not prime, which does not matter here. p_bits is a
 * multiple of 64, q_bits of 32. Most candidates for a nonce are below q. Free it with ab_ffc_free().
 */
struct ab_ffc *t_random_group(const struct ab_bignum *b, unsigned p_bits, unsigned q_bits);

#endif
