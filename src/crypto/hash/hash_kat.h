/* The known-answer tests of the hash functions: the whole one of `afterburner selftest`, and that of the first use. */
#ifndef AB_CRYPTO_HASH_HASH_KAT_H
#define AB_CRYPTO_HASH_HASH_KAT_H

#include "afterburner/hash.h"

/*
 * Return 1 if this implementation gives the right digests of the fixed test message (crypto/aes/aes_kat.h), at once
 * and byte by byte for its first 300 bytes, and of the empty message; and if its lanes, for any number of busy ones,
 * and its iterations of HMAC agree with the function for one message. Takes microseconds.
 */
int ab_hash_kat(const struct ab_hash *hash);

/*
 * Return 1 if the digests of no bytes and of 300 are right and, for all lanes and for two, the lanes and iterations
 * agree with the function for one message. It takes a third of the time of ab_hash_kat.
 */
int ab_hash_first_use_kat(const struct ab_hash *hash);

/* The same without lanes and iterations, which a digest does not use. It takes a few percent of that time. */
int ab_hash_alone_kat(const struct ab_hash *hash);

#endif
