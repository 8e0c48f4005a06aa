/* The lists of implementations of SHA-1 and SHA-256 on 32-bit x86. */
#include "crypto/hash/md5.h"
#include "crypto/hash/sha1.h"
#include "crypto/hash/sha2.h"
#include "kernels/md5/md5_kernels.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_hash_kernels md5_sha1 = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 },
    .compress32 = ab_md5_compress_scalar,
    .compress32_second = ab_sha1_compress_sha,
};
static const struct ab_hash_kernels sha1 = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 },     .compress32 = ab_sha1_compress_sha, .max_lanes = AB_SHA1_LANES_SHA,
    .compress_lanes = ab_sha1_compress_lanes_sha, .iterate = ab_sha1_iterate_sha,
};
static const struct ab_hash_kernels sha256 = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 }, .compress32 = ab_sha256_compress_sha,
    .max_lanes = AB_SHA256_LANES_SHA,         .compress_lanes = ab_sha256_compress_lanes_sha,
    .iterate = ab_sha256_iterate_sha,
};

#define LIST(algorithm, sha, portable) \
    { { &ab_algorithm_##algorithm, &(sha) }, { &ab_algorithm_##algorithm, &(portable) }, { 0 } }

const struct ab_hash ab_md5_sha1_list[] = LIST(md5_sha1, md5_sha1, ab_md5_sha1_portable);
const struct ab_hash ab_sha1_list[] = LIST(sha1, sha1, ab_sha1_portable);
const struct ab_hash ab_sha224_list[] = LIST(sha224, sha256, ab_sha256_portable);
const struct ab_hash ab_sha256_list[] = LIST(sha256, sha256, ab_sha256_portable);
