#include "crypto/hash/hash_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/hash/construction.h"
#include "crypto/hash/hash_kat_data.h"

enum { IN_BYTES = 300 };

static uint64_t digest_at_once(const struct ab_hash *hash, const uint8_t *message, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, message, len);
    ab_hash_final(&c, digest);
    return ab_kat_fold(digest, hash->algorithm->digest_len);
}

static uint64_t digest_bytewise(const struct ab_hash *hash, const uint8_t *message, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    for (size_t i = 0; i < len; i++)
        ab_hash_update(&c, message + i, 1);
    ab_hash_final(&c, digest);
    return ab_kat_fold(digest, hash->algorithm->digest_len);
}

int ab_hash_kat(const struct ab_hash *hash)
{
    const struct ab_hash_answers *answers = &ab_hash_answers[hash->algorithm->id];
    uint8_t message[AB_KAT_LEN];

    ab_kat_message(message);
    return digest_at_once(hash, message, 0) == answers->empty
           && digest_at_once(hash, message, AB_KAT_LEN) == answers->whole
           && digest_bytewise(hash, message, IN_BYTES) == answers->part;
}

/* Room for a chaining value, aligned as kernels want it. */
union chain {
    uint8_t bytes[208];
    uint64_t words[26];
} __attribute__((aligned(16)));

enum { MAX_LANES = 32, LANE_STEP = 24, LANE_BLOCKS = 2 };

/* num_lanes messages, which overlap, each of two blocks. */
static int are_lanes_right(const struct ab_hash *hash, const uint8_t *message, unsigned num_lanes, const union chain *want)
{
    const struct ab_hash_algorithm *a = hash->algorithm;
    const uint8_t *in[MAX_LANES];
    union chain got[MAX_LANES];
    void *chains[MAX_LANES];
    int is_right = 1;

    for (unsigned i = 0; i < num_lanes; i++) {
        in[i] = message + i * LANE_STEP;
        chains[i] = got[i].bytes;
        a->construction->begin(a, chains[i]);
    }
    hash->kernels->compress_lanes(chains, in, LANE_BLOCKS, a->block_len, num_lanes);
    for (unsigned i = 0; i < num_lanes; i++)
        is_right &= memcmp(got[i].bytes, want[i].bytes, a->construction->chain_len) == 0;
    return is_right;
}

int ab_hash_lanes_kat(const struct ab_hash *hash)
{
    const struct ab_hash_algorithm *a = hash->algorithm;
    uint8_t message[AB_KAT_LEN];
    union chain want[MAX_LANES];
    int is_right = 1;

    ab_kat_message(message);
    for (unsigned i = 0; i < hash->kernels->max_lanes; i++) {
        a->construction->begin(a, want[i].bytes);
        a->construction->compress(hash, want[i].bytes, message + i * LANE_STEP, LANE_BLOCKS);
    }
    for (unsigned n = 1; n <= hash->kernels->max_lanes; n++)
        is_right &= are_lanes_right(hash, message, n, want);
    return is_right;
}
