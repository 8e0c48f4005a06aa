/* RIPEMD-160: its constants and the list of implementations. */
#include "crypto/hash/ripemd.h"

#include "crypto/hash/md.h"
#include "kernels/ripemd/ripemd_kernels.h"

static const struct ab_md md = { .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 } };

static const struct ab_hash_algorithm ripemd160 = {
    AB_HASH_RIPEMD160, "RIPEMD-160", .block_len = 64, .digest_len = 20, AB_MD_STATE_32, &ab_md_little32, &md,
};

static const struct ab_hash_kernels scalar = {
    { "scalar", AB_LEVEL_NONE, 0, 0 },
    .compress32 = ab_ripemd160_compress_scalar,
};
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_ripemd160_compress_portable,
};

const struct ab_hash ab_ripemd160_list[] = { { &ripemd160, &scalar }, { &ripemd160, &portable }, { 0 } };
