/* SM3 (GB/T 32905-2016): its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_SM3_H
#define AB_CRYPTO_HASH_SM3_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_sm3_list[];

#endif
