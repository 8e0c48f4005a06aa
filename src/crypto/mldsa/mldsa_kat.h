/* The known-answer tests of ML-DSA, for the kernels that are about to be used. */
#ifndef AB_CRYPTO_MLDSA_KAT_H
#define AB_CRYPTO_MLDSA_KAT_H

#include "afterburner/mldsa.h"

/*
 * Return 1 if a key, a signature after one iteration and its verification are right; 0 if not, or if memory runs out.
 */
int ab_mldsa_quick_kat(const struct ab_mldsa_kernels *k, enum ab_mldsa_id id);
/* The same, and the import of both keys, and a signature after three iterations. */
int ab_mldsa_kat(const struct ab_mldsa_kernels *k, enum ab_mldsa_id id);

#endif
