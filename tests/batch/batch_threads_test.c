/*
 * Run batches in several threads: each thread has its own batch, and all share messages, implementations and keys,
 * which nothing writes. In a second test one thread fills a batch and another finishes it. ThreadSanitizer
 * (tests/sanitize) would report a write to shared memory.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/aes_batch.h"
#include "afterburner/hash_batch.h"
#include "harness/harness.h"

enum { NUM_THREADS = 4, NUM_JOBS = 40, MAX_LEN = 700, NUM_ROUNDS = 20 };

static uint8_t data[2 * MAX_LEN];
static const uint8_t key_bytes[16] = { 7 };
static struct ab_cpu cpu;
static struct ab_cmac_key cmac_key;
static uint8_t digests[AB_NUM_HASHES][NUM_JOBS][AB_HASH_MAX_DIGEST], tags[NUM_JOBS][AB_AES_BLOCK];

static const uint8_t *message(unsigned i)
{
    return data + 13 * i;
}

static size_t len_of(unsigned i)
{
    return (i * i * 37) % (MAX_LEN + 1);
}

static void hash_alone(const struct ab_hash *hash, unsigned i, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, message(i), len_of(i));
    ab_hash_final(&c, digest);
}

static void mac_alone(unsigned i, uint8_t *tag)
{
    struct ab_cmac c = { .key = cmac_key };

    ab_cmac_start(&c);
    ab_cmac_update(&c, message(i), len_of(i));
    ab_cmac_final(&c, tag);
}

/* ---- one thread's work ---- */

struct hashing {
    struct ab_hash_batch batch;
    struct ab_hash_job jobs[NUM_JOBS];
    enum ab_hash_id id;
    int has_failed;
};

static void add_hashes(struct hashing *h, enum ab_hash_id id)
{
    h->id = id;
    ab_hash_batch_init(&h->batch, ab_hash_batch_pick(id, &cpu));
    for (unsigned i = 0; i < NUM_JOBS; i++)
        ab_hash_batch_add(&h->batch, &h->jobs[i], message(i), len_of(i));
}

static void finish_hashes(struct hashing *h)
{
    struct ab_hash_job *job;
    unsigned num = 0;

    ab_hash_batch_flush(&h->batch);
    while ((job = ab_hash_batch_take(&h->batch)) != NULL)
        h->has_failed |= memcmp(job->digest, digests[h->id][num++], h->batch.hash->algorithm->digest_len) != 0;
    h->has_failed |= num != NUM_JOBS;
}

static int do_macs(const struct ab_aes_kernels *aes)
{
    struct ab_aes_job jobs[NUM_JOBS];
    struct ab_aes_batch b;
    int has_failed = 0;

    ab_aes_batch_init(&b, aes, AB_AES_BATCH_CMAC, sizeof(key_bytes));
    for (unsigned i = 0; i < NUM_JOBS; i++)
        ab_aes_batch_add_cmac(&b, &jobs[i], &cmac_key, message(i), len_of(i));
    ab_aes_batch_flush(&b);
    for (unsigned i = 0; i < NUM_JOBS; i++)
        has_failed |= memcmp(ab_aes_batch_take(&b)->block, tags[i], AB_AES_BLOCK) != 0;
    ab_aes_batch_wipe(&b);
    return has_failed;
}

static void *work(void *has_failed)
{
    struct hashing *h = calloc(1, sizeof(*h));
    const struct ab_aes_kernels *aes = ab_aes_pick(&cpu);

    for (unsigned round = 0; h != NULL && round < NUM_ROUNDS; round++) {
        for (enum ab_hash_id id = 0; id < AB_NUM_HASHES; id++) {
            add_hashes(h, id);
            finish_hashes(h);
        }
        if (aes != NULL)
            h->has_failed |= do_macs(aes);
    }
    *(int *)has_failed = h == NULL || h->has_failed;
    free(h);
    return NULL;
}

static void check_threads(void)
{
    pthread_t threads[NUM_THREADS];
    int has_failed[NUM_THREADS];

    t_where.check = "each thread with batches of its own";
    for (unsigned i = 0; i < NUM_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &has_failed[i]) == 0);
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(!has_failed[i]);
    }
}

/* ---- one batch that changes hands ---- */

static void *fill(void *h)
{
    add_hashes(h, AB_HASH_SHA256);
    return NULL;
}

static void *empty(void *h)
{
    finish_hashes(h);
    return NULL;
}

static void check_handing_over(void)
{
    static struct hashing h;
    void *(*const steps[])(void *) = { fill, empty };
    pthread_t thread;

    t_where.check = "a batch that one thread fills and another works off";
    for (unsigned i = 0; i < 2; i++)
        CHECK(pthread_create(&thread, NULL, steps[i], &h) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(!h.has_failed);
}

int main(void)
{
    const struct ab_aes_kernels *aes;

    ab_cpu_detect(&cpu);
    t_random_bytes(data, sizeof(data));
    for (unsigned i = 0; i < NUM_JOBS; i++)
        for (enum ab_hash_id id = 0; id < AB_NUM_HASHES; id++)
            hash_alone(ab_hash_pick(id, &cpu), i, digests[id][i]);
    aes = ab_aes_pick(&cpu);
    if (aes != NULL)
        ab_cmac_set_key(&cmac_key, aes, key_bytes, sizeof(key_bytes));
    for (unsigned i = 0; i < NUM_JOBS && aes != NULL; i++)
        mac_alone(i, tags[i]);
    check_threads();
    check_handing_over();
    return t_finish();
}
