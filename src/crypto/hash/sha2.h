/* SHA-2 (FIPS 180-4): the implementations of each hash, fastest first. */
#ifndef AB_CRYPTO_HASH_SHA2_H
#define AB_CRYPTO_HASH_SHA2_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_sha224_list[], ab_sha256_list[];
extern const struct ab_hash ab_sha384_list[], ab_sha512_list[], ab_sha512_224_list[], ab_sha512_256_list[];

#endif
