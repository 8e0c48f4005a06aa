#include "crypto/hash/sha2.h"

#include "crypto/hash/md.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_md sha224_md = {
    .initial.w32 = { /* FIPS 180-4 sec. 5.3.2 */
        0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
    },
};
static const struct ab_md sha256_md = {
    .initial.w32 = { /* sec. 5.3.3 */
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    },
};

static const struct ab_hash_algorithm sha224 = {
    AB_HASH_SHA224, "SHA2-224", .block_len = 64, .digest_len = 28, AB_MD_STATE_32, &ab_md_big32, &sha224_md,
};
static const struct ab_hash_algorithm sha256 = {
    AB_HASH_SHA256, "SHA2-256", .block_len = 64, .digest_len = 32, AB_MD_STATE_32, &ab_md_big32, &sha256_md,
};

static const struct ab_hash_kernels sha256_sha = {
    "sha", .needs_level = AB_LEVEL_AESNI, .needs_bits = AB_BIT_SHA, .compress32 = ab_sha256_compress_sha,
    .max_lanes = AB_SHA256_MAX_LANES, .compress_lanes = ab_sha256_compress_lanes_sha,
    .iterate = ab_sha256_iterate_sha,
};
static const struct ab_hash_kernels sha256_portable = {
    "portable", .is_fallback = 1, .compress32 = ab_sha256_compress_portable,
};

const struct ab_hash ab_sha224_list[] = { { &sha224, &sha256_sha }, { &sha224, &sha256_portable }, { 0 } };
const struct ab_hash ab_sha256_list[] = { { &sha256, &sha256_sha }, { &sha256, &sha256_portable }, { 0 } };
