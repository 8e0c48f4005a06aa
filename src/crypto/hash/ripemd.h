/* RIPEMD-160: its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_RIPEMD_H
#define AB_CRYPTO_HASH_RIPEMD_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_ripemd160_list[];

#endif
