/* MD4 (RFC 1320): its constants and the list of implementations. */
#include "crypto/hash/md4.h"

#include "crypto/hash/md.h"
#include "kernels/md4/md4_kernels.h"

/* RFC 1320 sec. 3.3 */
static const struct ab_md md = { .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 } };

static const struct ab_hash_algorithm md4 = {
    AB_HASH_MD4, "MD4", .block_len = 64, .digest_len = 16, AB_MD_STATE_32, &ab_md_little32, &md,
};

static const struct ab_hash_kernels scalar = {
    { "scalar", AB_LEVEL_NONE, 0, 0 },
    .compress32 = ab_md4_compress_scalar,
};
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_md4_compress_portable,
};

const struct ab_hash ab_md4_list[] = { { &md4, &scalar }, { &md4, &portable }, { 0 } };
