/* MD5 (RFC 1321): its constants and the list of implementations. */
#include "crypto/hash/md5.h"

#include "crypto/hash/md.h"
#include "kernels/md5/md5_kernels.h"

static const struct ab_md md = { .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe,
                                                  0x10325476 } }; /* RFC 1321 sec. 3.3 */

static const struct ab_hash_algorithm md5 = {
    AB_HASH_MD5, "MD5", .block_len = 64, .digest_len = 16, AB_MD_STATE_32, &ab_md_little32, &md,
};

/*
 * The scalar kernel takes single messages at every level; three messages take as long in a vector as one after
 * another.
 */
static const struct ab_hash_kernels avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
    .max_lanes = AB_MD5_MAX_LANES,
    .min_lanes = 3,
    .compress_lanes = ab_md5_compress_lanes_avx512,
};
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
    .max_lanes = AB_MD5_MAX_LANES,
    .min_lanes = 3,
    .compress_lanes = ab_md5_compress_lanes_avx2,
};
static const struct ab_hash_kernels scalar = {
    { "scalar", AB_LEVEL_NONE, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
};
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_md5_compress_portable,
};

const struct ab_hash ab_md5_list[] = {
    { &md5, &avx512 }, { &md5, &avx2 }, { &md5, &scalar }, { &md5, &portable }, { 0 },
};
