/* The known-answer test of scrypt, run at first use. */
#ifndef AB_CRYPTO_KDF_SCRYPT_KAT_H
#define AB_CRYPTO_KDF_SCRYPT_KAT_H

#include "afterburner/hash.h"

/* 1 if the first test vector of RFC 7914 sec. 12 comes out; hash is SHA-256. Microseconds. */
int ab_scrypt_kat(const struct ab_hash *hash);

#endif
