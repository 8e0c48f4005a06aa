/*
 * The scheduler of hashes. Each busy lane has a job with blocks to do. One call of the kernel advances all of them as
 * far as the shortest goes; a completed job leaves its lane to the next. The end of a message, with its padding, is a
 * piece of its own. Only the construction knows how a message begins, is padded and yields its digest.
 */
#include "afterburner/hash_batch.h"

#include <string.h>

#include "batch/job_queue.h"
#include "crypto/hash/construction.h"
#include "crypto/hash/chunks.h"
#include "crypto/implementation.h"

const struct ab_hash *ab_hash_batch_pick(enum ab_hash_id id, const struct ab_cpu *cpu)
{
    return ab_kind_pick_kernels(&ab_hash_kind, id, cpu);
}

void ab_hash_batch_init(struct ab_hash_batch *b, const struct ab_hash *hash)
{
    memset(b, 0, sizeof(*b));
    b->hash = hash;
    b->construction = hash->algorithm->construction;
    b->block_len = hash->algorithm->block_len;
    b->max_lanes = hash->kernels->max_lanes != 0 ? hash->kernels->max_lanes : 1;
}

static int has_lanes(const struct ab_hash_batch *b)
{
    return b->max_lanes > 1;
}

/* len is rounded up to whole vectors; the buffers have room for that. */
static void clear(uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i += AB_CHUNK)
        ab_chunk_store(p + i, u128(0));
    __asm__ volatile("" : : "r"(p) : "memory");
}

static void put_digest(const struct ab_hash_batch *b, struct ab_hash_job *job)
{
    b->construction->read(b->hash->algorithm, job->u.lane.chain, job->digest);
    clear(job->u.lane.chain, b->construction->chain_len);
    clear(job->u.lane.tail, job->num_tail_blocks * b->block_len);
}

/* ---- lanes ---- */

static void set_blocks(struct ab_hash_batch *b, unsigned i, const uint8_t *in, size_t num_blocks)
{
    b->in[i] = in;
    b->num_blocks[i] = num_blocks;
}

/* The blocks of lane i are done. Continue with those of the tail, or move the last busy lane into its place. */
static void go_on(struct ab_hash_batch *b, unsigned i)
{
    struct ab_hash_job *job = b->jobs[i];
    unsigned last;

    if (job->is_last && !job->is_in_tail) {
        job->is_in_tail = 1;
        set_blocks(b, i, job->u.lane.tail, job->num_tail_blocks);
        return;
    }
    if (job->is_last)
        put_digest(b, job);
    job->link.is_done = 1;
    last = --b->num_busy;
    b->jobs[i] = b->jobs[last];
    b->chains[i] = b->chains[last];
    set_blocks(b, i, b->in[last], b->num_blocks[last]);
}

static size_t shortest(const struct ab_hash_batch *b)
{
    size_t n = b->num_blocks[0];

    for (unsigned i = 1; i < b->num_busy; i++)
        n = b->num_blocks[i] < n ? b->num_blocks[i] : n;
    return n;
}

static void step_together(struct ab_hash_batch *b)
{
    size_t num_blocks = shortest(b), block_len = b->block_len, len = num_blocks * block_len;

    b->hash->kernels->compress_lanes(b->chains, b->in, num_blocks, block_len, b->num_busy);
    for (unsigned i = b->num_busy; i-- > 0;) {
        b->in[i] += len;
        b->num_blocks[i] -= num_blocks;
        if (b->num_blocks[i] == 0)
            go_on(b, i);
    }
}

static void step_alone(struct ab_hash_batch *b)
{
    unsigned i = b->num_busy - 1;
    size_t num_blocks = b->num_blocks[i];

    b->construction->compress(b->hash, b->chains[i], b->in[i], num_blocks);
    b->in[i] += num_blocks * b->block_len;
    go_on(b, i);
}

static void step(struct ab_hash_batch *b)
{
    if (b->num_busy < b->hash->kernels->min_lanes)
        step_alone(b);
    else
        step_together(b);
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

static void take_a_lane(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *in, size_t num_blocks)
{
    unsigned i;

    if (b->num_busy == b->max_lanes)
        ab_hash_batch_work(b);
    i = b->num_busy++;
    b->jobs[i] = job;
    b->chains[i] = job->u.lane.chain;
    set_blocks(b, i, in, num_blocks);
    if (num_blocks == 0)
        go_on(b, i);
}

/* ---- jobs ---- */

struct ab_hash_job *ab_hash_batch_take(struct ab_hash_batch *b)
{
    return (struct ab_hash_job *)ab_job_take(&b->queue);
}

struct ab_hash_job *ab_hash_batch_take_any(struct ab_hash_batch *b)
{
    return (struct ab_hash_job *)ab_job_take_any(&b->queue);
}

void ab_hash_batch_start(struct ab_hash_batch *b, struct ab_hash_job *job)
{
    job->num_bytes = 0;
    if (has_lanes(b))
        b->construction->begin(b->hash->algorithm, job->u.lane.chain);
    else
        ab_hash_init(&job->u.ctx, b->hash);
}

static void do_alone(struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_hash_update(&job->u.ctx, data, len);
    if (job->is_last)
        ab_hash_final(&job->u.ctx, job->digest);
    job->link.is_done = 1;
}

void ab_hash_batch_add_piece(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_job_enqueue(&b->queue, &job->link);
    job->is_last = 0;
    job->num_bytes += len;
    if (has_lanes(b))
        take_a_lane(b, job, data, len / b->block_len);
    else
        do_alone(job, data, len);
}

/* The number of bytes for the tail: those after the last whole block, or a whole message that fits. */
static size_t rest_of(const struct ab_hash_batch *b, size_t len)
{
    size_t block_len = b->block_len;

    return len <= 2 * block_len - b->construction->min_padding ? len : len % block_len;
}

static void add_to_lanes(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    size_t rest = rest_of(b, len), whole = len - rest;

    if (rest != 0)
        ab_chunk_append(job->u.lane.tail, 0, data + whole, rest);
    job->num_tail_blocks = b->construction->pad(b->hash->algorithm, job->u.lane.tail, rest, job->num_bytes);
    job->is_in_tail = whole == 0;
    if (job->is_in_tail)
        take_a_lane(b, job, job->u.lane.tail, job->num_tail_blocks);
    else
        take_a_lane(b, job, data, whole / b->block_len);
}

void ab_hash_batch_add_last(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_job_enqueue(&b->queue, &job->link);
    job->is_last = 1;
    job->num_bytes += len;
    if (has_lanes(b))
        add_to_lanes(b, job, data, len);
    else
        do_alone(job, data, len);
}

void ab_hash_batch_add(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len)
{
    ab_hash_batch_start(b, job);
    ab_hash_batch_add_last(b, job, data, len);
}
