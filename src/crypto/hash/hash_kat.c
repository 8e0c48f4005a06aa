/* The known-answer tests of the hash functions, of their lanes and of their iterations. */
#include "crypto/hash/hash_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/hash/hash_kat_data.h"
#include "crypto/hash/iterate.h"
#include "crypto/hash/chunks.h"
#include "crypto/implementation.h"

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

/* ---- lanes and iterations, against the function for one message, which has passed before ---- */

enum { LANE_STEP = 24, NUM_BLOCKS = 2, NUM_ITERATIONS = 2 };

union chain {
    uint8_t bytes[AB_CHAIN_ROOM];
    ab_chunk chunks[AB_CHAIN_ROOM / AB_CHUNK];
};

/* These numbers reach kernels of several widths, or they are the first few. */
static unsigned fewer_lanes(unsigned num)
{
    return num > 4 ? num / 2 : num - 1;
}

/* All lanes, and the two of an HMAC's key. */
static unsigned most_or_two(unsigned num)
{
    return num > 2 ? 2 : 0;
}

/* The next number of lanes to try after `num`; 0: no more. */
typedef unsigned next_fn(unsigned num);

/* Compare after NUM_BLOCKS blocks of num_lanes messages, which overlap. */
static void compress_each(const struct ab_hash *hash, const uint8_t *message, union chain *chains, unsigned num_lanes)
{
    const struct ab_hash_algorithm *a = hash->algorithm;

    for (unsigned i = 0; i < num_lanes; i++) {
        a->construction->begin(a, &chains[i]);
        a->construction->compress(hash, &chains[i], message + i * LANE_STEP, NUM_BLOCKS);
    }
}

static void compress_together(const struct ab_hash *hash, const uint8_t *message, union chain *chains,
                              unsigned num_lanes)
{
    const struct ab_hash_algorithm *a = hash->algorithm;
    const uint8_t *in[AB_MAX_LANES];
    void *at[AB_MAX_LANES];

    for (unsigned i = 0; i < num_lanes; i++) {
        in[i] = message + i * LANE_STEP;
        at[i] = &chains[i];
        a->construction->begin(a, at[i]);
    }
    hash->kernels->compress_lanes(at, in, NUM_BLOCKS, a->block_len, num_lanes);
}

static int are_equal(const struct ab_hash *hash, const union chain *a, const union chain *b, unsigned num_lanes)
{
    int is_equal = 1;

    for (unsigned i = 0; i < num_lanes; i++)
        is_equal &= memcmp(&a[i], &b[i], hash->algorithm->construction->chain_len) == 0;
    return is_equal;
}

static int are_lanes_right(const struct ab_hash *hash, const uint8_t *message, next_fn *next)
{
    union chain one[AB_MAX_LANES], all[AB_MAX_LANES];
    int is_right = 1;

    compress_each(hash, message, one, hash->kernels->max_lanes);
    for (unsigned n = hash->kernels->max_lanes; n > 0; n = next(n)) {
        compress_together(hash, message, all, n);
        is_right &= are_equal(hash, one, all, n);
    }
    return is_right;
}

typedef void iterate_fn(const struct ab_hash *hash, const void *inner, const void *outer, void *const u[],
                        void *const sum[], uint64_t num, unsigned num_lanes);

/* Start from chaining values that have no meaning but differ. */
static void iterate(iterate_fn *function, const struct ab_hash *hash, const uint8_t *message, union chain *sum,
                    unsigned num_lanes)
{
    union chain keys[2], u[AB_MAX_LANES];
    void *at[AB_MAX_LANES], *sum_at[AB_MAX_LANES];

    compress_each(hash, message, keys, 2);
    compress_each(hash, message, u, num_lanes);
    memset(sum, 0, num_lanes * sizeof(*sum));
    for (unsigned i = 0; i < num_lanes; i++) {
        at[i] = &u[i];
        sum_at[i] = &sum[i];
    }
    function(hash, &keys[0], &keys[1], at, sum_at, NUM_ITERATIONS, num_lanes);
}

static int are_iterations_right(const struct ab_hash *hash, const uint8_t *message, next_fn *next)
{
    union chain plain[AB_MAX_LANES], fast[AB_MAX_LANES];
    int is_right = 1;

    for (unsigned n = hash->kernels->max_lanes != 0 ? hash->kernels->max_lanes : 1; n > 0; n = next(n)) {
        iterate(ab_hash_iterate_plainly, hash, message, plain, n);
        iterate(ab_hash_iterate, hash, message, fast, n);
        is_right &= are_equal(hash, plain, fast, n);
    }
    return is_right;
}

static int are_together_right(const struct ab_hash *hash, const uint8_t *message, next_fn *next)
{
    const struct ab_hash_kernels *kernels = hash->kernels;

    return (kernels->compress_lanes == NULL || are_lanes_right(hash, message, next))
           && (kernels->iterate == NULL || are_iterations_right(hash, message, next));
}

int ab_hash_kat(const struct ab_hash *hash)
{
    const struct ab_hash_answers *answers = &ab_hash_answers[hash->algorithm->id];
    uint8_t message[AB_KAT_LEN];

    ab_kat_message(message);
    return digest_at_once(hash, message, 0) == answers->empty
           && digest_at_once(hash, message, AB_KAT_LEN) == answers->whole
           && digest_bytewise(hash, message, IN_BYTES) == answers->part
           && are_together_right(hash, message, fewer_lanes);
}

static int is_alone_right(const struct ab_hash *hash, const uint8_t *message)
{
    const struct ab_hash_answers *answers = &ab_hash_answers[hash->algorithm->id];

    return digest_at_once(hash, message, 0) == answers->empty
           && digest_at_once(hash, message, IN_BYTES) == answers->part;
}

int ab_hash_alone_kat(const struct ab_hash *hash)
{
    uint8_t message[IN_BYTES];

    ab_kat_text(message, sizeof(message));
    return is_alone_right(hash, message);
}

int ab_hash_first_use_kat(const struct ab_hash *hash)
{
    uint8_t message[AB_KAT_LEN];

    ab_kat_message(message);
    return is_alone_right(hash, message) && are_together_right(hash, message, most_or_two);
}

static const char *family_name(unsigned id)
{
    return ab_hash_list((enum ab_hash_id)id)->algorithm->name;
}

static int family_get(unsigned id, unsigned i, struct ab_implementation *out)
{
    const struct ab_hash *hash = &ab_hash_list((enum ab_hash_id)id)[i];

    if (hash->algorithm == NULL)
        return 0;
    *out = (struct ab_implementation){ .needs = hash->kernels->needs, .suits = hash->kernels->suits, .kernels = hash };
    return 1;
}

static int family_self_test(unsigned id, const void *hash, const struct ab_test_support *support)
{
    (void)id, (void)support;
    return ab_hash_kat(hash);
}

static int family_first_use_test(unsigned id, const void *hash, const struct ab_test_support *support)
{
    (void)id, (void)support;
    return ab_hash_first_use_kat(hash);
}

const struct ab_family_kind ab_hash_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .fallback_serves = 1,
};
