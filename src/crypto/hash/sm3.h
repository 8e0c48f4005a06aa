/* SM3 (GB/T 32905-2016): its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_SM3_H
#define AB_CRYPTO_HASH_SM3_H

#include "afterburner/hash.h"
#include "crypto/hash/construction.h"

extern const struct ab_hash ab_sm3_list[];

/* What the lists are made of on every processor. */
extern const struct ab_hash_algorithm ab_algorithm_sm3;
extern const struct ab_hash_kernels ab_sm3_portable;

#endif
