/*
 * PBKDF2 (RFC 8018 sec. 5.2). Block i of the output is U_1 ^ ... ^ U_c, where U_1 is the HMAC of salt and i and each
 * U_j after it is the HMAC of the one before. The password is the key of all, absorbed once, and the salt is hashed
 * once; what remains of an iteration is two compressions.
 */
#include "afterburner/pbkdf2.h"

#include <string.h>

#include "afterburner/hmac.h"
#include "crypto/hash/iterate.h"
#include "crypto/hmac/hmac_outer.h"
#include "ct/ct.h"

struct derivation {
    struct ab_hmac_key key;
    struct ab_hash_ctx salted; /* the inner hash after the salt */
    uint64_t num_iterations;
    uint8_t *out;
    size_t out_len;
    uint32_t next; /* number of the block at which out begins */
};

struct lane {
    uint8_t u[AB_CHAIN_ROOM], sum[AB_CHAIN_ROOM];
} __attribute__((aligned(16)));

static const struct ab_hash_algorithm *algorithm_of(const struct derivation *d)
{
    return d->key.hash->algorithm;
}

/* The inner hash of the next block's first HMAC. */
static void first_inner(struct derivation *d, uint8_t *digest)
{
    uint32_t number = __builtin_bswap32(d->next++);
    struct ab_hash_ctx message;

    ab_hash_copy(&message, &d->salted);
    ab_hash_update(&message, (const uint8_t *)&number, sizeof(number));
    ab_hash_final(&message, digest);
}

static void put_block(struct derivation *d, const uint8_t *digest)
{
    size_t len = algorithm_of(d)->digest_len, part = len < d->out_len ? len : d->out_len;

    memcpy(d->out, digest, part);
    d->out += part;
    d->out_len -= part;
}

/* ---- by chaining values, several blocks in step ---- */

static void begin_lane(struct derivation *d, struct lane *lane)
{
    union ab_hmac_block b;

    first_inner(d, b.bytes);
    ab_hmac_outer_chain(&d->key, &b, lane->u);
    memcpy(lane->sum, lane->u, algorithm_of(d)->construction->chain_len);
    ab_wipe(b.bytes, algorithm_of(d)->digest_len);
}

static void end_lane(struct derivation *d, const struct lane *lane)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    algorithm_of(d)->construction->read(algorithm_of(d), lane->sum, digest);
    put_block(d, digest);
    ab_wipe(digest, sizeof(digest));
}

static void put_blocks(struct derivation *d, unsigned num)
{
    struct lane lanes[AB_MAX_LANES];
    void *u[AB_MAX_LANES] = { NULL }, *sum[AB_MAX_LANES] = { NULL };

    for (unsigned i = 0; i < num; i++) {
        begin_lane(d, &lanes[i]);
        u[i] = lanes[i].u;
        sum[i] = lanes[i].sum;
    }
    ab_hash_iterate(d->key.hash, d->key.u.chain.inner, d->key.u.chain.outer, u, sum, d->num_iterations - 1, num);
    for (unsigned i = 0; i < num; i++)
        end_lane(d, &lanes[i]);
    ab_wipe(lanes, num * sizeof(lanes[0]));
}

/* How many of the remaining blocks run best together. */
static unsigned num_together(const struct derivation *d)
{
    const struct ab_hash_kernels *kernels = d->key.hash->kernels;
    size_t len = algorithm_of(d)->digest_len;
    unsigned num = 1;

    while (num < kernels->max_lanes && num * len < d->out_len)
        num++;
    return num < kernels->min_lanes ? 1 : num;
}

/* ---- or one by one, where the hash keeps more than a chaining value ---- */

static void put_next_block(struct derivation *d)
{
    uint8_t u[AB_HASH_MAX_DIGEST], sum[AB_HASH_MAX_DIGEST];
    size_t len = algorithm_of(d)->digest_len;
    union ab_hmac_block b;

    first_inner(d, b.bytes);
    ab_hmac_outer(&d->key, &b, u);
    memcpy(sum, u, len);
    for (uint64_t i = 1; i < d->num_iterations; i++) {
        ab_hmac(&d->key, u, len, u);
        for (size_t j = 0; j < len; j++)
            sum[j] ^= u[j];
    }
    put_block(d, sum);
    ab_wipe(u, sizeof(u));
    ab_wipe(sum, sizeof(sum));
}

void ab_pbkdf2(const struct ab_hash *hash, const uint8_t *password, size_t password_len, const uint8_t *salt,
               size_t salt_len, uint64_t num_iterations, uint8_t *out, size_t out_len)
{
    struct derivation d = { .num_iterations = num_iterations, .out = out, .out_len = out_len, .next = 1 };

    ab_hmac_set_key(&d.key, hash, password, password_len);
    ab_hmac_init(&d.salted, &d.key);
    ab_hash_update(&d.salted, salt, salt_len);
    while (d.out_len != 0)
        if (hash->algorithm->construction->resume != NULL)
            put_blocks(&d, num_together(&d));
        else
            put_next_block(&d);
    ab_hash_wipe(&d.salted);
    ab_hmac_wipe(&d.key);
}
