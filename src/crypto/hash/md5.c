/* MD5 (RFC 1321): its constants and the portable implementation. */
#include "crypto/hash/md5.h"

#include "crypto/hash/md.h"
#include "kernels/md5/md5_kernels.h"

static const struct ab_md md = { .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe,
                                                  0x10325476 } }; /* RFC 1321 sec. 3.3 */

const struct ab_hash_algorithm ab_algorithm_md5 = {
    AB_HASH_MD5, "MD5", .block_len = 64, .digest_len = 16, AB_MD_STATE_32, &ab_md_little32, &md,
};

const struct ab_hash_kernels ab_md5_scalar = {
    { "scalar", AB_LEVEL_NONE, 0, 0 },
    .compress32 = ab_md5_compress_scalar,
};
const struct ab_hash_kernels ab_md5_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_md5_compress_portable,
};
