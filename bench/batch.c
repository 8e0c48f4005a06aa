/*
 * Many messages at once against one after another, for each hash function with lanes: nanoseconds a message, and how many
 * times as fast. 64 messages of a length, warm; the two take turns, and the median of the rounds counts.
 */
#include <stdio.h>
#include <string.h>

#include "afterburner/hash_batch.h"
#include "lab/measure/clock.h"
#include "lab/measure/stats.h"

enum { NUM_MESSAGES = 64, NUM_ROUNDS = 31, MAX_LEN = 16384, BYTES_A_ROUND = 1 << 21 };

static const size_t LENS[] = { 16, 64, 256, 1024, 4096, MAX_LEN };

static struct ab_hash_job jobs[NUM_MESSAGES];
static uint8_t messages[NUM_MESSAGES][MAX_LEN];

static void hash_one_by_one(const struct ab_hash *hash, size_t len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    struct ab_hash_ctx c;

    for (unsigned i = 0; i < NUM_MESSAGES; i++) {
        ab_hash_init(&c, hash);
        ab_hash_update(&c, messages[i], len);
        ab_hash_final(&c, digest);
    }
}

static void hash_batch(const struct ab_hash *hash, size_t len)
{
    struct ab_hash_batch b;

    ab_hash_batch_init(&b, hash);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        ab_hash_batch_add(&b, &jobs[i], messages[i], len);
    ab_hash_batch_flush(&b);
}

typedef void hash_fn(const struct ab_hash *hash, size_t len);

/* Nanoseconds a message. */
static double time_round(hash_fn *run, const struct ab_hash *hash, size_t len)
{
    size_t num = 1 + BYTES_A_ROUND / (NUM_MESSAGES * (len + 64));
    double start = lab_thread_seconds();

    for (size_t i = 0; i < num; i++)
        run(hash, len);
    return 1e9 * (lab_thread_seconds() - start) / (double)(num * NUM_MESSAGES);
}

static void bench_len(const struct ab_hash *hash, size_t len)
{
    double one[NUM_ROUNDS], many[NUM_ROUNDS], median_one, median_many;

    for (unsigned i = 0; i < NUM_ROUNDS; i++) {
        one[i] = time_round(hash_one_by_one, hash, len);
        many[i] = time_round(hash_batch, hash, len);
    }
    median_one = lab_median(one, NUM_ROUNDS);
    median_many = lab_median(many, NUM_ROUNDS);
    printf("%-12s %-10s %8zu %12.1f %12.1f %8.2f\n", hash->algorithm->name, ab_hash_level(hash), len, median_one, median_many,
           median_one / median_many);
}

int main(void)
{
    struct ab_hash_batch b;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    memset(messages, 0x5a, sizeof(messages));
    printf("%-12s %-10s %8s %12s %12s %8s\n", "hash", "level", "bytes", "one, ns", "batch, ns", "ratio");
    for (enum ab_hash_id id = 0; id < AB_NUM_HASHES; id++) {
        ab_hash_batch_init(&b, ab_hash_pick(id, &cpu));
        for (unsigned i = 0; i < sizeof(LENS) / sizeof(LENS[0]) && b.max_lanes > 1; i++)
            bench_len(b.hash, LENS[i]);
    }
    return 0;
}
