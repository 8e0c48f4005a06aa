/* The known-answer tests of SLH-DSA, for the kernels that are about to be used. */
#ifndef AB_CRYPTO_SLHDSA_KAT_H
#define AB_CRYPTO_SLHDSA_KAT_H

#include "afterburner/slhdsa.h"

/*
 * The parameter set with small trees: two layers of eight leaves, four trees of FORS with 64. All functions take it; it
 * protects nothing.
 */
void ab_slhdsa_small_params(struct ab_slhdsa_params *out, enum ab_slhdsa_id id);
enum { AB_SLHDSA_MAX_SMALL_LEN = 5408 /* of a signature */ };

/* Return 1 if a made-up signature leads to the right root: hundreds of hash values. */
int ab_slhdsa_quick_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id);
/* The same, and a key, a signature and its verification: tens of thousands. */
int ab_slhdsa_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id);

#endif
