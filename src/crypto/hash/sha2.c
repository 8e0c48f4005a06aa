/* SHA-2 (FIPS 180-4): the constants and the portable implementation. */
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

static const struct ab_md sha384_md = {
    .initial.w64 = { /* sec. 5.3.4 */
        0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
    },
};
static const struct ab_md sha512_md = {
    .initial.w64 = { /* sec. 5.3.5 */
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    },
};
static const struct ab_md sha512_224_md = {
    .initial.w64 = { /* sec. 5.3.6.1 */
        0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
        0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
    },
};
static const struct ab_md sha512_256_md = {
    .initial.w64 = { /* sec. 5.3.6.2 */
        0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
        0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
    },
};

const struct ab_hash_algorithm ab_algorithm_sha224 = {
    AB_HASH_SHA224, "SHA2-224", .block_len = 64, .digest_len = 28, AB_MD_STATE_32, &ab_md_big32, &sha224_md,
};
const struct ab_hash_algorithm ab_algorithm_sha256 = {
    AB_HASH_SHA256, "SHA2-256", .block_len = 64, .digest_len = 32, AB_MD_STATE_32, &ab_md_big32, &sha256_md,
};

const struct ab_hash_algorithm ab_algorithm_sha384 = {
    AB_HASH_SHA384, "SHA2-384", .block_len = 128, .digest_len = 48, AB_MD_STATE_64, &ab_md_big64, &sha384_md,
};
const struct ab_hash_algorithm ab_algorithm_sha512 = {
    AB_HASH_SHA512, "SHA2-512", .block_len = 128, .digest_len = 64, AB_MD_STATE_64, &ab_md_big64, &sha512_md,
};
const struct ab_hash_algorithm ab_algorithm_sha512_224 = {
    AB_HASH_SHA512_224, "SHA2-512/224", .block_len = 128, .digest_len = 28,
    AB_MD_STATE_64,     &ab_md_big64,   &sha512_224_md,
};
const struct ab_hash_algorithm ab_algorithm_sha512_256 = {
    AB_HASH_SHA512_256, "SHA2-512/256", .block_len = 128, .digest_len = 32,
    AB_MD_STATE_64,     &ab_md_big64,   &sha512_256_md,
};

const struct ab_hash_kernels ab_sha256_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_sha256_compress_portable,
};

const struct ab_hash_kernels ab_sha512_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress64 = ab_sha512_compress_portable,
};
