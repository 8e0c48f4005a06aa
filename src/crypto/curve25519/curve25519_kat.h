/* The known-answer test of X25519 and Ed25519, for the kernels and the SHA-512 that are about to be used. */
#ifndef AB_CRYPTO_CURVE25519_KAT_H
#define AB_CRYPTO_CURVE25519_KAT_H

#include "afterburner/curve25519.h"

/* Return 1 if public keys, a shared secret, a signature and its verification are right, and a wrong signature fails. */
int ab_curve25519_kat(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512);

/*
 * Return 1 if public keys and a shared secret are right and the check of signatures is right for small scalars. It
 * takes half the time of ab_curve25519_kat, and needs no hash function, as X25519 does not.
 */
int ab_curve25519_first_use_kat(const struct ab_curve25519_kernels *k);

#endif
