/* SM3: its implementations, fast first (GB/T 32905-2016). */
#ifndef AB_CRYPTO_HASH_SM3_H
#define AB_CRYPTO_HASH_SM3_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_sm3_list[];

#endif
