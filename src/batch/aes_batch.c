/*
 * The scheduler of AES chains. Each busy lane has a message with blocks to do. One call of the kernel advances all of
 * them as far as the shortest goes. A completed message leaves its lane to that of the last busy lane, so the busy
 * lanes are always the first ones.
 */
#include "afterburner/aes_batch.h"

#include <string.h>

#include "batch/job_queue.h"
#include "crypto/aes/cmac.h"
#include "ct/ct.h"

void ab_aes_batch_init(struct ab_aes_batch *b, const struct ab_aes_kernels *kernels, enum ab_aes_batch_kind kind,
                       size_t key_len)
{
    b->kernels = kernels;
    b->kind = kind;
    b->max_lanes = kernels->max_lanes;
    b->num_busy = b->most_busy = 0;
    b->queue = (struct ab_job_queue){ 0 };
    b->lanes.rounds = (uint32_t)key_len / 4 + 6;
}

static void set_blocks(struct ab_aes_batch *b, unsigned i, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    b->lanes.in[i] = in;
    b->lanes.out[i] = out;
    b->num_blocks[i] = num_blocks;
}

static void move_lane(struct ab_aes_batch *b, unsigned to, unsigned from)
{
    struct ab_aes_lanes *l = &b->lanes;

    for (unsigned r = 0; r <= l->rounds; r++)
        memcpy(l->round_key[r][to], l->round_key[r][from], AB_AES_BLOCK);
    memcpy(l->chain[to], l->chain[from], AB_AES_BLOCK);
    b->jobs[to] = b->jobs[from];
    set_blocks(b, to, l->in[from], l->out[from], b->num_blocks[from]);
}

static void finish(struct ab_aes_batch *b, struct ab_aes_job *job, const uint8_t chain[AB_AES_BLOCK])
{
    if (job->is_in_end && b->kind == AB_AES_BATCH_CFB)
        ab_aes_copy_part(job->end_out, job->end, job->end_len);
    else
        memcpy(job->block, chain, AB_AES_BLOCK);
    ab_aes_wipe_block(job->end);
    job->link.is_done = 1;
}

/* The last block, partial or whole, is processed in the job itself. */
static void begin_end(struct ab_aes_batch *b, unsigned i)
{
    struct ab_aes_job *job = b->jobs[i];

    memcpy(job->block, b->lanes.chain[i], AB_AES_BLOCK);
    job->is_in_end = 1;
    set_blocks(b, i, job->end, job->end, 1);
}

/* The blocks of lane i are done: process the end of its message, or make the lane idle. */
static void go_on(struct ab_aes_batch *b, unsigned i)
{
    if (b->jobs[i]->end_len != 0 && !b->jobs[i]->is_in_end) {
        begin_end(b, i);
        return;
    }
    finish(b, b->jobs[i], b->lanes.chain[i]);
    if (--b->num_busy != i)
        move_lane(b, i, b->num_busy);
}

static size_t shortest(const struct ab_aes_batch *b)
{
    size_t n = b->num_blocks[0];

    for (unsigned i = 1; i < b->num_busy; i++)
        n = b->num_blocks[i] < n ? b->num_blocks[i] : n;
    return n;
}

static int have_one_key(const struct ab_aes_batch *b)
{
    for (unsigned i = 1; i < b->num_busy; i++)
        if (b->jobs[i]->key != b->jobs[0]->key)
            return 0;
    return 1;
}

static void run(struct ab_aes_batch *b, size_t num_blocks)
{
    b->lanes.is_one_key = have_one_key(b);
    switch (b->kind) {
    case AB_AES_BATCH_CMAC: b->kernels->cbc_mac_lanes(&b->lanes, b->num_busy, num_blocks); break;
    case AB_AES_BATCH_CBC: b->kernels->cbc_encrypt_lanes(&b->lanes, b->num_busy, num_blocks); break;
    case AB_AES_BATCH_CFB: b->kernels->cfb_encrypt_lanes(&b->lanes, b->num_busy, num_blocks); break;
    }
}

static void step(struct ab_aes_batch *b)
{
    size_t num_blocks = shortest(b);

    run(b, num_blocks);
    for (unsigned i = b->num_busy; i-- > 0;) {
        b->lanes.in[i] += AB_AES_BLOCK * num_blocks;
        if (b->kind != AB_AES_BATCH_CMAC)
            b->lanes.out[i] += AB_AES_BLOCK * num_blocks;
        b->num_blocks[i] -= num_blocks;
        if (b->num_blocks[i] == 0)
            go_on(b, i);
    }
}

int ab_aes_batch_work(struct ab_aes_batch *b)
{
    unsigned num_busy = b->num_busy;

    if (num_busy == 0)
        return 0;
    while (b->num_busy == num_busy)
        step(b);
    return 1;
}

void ab_aes_batch_flush(struct ab_aes_batch *b)
{
    while (b->num_busy != 0)
        step(b);
}

static void enqueue(struct ab_aes_batch *b, struct ab_aes_job *job)
{
    job->is_in_end = 0;
    ab_job_enqueue(&b->queue, &job->link);
}

struct ab_aes_job *ab_aes_batch_take(struct ab_aes_batch *b)
{
    return (struct ab_aes_job *)ab_job_take(&b->queue);
}

/* Give the job a lane. It does num_blocks blocks from this chain, then its end. */
static void start(struct ab_aes_batch *b, struct ab_aes_job *job, const uint8_t chain[AB_AES_BLOCK], const uint8_t *in,
                  uint8_t *out, size_t num_blocks)
{
    unsigned i;

    enqueue(b, job);
    if (num_blocks == 0 && job->end_len == 0) {
        memcpy(job->block, chain, AB_AES_BLOCK);
        job->link.is_done = 1;
        return;
    }
    if (b->num_busy == b->max_lanes)
        ab_aes_batch_work(b);
    i = b->num_busy++;
    b->most_busy = b->num_busy > b->most_busy ? b->num_busy : b->most_busy;
    for (unsigned r = 0; r <= b->lanes.rounds; r++)
        memcpy(b->lanes.round_key[r][i], job->key->enc[r], AB_AES_BLOCK);
    memcpy(b->lanes.chain[i], chain, AB_AES_BLOCK);
    b->jobs[i] = job;
    set_blocks(b, i, in, out, num_blocks);
    if (num_blocks == 0)
        begin_end(b, i);
}

void ab_aes_batch_add_cmac(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_cmac_key *key,
                           const uint8_t *in, size_t len)
{
    static const uint8_t zero[AB_AES_BLOCK];
    size_t before = len == 0 ? 0 : (len - 1) / AB_AES_BLOCK;
    const uint8_t *last = before == 0 ? in : in + AB_AES_BLOCK * before;

    ab_cmac_last_block(job->end, last, len - AB_AES_BLOCK * before, key->k1, key->k2);
    job->end_len = AB_AES_BLOCK;
    job->key = &key->aes.key;
    start(b, job, zero, in, NULL, before);
}

void ab_aes_batch_add_cbc(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                          const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len)
{
    job->end_len = 0;
    job->key = &key->key;
    start(b, job, iv, in, out, len / AB_AES_BLOCK);
}

void ab_aes_batch_add_cfb(struct ab_aes_batch *b, struct ab_aes_job *job, const struct ab_aes_ecb *key,
                          const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out, size_t len)
{
    size_t rest = len % AB_AES_BLOCK;

    memset(job->end, 0, sizeof(job->end));
    if (rest != 0) {
        ab_aes_copy_part(job->end, in + (len - rest), rest);
        job->end_out = out + (len - rest);
    }
    job->end_len = rest;
    job->key = &key->key;
    start(b, job, iv, in, out, len / AB_AES_BLOCK);
}

void ab_aes_batch_wipe(struct ab_aes_batch *b)
{
    for (unsigned r = 0; r <= b->lanes.rounds; r++)
        ab_wipe(b->lanes.round_key[r], AB_AES_BLOCK * b->most_busy);
    ab_wipe(b->lanes.chain, sizeof(b->lanes.chain)); /* also of idle lanes, which keep values of earlier messages */
}
