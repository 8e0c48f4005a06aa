/*
 * The scheduler: each busy lane has a job with blocks to do. All run as far as the shortest goes, in one call of the
 * kernel; jobs that are through leave their lanes to the next. A message's end, with its padding, is a piece of its own.
 */
#include "afterburner/hash_batch.h"

#include <string.h>

#include "crypto/hash/construction.h"
#include "crypto/hash/lanes.h"
#include "crypto/hash/md.h"

enum { BLOCK = 64, LOG_BLOCK = 6, LEN_LEN = 8 }; /* of every hash function that has lanes of 32-bit words */

void ab_hash_batch_init(struct ab_hash_batch *b, const struct ab_hash *hash)
{
    memset(b, 0, sizeof(*b));
    b->hash = hash;
    b->max_lanes = hash->kernels->max_lanes != 0 ? hash->kernels->max_lanes : 1;
}

static int has_lanes(const struct ab_hash_batch *b)
{
    return b->max_lanes > 1;
}

static int is_big_endian(const struct ab_hash_batch *b)
{
    return b->hash->algorithm->construction == &ab_md_big32;
}

static void wipe(struct ab_hash_job *job)
{
    for (size_t i = 0; i < sizeof(job->state.words); i += LANE)
        store_lane((uint8_t *)job->state.words + i, 0);
    for (size_t i = 0; i < sizeof(job->tail); i += LANE)
        store_lane(job->tail + i, 0);
    __asm__ volatile("" : : "r"(job) : "memory");
}

static void put_digest(const struct ab_hash_batch *b, struct ab_hash_job *job)
{
    size_t len = b->hash->algorithm->digest_len;

    for (size_t i = 0; i < len; i += sizeof(uint32_t)) {
        uint32_t word = job->state.words[i / sizeof(uint32_t)];

        word = is_big_endian(b) ? __builtin_bswap32(word) : word;
        memcpy(job->digest + i, &word, sizeof(word));
    }
    wipe(job);
}

/* The blocks of `in` are through: goes on with those of the tail; 0 if that was all. */
static int go_on(const struct ab_hash_batch *b, struct ab_hash_job *job)
{
    job->in = job->tail;
    job->num_blocks = job->num_tail_blocks;
    job->num_tail_blocks = 0;
    if (job->num_blocks != 0)
        return 1;
    if (job->is_last)
        put_digest(b, job);
    job->is_done = 1;
    return 0;
}

static size_t shortest(const struct ab_hash_batch *b)
{
    size_t n = b->lanes[0]->num_blocks;

    for (unsigned i = 1; i < b->num_busy; i++)
        if (b->lanes[i]->num_blocks < n)
            n = b->lanes[i]->num_blocks;
    return n;
}

/* Lanes without work take the place of none: the last busy one moves there. */
static void sort_out(struct ab_hash_batch *b)
{
    for (unsigned i = b->num_busy; i-- > 0;)
        if (b->lanes[i]->num_blocks == 0 && !go_on(b, b->lanes[i]))
            b->lanes[i] = b->lanes[--b->num_busy];
}

static void step(struct ab_hash_batch *b)
{
    void *state[AB_HASH_MAX_LANES];
    const uint8_t *in[AB_HASH_MAX_LANES];
    size_t num_blocks = shortest(b);

    for (unsigned i = 0; i < b->num_busy; i++) {
        struct ab_hash_job *job = b->lanes[i];

        state[i] = job->state.words;
        in[i] = job->in;
        job->in += num_blocks << LOG_BLOCK;
        job->num_blocks -= num_blocks;
    }
    b->hash->kernels->compress_lanes(state, in, num_blocks, BLOCK, b->num_busy);
    sort_out(b);
}

int ab_hash_batch_work(struct ab_hash_batch *b)
{
    unsigned num_busy = b->num_busy;

    if (num_busy == 0)
        return 0;
    while (b->num_busy == num_busy)
        step(b);
    return 1;
}

void ab_hash_batch_flush(struct ab_hash_batch *b)
{
    while (b->num_busy != 0)
        step(b);
}

static void enqueue(struct ab_hash_batch *b, struct ab_hash_job *job)
{
    job->next = NULL;
    job->is_done = 0;
    if (b->first == NULL)
        b->first = job;
    else
        b->last->next = job;
    b->last = job;
}

struct ab_hash_job *ab_hash_batch_take(struct ab_hash_batch *b)
{
    struct ab_hash_job *job = b->first;

    if (job == NULL || !job->is_done)
        return NULL;
    b->first = job->next;
    return job;
}

struct ab_hash_job *ab_hash_batch_take_any(struct ab_hash_batch *b)
{
    struct ab_hash_job *before = b->first, *job;

    if (before == NULL || before->is_done)
        return ab_hash_batch_take(b);
    while ((job = before->next) != NULL && !job->is_done)
        before = job;
    if (job == NULL)
        return NULL;
    before->next = job->next;
    if (b->last == job)
        b->last = before;
    return job;
}

static void take_a_lane(struct ab_hash_batch *b, struct ab_hash_job *job)
{
    if (job->num_blocks == 0 && !go_on(b, job))
        return;
    if (b->num_busy == b->max_lanes)
        ab_hash_batch_work(b);
    b->lanes[b->num_busy++] = job;
}

/* The last bytes, 0x80, zeros and the message's length in bits. A message of one or two blocks goes there as a whole. */
static void fill_tail(const struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    size_t rest = len <= AB_HASH_JOB_TAIL - 1 - LEN_LEN ? len : len & (BLOCK - 1);
    size_t end = rest + LEN_LEN < BLOCK ? BLOCK : 2 * BLOCK;
    uint64_t num_bits = job->num_bytes << 3;

    for (size_t i = rest & -(size_t)LANE; i < end; i += LANE)
        store_lane(job->tail + i, 0);
    if (rest != 0)
        append(job->tail, 0, data + (len - rest), rest);
    job->tail[rest] = 0x80;
    if (is_big_endian(b))
        num_bits = __builtin_bswap64(num_bits);
    memcpy(job->tail + end - LEN_LEN, &num_bits, LEN_LEN);
    job->num_blocks = (len - rest) >> LOG_BLOCK;
    job->num_tail_blocks = end >> LOG_BLOCK;
}

void ab_hash_batch_start(struct ab_hash_batch *b, struct ab_hash_job *job)
{
    const struct ab_md *md = b->hash->algorithm->details;

    job->num_bytes = 0;
    if (has_lanes(b))
        memcpy(job->state.words, md->initial.w32, sizeof(job->state.words));
    else
        ab_hash_init(&job->state.ctx, b->hash);
}

static void do_alone(struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_hash_update(&job->state.ctx, data, len);
    if (job->is_last)
        ab_hash_final(&job->state.ctx, job->digest);
    job->is_done = 1;
}

void ab_hash_batch_add_piece(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    enqueue(b, job);
    job->is_last = 0;
    if (!has_lanes(b)) {
        do_alone(job, data, len);
        return;
    }
    job->in = data;
    job->num_bytes += len;
    job->num_blocks = len >> LOG_BLOCK;
    job->num_tail_blocks = 0;
    take_a_lane(b, job);
}

void ab_hash_batch_add_last(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    enqueue(b, job);
    job->is_last = 1;
    if (!has_lanes(b)) {
        do_alone(job, data, len);
        return;
    }
    job->in = data;
    job->num_bytes += len;
    fill_tail(b, job, data, len);
    take_a_lane(b, job);
}

void ab_hash_batch_add(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_hash_batch_start(b, job);
    ab_hash_batch_add_last(b, job, data, len);
}
