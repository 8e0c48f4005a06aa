/* SHA-1 (FIPS 180-4): its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_SHA1_H
#define AB_CRYPTO_HASH_SHA1_H

#include "afterburner/hash.h"
#include "crypto/hash/construction.h"

extern const struct ab_hash ab_sha1_list[];

/* What the lists are made of on every processor. */
extern const struct ab_hash_algorithm ab_algorithm_sha1;
extern const struct ab_hash_kernels ab_sha1_portable;
/* On x86-64 and 32-bit x86. */
extern const struct ab_hash_kernels ab_sha1_sha;

#endif
