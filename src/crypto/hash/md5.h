/* MD5, and MD5 and SHA-1 of the same message with one digest after the other: their implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_MD5_H
#define AB_CRYPTO_HASH_MD5_H

#include "afterburner/hash.h"

extern const struct ab_hash ab_md5_list[], ab_md5_sha1_list[];

#endif
