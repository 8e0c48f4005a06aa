/* SM3 (GB/T 32905-2016): its constants and the list of implementations. */
#include "crypto/hash/sm3.h"

#include "crypto/hash/md.h"
#include "kernels/sm3/sm3_kernels.h"

static const struct ab_md md = {
    .initial.w32 = { /* GB/T 32905 sec. 4.1 */
        0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
    },
};

static const struct ab_hash_algorithm sm3 = {
    AB_HASH_SM3, "SM3", .block_len = 64, .digest_len = 32, AB_MD_STATE_32, &ab_md_big32, &md,
};

static const struct ab_hash_kernels avx512 = {
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    .compress32 = ab_sm3_compress_avx512,
    .max_lanes = AB_SM3_MAX_LANES_AVX512,
    .min_lanes = 3,
    .compress_lanes = ab_sm3_compress_lanes_avx512,
};
/* Fast in lanes only. */
static const struct ab_hash_kernels avx2 = {
    { "avx2", AB_LEVEL_AVX2, 0, 1 },
    .compress32 = ab_sm3_compress_portable,
    .max_lanes = AB_SM3_MAX_LANES_AVX2,
    .min_lanes = 2,
    .compress_lanes = ab_sm3_compress_lanes_avx2,
};
static const struct ab_hash_kernels portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_sm3_compress_portable,
};

const struct ab_hash ab_sm3_list[] = { { &sm3, &avx512 }, { &sm3, &avx2 }, { &sm3, &portable }, { 0 } };
