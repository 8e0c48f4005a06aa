/*
 * Seal several records at once, with the chains of AES and of the MAC of four records in lanes. The blocks by which the
 * longest record exceeds the shortest run alone; the ends, with MAC and padding, run in lanes again.
 */
#include "crypto/tls/cbc_hmac.h"

#include "ct/ct.h"

enum { NUM = AB_WOVEN_LANES, MIN_LEN = HEAD_DATA + HASH_BLOCK };

/* A group of records and their positions: AES is at in and out of the lanes, the MAC at data. */
struct group {
    struct ab_cbc_hmac_job *jobs;
    struct ab_aes_lanes aes;
    _Alignas(AB_CHUNK) uint32_t state[NUM][8];
    _Alignas(AB_CHUNK) uint8_t tail[NUM][2 * HASH_BLOCK];
    const uint8_t *data[NUM];
};

static const struct ab_cbc_hmac *key_of(const struct group *g, unsigned i)
{
    return g->jobs[i].key;
}

static void take_keys(struct group *g)
{
    g->aes.rounds = key_of(g, 0)->aes.key.rounds;
    g->aes.is_one_key = 0;
    for (unsigned i = 0; i < NUM; i++)
        for (unsigned r = 0; r <= g->aes.rounds; r++)
            memcpy(g->aes.round_key[r][i], key_of(g, i)->aes.key.enc[r], AB_AES_BLOCK);
}

static void begin(struct group *g, struct ab_cbc_hmac_job *jobs)
{
    g->jobs = jobs;
    take_keys(g);
    for (unsigned i = 0; i < NUM; i++) {
        memcpy(g->aes.chain[i], jobs[i].iv, AB_AES_BLOCK);
        memcpy(g->state[i], jobs[i].key->inner, sizeof(g->state[i]));
        g->aes.in[i] = g->data[i] = jobs[i].in;
        g->aes.out[i] = jobs[i].out;
    }
}

static void wipe(struct group *g)
{
    for (unsigned r = 0; r <= g->aes.rounds; r++)
        ab_wipe(g->aes.round_key[r], NUM * AB_AES_BLOCK);
    ab_wipe(g->state, sizeof(g->state));
    ab_wipe(g->tail, sizeof(g->tail));
}

static void advance(struct group *g, unsigned i, size_t len)
{
    g->aes.in[i] += len;
    g->aes.out[i] += len;
}

/* Compress the block at g->tail[i] + at into the state of each record whose tail has one there. */
static void hash_tails(struct group *g, const size_t num_blocks[NUM], size_t at)
{
    void *state[NUM];
    const uint8_t *in[NUM];
    unsigned num = 0;

    for (unsigned i = 0; i < NUM; i++)
        if (at / HASH_BLOCK < num_blocks[i]) {
            state[num] = g->state[i];
            in[num++] = g->tail[i] + at;
        }
    if (num != 0)
        key_of(g, 0)->hash->kernels->compress_lanes(state, in, 1, HASH_BLOCK, num);
}

static void hash_heads(struct group *g)
{
    static const size_t one[NUM] = { 1, 1, 1, 1 };

    for (unsigned i = 0; i < NUM; i++) {
        put_head(g->tail[i], g->jobs[i].header, g->data[i], g->jobs[i].len);
        g->data[i] += HEAD_DATA;
    }
    hash_tails(g, one, 0);
}

static size_t shortest(const struct group *g)
{
    size_t len = g->jobs[0].len;

    for (unsigned i = 1; i < NUM; i++)
        len = g->jobs[i].len < len ? g->jobs[i].len : len;
    return len;
}

/* The steps that all records have. */
static void weave(struct group *g)
{
    const struct ab_cbc_hmac *c = key_of(g, 0);
    size_t num_steps = (shortest(g) - HEAD_DATA) / HASH_BLOCK;
    void *state[NUM] = { g->state[0], g->state[1], g->state[2], g->state[3] };

    (is_sha1(c) ? c->aes.kernels->cbc_sha1_encrypt_lanes
                : c->aes.kernels->cbc_sha256_encrypt_lanes)(&g->aes, 0, state, g->data, num_steps);
    for (unsigned i = 0; i < NUM; i++) {
        advance(g, i, HASH_BLOCK * num_steps);
        g->data[i] += HASH_BLOCK * num_steps;
    }
}

static size_t left_of(const struct group *g, unsigned i)
{
    return (size_t)(g->jobs[i].in + g->jobs[i].len - g->data[i]);
}

/* The additional steps of a longer record. */
static void weave_alone(struct group *g, unsigned i)
{
    const struct ab_cbc_hmac *c = key_of(g, i);
    size_t num_steps = left_of(g, i) / HASH_BLOCK;

    if (num_steps == 0)
        return;
    (is_sha1(c) ? c->aes.kernels->cbc_sha1_encrypt : c->aes.kernels->cbc_sha256_encrypt)(
        &c->aes.key, g->aes.chain[i], g->aes.in[i], g->aes.out[i], g->state[i], g->data[i], num_steps);
    advance(g, i, HASH_BLOCK * num_steps);
    g->data[i] += HASH_BLOCK * num_steps;
}

/* The ends of both hashes of HMAC: g->state becomes the state of the MACs. */
static void finish(struct group *g)
{
    size_t num_blocks[NUM];

    for (unsigned i = 0; i < NUM; i++) {
        size_t left = left_of(g, i);

        ab_chunk_append(g->tail[i], 0, g->data[i], left);
        num_blocks[i] = pad_tail(key_of(g, i), g->tail[i], left, PSEUDO_LEN + g->jobs[i].len);
    }
    hash_tails(g, num_blocks, 0);
    hash_tails(g, num_blocks, HASH_BLOCK);
    for (unsigned i = 0; i < NUM; i++) {
        put_outer_block(key_of(g, i), g->tail[i], g->state[i]);
        memcpy(g->state[i], key_of(g, i)->outer, sizeof(g->state[i]));
        num_blocks[i] = 1;
    }
    hash_tails(g, num_blocks, 0);
}

/* Encrypt the rest: first assemble data, MAC and padding in out. */
static void encrypt_ends(struct group *g)
{
    size_t num_blocks[NUM], common = SIZE_MAX;

    for (unsigned i = 0; i < NUM; i++) {
        const struct ab_cbc_hmac *c = key_of(g, i);
        size_t left = (size_t)(g->jobs[i].in + g->jobs[i].len - g->aes.in[i]), part = left % AB_AES_BLOCK;
        uint8_t mac[AB_CBC_HMAC_MAX_MAC], last[4 * AB_AES_BLOCK];

        read_digest(c, g->state[i], mac);
        num_blocks[i] = ab_cbc_hmac_put_last(c, last, g->aes.in[i] + left - part, part, mac);
        memmove(g->aes.out[i], g->aes.in[i], left - part);
        memcpy(g->aes.out[i] + left - part, last, num_blocks[i] * AB_AES_BLOCK);
        num_blocks[i] += left / AB_AES_BLOCK;
        g->aes.in[i] = g->aes.out[i];
        common = num_blocks[i] < common ? num_blocks[i] : common;
        ab_wipe(last, sizeof(last));
        ab_wipe(mac, sizeof(mac));
    }
    key_of(g, 0)->aes.kernels->cbc_encrypt_lanes(&g->aes, NUM, common);
    for (unsigned i = 0; i < NUM; i++) {
        advance(g, i, AB_AES_BLOCK * common);
        key_of(g, i)->aes.kernels->cbc_encrypt(&key_of(g, i)->aes.key, g->aes.chain[i], g->aes.in[i], g->aes.out[i],
                                               num_blocks[i] - common);
    }
}

static void seal_group(struct ab_cbc_hmac_job *jobs)
{
    struct group g;

    begin(&g, jobs);
    hash_heads(&g);
    weave(&g);
    for (unsigned i = 0; i < NUM; i++)
        weave_alone(&g, i);
    finish(&g);
    encrypt_ends(&g);
    for (unsigned i = 0; i < NUM; i++) {
        memcpy(jobs[i].iv, g.aes.chain[i], AB_AES_BLOCK);
        jobs[i].num_bytes = ab_cbc_hmac_sealed_len(jobs[i].key, jobs[i].len);
    }
    wipe(&g);
}

/* Whether the next NUM jobs go into lanes: keys of one length, of 128 or 256 bits. */
static int are_alike(const struct ab_cbc_hmac_job *jobs, size_t num)
{
    enum { ROUNDS_OF_192_BITS = 12 };

    if (num < NUM || jobs[0].key->aes.key.rounds == ROUNDS_OF_192_BITS)
        return 0;
    for (unsigned i = 0; i < NUM; i++)
        if (jobs[i].len < MIN_LEN || jobs[i].key->hash != jobs[0].key->hash
            || jobs[i].key->aes.key.rounds != jobs[0].key->aes.key.rounds)
            return 0;
    return 1;
}

void ab_cbc_hmac_seal_many(struct ab_cbc_hmac_job *jobs, size_t num)
{
    while (num != 0) {
        size_t taken = are_alike(jobs, num) ? NUM : 1;

        if (taken == NUM) {
            seal_group(jobs);
        } else {
            ab_cbc_hmac_seal(jobs->key, jobs->iv, jobs->header, jobs->in, jobs->out, 0, jobs->len);
            jobs->num_bytes = ab_cbc_hmac_sealed_len(jobs->key, jobs->len);
        }
        jobs += taken;
        num -= taken;
    }
}
