/* MD5-SHA1: two hash contexts that get the same bytes (except for what SSL 3.0 adds to each: ssl3.c). */
#include "crypto/hash/md.h"
#include "crypto/hash/md5.h"
#include "kernels/md5/md5_kernels.h"
#include "kernels/sha/sha_kernels.h"

static const struct ab_md md = { .initial.w32 = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 } };

static void init(struct ab_hash_ctx *c)
{
    ab_md_pair_md5.init(c);
    ab_md_pair_sha1.init(c);
}

static void update(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    ab_md_pair_md5.update(c, data, len);
    ab_md_pair_sha1.update(c, data, len);
}

static void final(struct ab_hash_ctx *c, uint8_t *out)
{
    ab_md_pair_md5.final(c, out);
    ab_md_pair_sha1.final(c, out + AB_MD5_LEN);
}

static const struct ab_hash_construction pair = { .init = init, .update = update, .final = final };

const struct ab_hash_algorithm ab_algorithm_md5_sha1 = {
    AB_HASH_MD5_SHA1, "MD5-SHA1", .block_len = 64, .digest_len = 36, AB_MD_STATE_PAIR, &pair, &md,
};

const struct ab_hash_kernels ab_md5_sha1_portable = {
    { "portable", AB_LEVEL_NONE, 0, 1 },
    .compress32 = ab_md5_compress_portable,
    .compress32_second = ab_sha1_compress_portable,
};
