/* Keys and signatures of ML-DSA, a part of mldsa_suite.c. */
#ifndef AB_TESTS_MLDSA_KEYS_H
#define AB_TESTS_MLDSA_KEYS_H

#include "afterburner/mldsa.h"

/* Known answers, round trips, exports, malformed keys and signatures, for each parameter set. */
void check_mldsa_keys(const struct ab_mldsa_kernels *k);
/* Kernels that do nothing must fail the known-answer test. */
void check_broken_mldsa(void);

#endif
