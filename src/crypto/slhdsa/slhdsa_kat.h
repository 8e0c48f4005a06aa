/* The known-answer tests of SLH-DSA, for the kernels that are about to be used. */
#ifndef AB_CRYPTO_SLHDSA_KAT_H
#define AB_CRYPTO_SLHDSA_KAT_H

#include "afterburner/slhdsa.h"

/* Return 1 if a made-up signature leads to the right root: hundreds of hash values. */
int ab_slhdsa_quick_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id);
/* The same, and a key, a signature and its verification: tens of thousands. */
int ab_slhdsa_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id);

#endif
