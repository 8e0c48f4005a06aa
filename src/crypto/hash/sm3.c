/* SM3 (GB/T 32905-2016): its constants and the portable implementation. */
#include "crypto/hash/sm3.h"

#include "crypto/hash/md.h"
#include "kernels/sm3/sm3_kernels.h"

static const struct ab_md md = {
    .initial.w32 = { /* GB/T 32905 sec. 4.1 */
        0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
    },
};

const struct ab_hash_algorithm ab_algorithm_sm3 = {
    AB_HASH_SM3, "SM3", .block_len = 64, .digest_len = 32, AB_MD_STATE_32, &ab_md_big32, &md,
};

const struct ab_hash_kernels ab_sm3_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_sm3_compress_portable,
};
