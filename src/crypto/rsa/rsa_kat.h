/* The known-answer test of RSA. */
#ifndef AB_CRYPTO_RSA_RSA_KAT_H
#define AB_CRYPTO_RSA_RSA_KAT_H

#include "afterburner/hash.h"
#include "crypto/bignum/bignum.h"

/* Return 1 if a key over this arithmetic signs, verifies and decrypts correctly, and refuses what is wrong. */
int ab_rsa_kat(const struct ab_bignum *b, const struct ab_hash *sha256);

/* The same without encryption and decryption, whose arithmetic is that of signatures: tens of microseconds. */
int ab_rsa_first_use_kat(const struct ab_bignum *b);

#endif
