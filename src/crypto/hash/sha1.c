/* SHA-1 (FIPS 180-4): its constants and the portable implementation. */
#include "crypto/hash/sha1.h"

#include "crypto/hash/md.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_md md = {
    /* FIPS 180-4 sec. 5.3.1 */
    .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 },
};

const struct ab_hash_algorithm ab_algorithm_sha1 = {
    AB_HASH_SHA1, "SHA1", .block_len = 64, .digest_len = 20, AB_MD_STATE_32, &ab_md_big32, &md,
};

const struct ab_hash_kernels ab_sha1_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_sha1_compress_portable,
};
