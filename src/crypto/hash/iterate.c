/* The iterations of PBKDF2, each an HMAC of the last one's result, over any hash kernels. */
#include "crypto/hash/iterate.h"

#include <string.h>

#include "crypto/hash/chunks.h"
#include "ct/ct.h"

enum { MAX_SUM = 64 }; /* bytes of a chaining value that form a digest */

/* The message after a block of the key: a digest with its padding. */
typedef uint8_t padded[2 * 168] __attribute__((aligned(AB_CHUNK)));

static size_t pad_digest(const struct ab_hash_algorithm *a, uint8_t *block)
{
    memset(block, 0, sizeof(padded));
    return a->construction->pad(a, block, a->digest_len, a->block_len + a->digest_len);
}

static void add(uint8_t *sum, const uint8_t *u, size_t len)
{
    for (size_t i = 0; i < len; i += AB_CHUNK)
        ab_chunk_store(sum + i, u128_xor(ab_chunk_load(sum + i), ab_chunk_load(u + i)));
}

/* The part that stays the same from one HMAC to the next. */
struct iteration {
    const struct ab_hash *hash;
    void *const *u;
    unsigned num_lanes;
    size_t num_blocks; /* length of a digest */
    const uint8_t *in[AB_MAX_LANES];
    padded blocks[AB_MAX_LANES];
};

/* One half of HMAC: hash each digest after the key's block that made `key`. */
static void hash_digests(struct iteration *it, const void *key)
{
    const struct ab_hash_algorithm *a = it->hash->algorithm;

    for (unsigned i = 0; i < it->num_lanes; i++) {
        a->construction->read(a, it->u[i], it->blocks[i]);
        memcpy(it->u[i], key, a->construction->chain_len);
    }
    if (it->num_lanes == 1)
        a->construction->compress(it->hash, it->u[0], it->in[0], it->num_blocks);
    else
        it->hash->kernels->compress_lanes(it->u, it->in, it->num_blocks, a->block_len, it->num_lanes);
}

void ab_hash_iterate_plainly(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                             void *const sum[], uint64_t num, unsigned num_lanes)
{
    size_t chain_len = hash->algorithm->construction->chain_len, sum_len = chain_len < MAX_SUM ? chain_len : MAX_SUM;
    struct iteration it = { .hash = hash, .u = u, .num_lanes = num_lanes };

    for (unsigned i = 0; i < num_lanes; i++) {
        it.in[i] = it.blocks[i];
        it.num_blocks = pad_digest(hash->algorithm, it.blocks[i]);
    }
    for (; num != 0; num--) {
        hash_digests(&it, inner);
        hash_digests(&it, outer);
        for (unsigned i = 0; i < num_lanes; i++)
            add(sum[i], u[i], sum_len);
    }
    ab_wipe(it.blocks, num_lanes * sizeof(padded));
}

void ab_hash_iterate(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                     void *const sum[], uint64_t num, unsigned num_lanes)
{
    if (hash->kernels->iterate != NULL)
        hash->kernels->iterate(inner, outer, u, sum, num, hash->algorithm->digest_len, num_lanes);
    else
        ab_hash_iterate_plainly(hash, inner, outer, u, sum, num, num_lanes);
}
