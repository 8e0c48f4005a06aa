/* SHA-1 (FIPS 180-4): its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_SHA1_H
#define AB_CRYPTO_HASH_SHA1_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_sha1_list[];

#endif
