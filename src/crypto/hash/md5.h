/* MD5, and MD5 and SHA-1 of the same message with one digest after the other: their implementations, fastest first. */
#ifndef AB_CRYPTO_HASH_MD5_H
#define AB_CRYPTO_HASH_MD5_H

#include "afterburner/hash.h"
#include "crypto/hash/construction.h"

extern const struct ab_hash ab_md5_list[], ab_md5_sha1_list[];

/* What the lists are made of on every processor. */
extern const struct ab_hash_algorithm ab_algorithm_md5, ab_algorithm_md5_sha1;
extern const struct ab_hash_kernels ab_md5_scalar, ab_md5_portable, ab_md5_sha1_portable;
/* On x86-64 and 32-bit x86. */
extern const struct ab_hash_kernels ab_md5_sha1_sha;

#endif
