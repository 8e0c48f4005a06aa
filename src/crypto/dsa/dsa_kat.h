/* Known answers of DSA and Diffie-Hellman: signatures with and without a comb, their verification, and an exchange. */
#ifndef AB_CRYPTO_DSA_DSA_KAT_H
#define AB_CRYPTO_DSA_DSA_KAT_H

#include "afterburner/hash.h"
#include "crypto/bignum/bignum.h"

/* Return 1 if every answer is right with this arithmetic and this SHA-256. */
int ab_dsa_kat(const struct ab_bignum *b, const struct ab_hash *sha256);

/* The same with one verification instead of three. */
int ab_dsa_first_use_kat(const struct ab_bignum *b, const struct ab_hash *sha256);

#endif
