/* The known-answer test of a curve, for the kernels and the SHA-512 that are about to serve. */
#ifndef AB_CRYPTO_EC_KAT_H
#define AB_CRYPTO_EC_KAT_H

#include "afterburner/ec_batch.h"

/*
 * 1 if public keys, a shared secret, a signature, its verification and a compressed point are right, and a wrong
 * signature refused.
 */
int ab_ec_kat(const struct ab_ec_kernels *c, const struct ab_hash *sha512);

/* The same of kernels for several keys in step: all lanes agree with the portable kernels, and a wrong remainder is refused. */
int ab_ec_batch_kat(const struct ab_ec_batch_kernels *l);

#endif
