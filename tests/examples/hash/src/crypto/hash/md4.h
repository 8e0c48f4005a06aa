/* MD4: its implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_MD4_H
#define AB_CRYPTO_HASH_MD4_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_md4_list[];

#endif
