/* What the lists of x86-64 and of 32-bit x86 share: implementations by the SHA instructions. */
#include "crypto/hash/md5.h"
#include "crypto/hash/sha1.h"
#include "crypto/hash/sha2.h"
#include "kernels/md5/md5_kernels.h"
#include "kernels/sha/sha_kernels.h"

const struct ab_hash_kernels ab_md5_sha1_sha = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 },
    .compress32 = ab_md5_compress_scalar,
    .compress32_second = ab_sha1_compress_sha,
};
const struct ab_hash_kernels ab_sha1_sha = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 },     .compress32 = ab_sha1_compress_sha, .max_lanes = AB_SHA1_LANES_SHA,
    .compress_lanes = ab_sha1_compress_lanes_sha, .iterate = ab_sha1_iterate_sha,
};
const struct ab_hash_kernels ab_sha256_sha = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 }, .compress32 = ab_sha256_compress_sha,
    .max_lanes = AB_SHA256_LANES_SHA,         .compress_lanes = ab_sha256_compress_lanes_sha,
    .iterate = ab_sha256_iterate_sha,
};
