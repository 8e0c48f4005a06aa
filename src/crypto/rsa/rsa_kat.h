/* The known-answer test of RSA that every process runs at first use: tens of microseconds. */
#ifndef AB_CRYPTO_RSA_RSA_KAT_H
#define AB_CRYPTO_RSA_RSA_KAT_H

#include "afterburner/hash.h"
#include "crypto/bignum/bignum.h"

/* Return 1 if a key over this arithmetic signs, verifies and decrypts correctly, and refuses what is wrong. */
int ab_rsa_kat(const struct ab_bignum *b, const struct ab_hash *sha256);

#endif
