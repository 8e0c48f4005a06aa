/* SHA-1 (FIPS 180-4): its constants and the list of implementations. */
#include "crypto/hash/sha1.h"

#include "crypto/hash/md.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_md md = {
    /* FIPS 180-4 sec. 5.3.1 */
    .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 },
};

static const struct ab_hash_algorithm sha1 = {
    AB_HASH_SHA1, "SHA1", .block_len = 64, .digest_len = 20, AB_MD_STATE_32, &ab_md_big32, &md,
};

static const struct ab_hash_kernels sha_avx512 = {
    { "sha+avx512", AB_LEVEL_AVX512, AB_BIT_SHA, 0 },
    .compress32 = ab_sha1_compress_sha,
    .max_lanes = AB_SHA1_LANES_AVX512,
    .compress_lanes = ab_sha1_compress_lanes_avx512,
    .iterate = ab_sha1_iterate_sha,
};
static const struct ab_hash_kernels sha = {
    { "sha", AB_LEVEL_SSE41, AB_BIT_SHA, 0 },     .compress32 = ab_sha1_compress_sha, .max_lanes = AB_SHA1_LANES_SHA,
    .compress_lanes = ab_sha1_compress_lanes_sha, .iterate = ab_sha1_iterate_sha,
};
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_sha1_compress_avx2,
    .max_lanes = AB_SHA1_LANES_AVX2,
    .min_lanes = 4,
    .compress_lanes = ab_sha1_compress_lanes_avx2,
};
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_sha1_compress_portable,
};

const struct ab_hash ab_sha1_list[] = {
    { &sha1, &sha_avx512 }, { &sha1, &sha }, { &sha1, &avx2 }, { &sha1, &portable }, { 0 },
};
