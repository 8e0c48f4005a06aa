/* The known-answer test of X448 and Ed448, for the kernels and the SHAKE256 that are about to be used. */
#ifndef AB_CRYPTO_CURVE448_KAT_H
#define AB_CRYPTO_CURVE448_KAT_H

#include "afterburner/curve448.h"

/* Return 1 if public keys, a shared secret, a signature and its verification are right, and a wrong signature fails. */
int ab_curve448_kat(const struct ab_curve448_kernels *k, const struct ab_hash *shake256);

/*
 * Return 1 if public keys and a shared secret are right and the check of signatures is right for small scalars. It
 * takes about half the time of ab_curve448_kat.
 */
int ab_curve448_first_use_kat(const struct ab_curve448_kernels *k, const struct ab_hash *shake256);

#endif
