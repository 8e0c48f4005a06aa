/* The lists of implementations of SHA-1 and SHA-256 on 32-bit x86. */
#include "crypto/hash/md5.h"
#include "crypto/hash/sha1.h"
#include "crypto/hash/sha2.h"

#define LIST(algorithm, sha, portable) \
    { { &ab_algorithm_##algorithm, &(sha) }, { &ab_algorithm_##algorithm, &(portable) }, { 0 } }

const struct ab_hash ab_md5_sha1_list[] = LIST(md5_sha1, ab_md5_sha1_sha, ab_md5_sha1_portable);
const struct ab_hash ab_sha1_list[] = LIST(sha1, ab_sha1_sha, ab_sha1_portable);
const struct ab_hash ab_sha224_list[] = LIST(sha224, ab_sha256_sha, ab_sha256_portable);
const struct ab_hash ab_sha256_list[] = LIST(sha256, ab_sha256_sha, ab_sha256_portable);
