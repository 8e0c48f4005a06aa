/*
 * Compare the scheduler of many messages with one message at a time. Input: a hash function, then steps of two bytes:
 * what to do, and how much. Each message is a part of the same bytes, added whole or in pieces as the steps say.
 */
#include <string.h>

#include "afterburner/hash_batch.h"
#include "fuzz.h"

enum { NUM_JOBS = 40, MAX_LEN = 1 << 14, LEN_STEP = 19 };

enum state { FREE, PAUSED, ADDED };

static struct {
    struct ab_hash_batch batch;
    struct ab_hash_job jobs[NUM_JOBS];
    enum state states[NUM_JOBS];
    size_t lens[NUM_JOBS]; /* bytes added so far */
} f;
static uint8_t bytes[NUM_JOBS + MAX_LEN];

static void check_digest(size_t i)
{
    uint8_t want[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    ab_hash_init(&c, f.batch.hash);
    ab_hash_update(&c, bytes + i, f.lens[i]);
    ab_hash_final(&c, want);
    expect(memcmp(f.jobs[i].digest, want, f.batch.hash->algorithm->digest_len) == 0);
}

/* A job that returns is the one that was added; mark it as free, or as waiting for its next piece. */
static void receive(const struct ab_hash_job *job)
{
    size_t i;

    if (job == NULL)
        return;
    i = (size_t)(job - f.jobs);
    expect(i < NUM_JOBS && f.states[i] == ADDED);
    f.states[i] = job->is_last ? FREE : PAUSED;
    if (job->is_last)
        check_digest(i);
}

/* Add the next piece of job i, or all of it. */
static void add(size_t i, size_t amount, int is_last)
{
    size_t block = f.batch.hash->algorithm->block_len, len = is_last ? amount * LEN_STEP : amount % 8 * block;
    const uint8_t *next;

    if (f.states[i] == FREE) {
        f.lens[i] = 0;
        ab_hash_batch_start(&f.batch, &f.jobs[i]);
    }
    next = bytes + i + f.lens[i];
    if (f.lens[i] + len > MAX_LEN)
        return;
    f.states[i] = ADDED;
    f.lens[i] += len;
    if (is_last)
        ab_hash_batch_add_last(&f.batch, &f.jobs[i], next, len);
    else
        ab_hash_batch_add_piece(&f.batch, &f.jobs[i], next, len);
}

static void do_step(uint8_t what, uint8_t amount)
{
    size_t i = what % NUM_JOBS;

    if (f.states[i] != ADDED)
        add(i, amount, what & 0x80);
    else if (amount < 100)
        receive(ab_hash_batch_take(&f.batch));
    else if (amount < 200)
        receive(ab_hash_batch_take_any(&f.batch));
    else if (amount < 250)
        ab_hash_batch_work(&f.batch);
    else
        ab_hash_batch_flush(&f.batch);
}

static size_t num_added(void)
{
    size_t num = 0;

    for (size_t i = 0; i < NUM_JOBS; i++)
        num += f.states[i] == ADDED;
    return num;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct ab_cpu cpu;

    if (len == 0)
        return 0;
    ab_cpu_detect(&cpu);
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * i >> 3);
    memset(&f, 0, sizeof(f));
    ab_hash_batch_init(&f.batch, ab_hash_pick(data[0] % AB_NUM_HASHES, &cpu));
    for (size_t i = 1; i + 2 <= len; i += 2)
        do_step(data[i], data[i + 1]);
    ab_hash_batch_flush(&f.batch);
    for (size_t num = num_added(); num > 0; num--)
        receive(ab_hash_batch_take(&f.batch));
    expect(num_added() == 0 && ab_hash_batch_take(&f.batch) == NULL);
    return 0;
}
