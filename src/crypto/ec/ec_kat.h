/* The known-answer tests of a curve, run on the kernels and the SHA-512 that are about to be used. */
#ifndef AB_CRYPTO_EC_KAT_H
#define AB_CRYPTO_EC_KAT_H

#include "afterburner/ec_batch.h"

/*
 * Return 1 if public keys, a shared secret, a signature, its verification and a compressed point are right, and a wrong
 * signature fails.
 */
int ab_ec_kat(const struct ab_ec_kernels *c, const struct ab_hash *sha512);

/*
 * Return 1 if a public key is right and the other functions of the kernels agree with it: one scalar multiplication, a
 * verification by small scalars, a wrong one that fails, an inverse and a compressed point. It takes less than half the
 * time of ab_ec_kat.
 */
int ab_ec_first_use_kat(const struct ab_ec_kernels *c);

/* Return 1 if every lane agrees with the portable kernels, and a wrong remainder fails. */
int ab_ec_batch_kat(const struct ab_ec_batch_kernels *l);

#endif
