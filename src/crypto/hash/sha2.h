/* SHA-2 (FIPS 180-4): the implementations of each hash, fastest first. */
#ifndef AB_CRYPTO_HASH_SHA2_H
#define AB_CRYPTO_HASH_SHA2_H

#include "afterburner/hash.h"
#include "crypto/hash/construction.h"

extern const struct ab_hash ab_sha224_list[], ab_sha256_list[];
extern const struct ab_hash ab_sha384_list[], ab_sha512_list[], ab_sha512_224_list[], ab_sha512_256_list[];

/* What the lists are made of on every processor. */
extern const struct ab_hash_algorithm ab_algorithm_sha224, ab_algorithm_sha256, ab_algorithm_sha384,
    ab_algorithm_sha512, ab_algorithm_sha512_224, ab_algorithm_sha512_256;
extern const struct ab_hash_kernels ab_sha256_portable, ab_sha512_portable;
/* On x86-64 and 32-bit x86. */
extern const struct ab_hash_kernels ab_sha256_sha;

#endif
