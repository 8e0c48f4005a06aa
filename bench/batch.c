/*
 * Compare many messages at once with one after another, and with another library if the build found one: nanoseconds
 * per message, and how many times as fast. 64 messages of one length with warm caches; the ways take turns, and the
 * median of the rounds counts. Their results are compared first.
 *
 * batch [--quick] [--pages] [NAME...]      NAME: the beginning of names
 *
 * --quick: few rounds. --pages: all messages begin at the start of a page.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/aes_batch.h"
#include "afterburner/hash_batch.h"
#include "bench/batch_work.h"
#include "lab/native/measure/clock.h"
#include "lab/native/measure/stats.h"

enum { MAX_ROUNDS = 31, QUICK_ROUNDS = 3, BYTES_A_ROUND = 1 << 21, QUICK_BYTES_A_ROUND = 1 << 16 };

static const size_t LENS[] = { 16, 64, 256, 1024, 4096, MAX_LEN };

uint8_t results[NUM_MESSAGES][RESULT_LEN];
const uint8_t bench_key[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

static int is_quick;

/*
 * Messages begin anywhere in their pages, or all at the start: then what several lanes read falls into the same sets of
 * the cache, which have room for twelve lines.
 */
enum { SPREAD = 320, NUM_BUFFERS = 2 * NUM_MESSAGES };
static _Alignas(4096) uint8_t buffers[NUM_BUFFERS * (MAX_LEN + SPREAD)];
static size_t stride = MAX_LEN + SPREAD;

uint8_t *message_of(unsigned i)
{
    return buffers + i * stride;
}

uint8_t *output_of(unsigned i)
{
    return buffers + (NUM_MESSAGES + i) * stride;
}

/* The work on each message; one line of the table for each length. */
struct work {
    const char *name, *level;
    void (*one_by_one)(const struct work *w, size_t len);
    void (*batch)(const struct work *w, size_t len);
    enum peer_work peer;
    const struct ab_hash *hash;       /* for hash functions */
    const struct ab_aes_kernels *aes; /* for the others */
    size_t result_len;
};

/* ---- the three ways ---- */

static void hash_one_by_one(const struct work *w, size_t len)
{
    struct ab_hash_ctx c;

    for (unsigned i = 0; i < NUM_MESSAGES; i++) {
        ab_hash_init(&c, w->hash);
        ab_hash_update(&c, message_of(i), len);
        ab_hash_final(&c, results[i]);
    }
}

static void hash_batch(const struct work *w, size_t len)
{
    static struct ab_hash_job jobs[NUM_MESSAGES];
    struct ab_hash_batch b;

    ab_hash_batch_init(&b, w->hash);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        ab_hash_batch_add(&b, &jobs[i], message_of(i), len);
    ab_hash_batch_flush(&b);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        memcpy(results[i], jobs[i].digest, w->result_len);
}

static void cmac_one_by_one(const struct work *w, size_t len)
{
    struct ab_cmac_key key;

    ab_cmac_set_key(&key, w->aes, bench_key, sizeof(bench_key));
    for (unsigned i = 0; i < NUM_MESSAGES; i++) {
        struct ab_cmac c = { .key = key };

        ab_cmac_start(&c);
        ab_cmac_update(&c, message_of(i), len);
        ab_cmac_final(&c, results[i]);
    }
}

static struct ab_aes_job aes_jobs[NUM_MESSAGES];

static void cmac_batch(const struct work *w, size_t len)
{
    struct ab_aes_batch b;
    struct ab_cmac_key key;

    ab_cmac_set_key(&key, w->aes, bench_key, sizeof(bench_key));
    ab_aes_batch_init(&b, w->aes, AB_AES_BATCH_CMAC, sizeof(bench_key));
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        ab_aes_batch_add_cmac(&b, &aes_jobs[i], &key, message_of(i), len);
    ab_aes_batch_flush(&b);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        memcpy(results[i], aes_jobs[i].block, 16);
}

static void cbc_one_by_one(const struct work *w, size_t len)
{
    struct ab_aes_cbc c;

    ab_aes_ecb_set_key(&c.aes, w->aes, bench_key, sizeof(bench_key));
    for (unsigned i = 0; i < NUM_MESSAGES; i++) {
        memcpy(c.iv, bench_key, sizeof(c.iv));
        ab_aes_cbc_encrypt(&c, message_of(i), output_of(i), len / 16);
        memcpy(results[i], c.iv, 16);
    }
}

static void cbc_batch(const struct work *w, size_t len)
{
    struct ab_aes_batch b;
    struct ab_aes_ecb key;

    ab_aes_ecb_set_key(&key, w->aes, bench_key, sizeof(bench_key));
    ab_aes_batch_init(&b, w->aes, AB_AES_BATCH_CBC, sizeof(bench_key));
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        ab_aes_batch_add_cbc(&b, &aes_jobs[i], &key, bench_key, message_of(i), output_of(i), len);
    ab_aes_batch_flush(&b);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        memcpy(results[i], aes_jobs[i].block, 16);
}

static void by_peer(const struct work *w, size_t len)
{
    peer_run(w->peer, len);
}

typedef void way_fn(const struct work *w, size_t len);

/* ---- the results ---- */

/* Return 1 if this way gives the results that the first way stored in `want`. */
static int agrees(way_fn *way, const struct work *w, size_t len, uint8_t want[NUM_MESSAGES][RESULT_LEN])
{
    memset(results, 0, sizeof(results));
    way(w, len);
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        if (memcmp(results[i], want[i], w->result_len) != 0)
            return 0;
    return 1;
}

/* The other library's nearest function to MD5 is HMAC-MD5, which hashes two blocks more and has another result. */
static void check(const struct work *w, size_t len, int has_peer)
{
    static uint8_t want[NUM_MESSAGES][RESULT_LEN];

    w->one_by_one(w, len);
    memcpy(want, results, sizeof(want));
    if (!agrees(w->batch, w, len, want) || (has_peer && w->peer != PEER_HMAC_MD5 && !agrees(by_peer, w, len, want))) {
        fprintf(stderr, "%s, %zu bytes: the results differ\n", w->name, len);
        exit(1);
    }
}

/* ---- the times ---- */

/* Return nanoseconds per message. */
static double time_round(way_fn *way, const struct work *w, size_t len)
{
    size_t num = 1 + (is_quick ? QUICK_BYTES_A_ROUND : BYTES_A_ROUND) / (NUM_MESSAGES * (len + 64));
    double start = lab_thread_seconds();

    for (size_t i = 0; i < num; i++)
        way(w, len);
    return 1e9 * (lab_thread_seconds() - start) / (double)(num * NUM_MESSAGES);
}

static void bench_len(const struct work *w, size_t len)
{
    double one[MAX_ROUNDS], many[MAX_ROUNDS], peer[MAX_ROUNDS];
    int has_peer = peer_run(w->peer, len);
    unsigned num_rounds = is_quick ? QUICK_ROUNDS : MAX_ROUNDS;

    check(w, len, has_peer);
    for (unsigned i = 0; i < num_rounds; i++) {
        one[i] = time_round(w->one_by_one, w, len);
        many[i] = time_round(w->batch, w, len);
        peer[i] = has_peer ? time_round(by_peer, w, len) : 0;
    }
    one[0] = lab_median(one, num_rounds);
    many[0] = lab_median(many, num_rounds);
    printf("%-16s %-8s %8zu %10.1f %10.1f %8.2f", w->name, w->level, len, one[0], many[0], one[0] / many[0]);
    if (has_peer) {
        peer[0] = lab_median(peer, num_rounds);
        printf(" %10.1f %8.2f%s", peer[0], peer[0] / many[0], w->peer == PEER_HMAC_MD5 ? " (HMAC)" : "");
    }
    putchar('\n');
}

static int is_wanted(const char *name, char **names)
{
    if (*names == NULL)
        return 1;
    while (*names != NULL && strncmp(name, *names, strlen(*names)) != 0)
        names++;
    return *names != NULL;
}

static void bench(const struct work *w, char **names)
{
    for (unsigned i = 0; i < sizeof(LENS) / sizeof(LENS[0]) && is_wanted(w->name, names); i++)
        bench_len(w, LENS[i]);
}

static enum peer_work peer_of(enum ab_hash_id id)
{
    switch (id) {
    case AB_HASH_MD5: return PEER_HMAC_MD5;
    case AB_HASH_SHA1: return PEER_SHA1;
    case AB_HASH_SHA224: return PEER_SHA224;
    case AB_HASH_SHA256: return PEER_SHA256;
    case AB_HASH_SHA384: return PEER_SHA384;
    case AB_HASH_SHA512: return PEER_SHA512;
    default: return PEER_NOTHING;
    }
}

static void bench_hashes(const struct ab_cpu *cpu, char **names)
{
    for (enum ab_hash_id id = 0; id < AB_NUM_HASHES; id++) {
        const struct ab_hash *hash = ab_hash_pick(id, cpu);
        struct work w = { hash->algorithm->name,
                          ab_hash_level(hash),
                          hash_one_by_one,
                          hash_batch,
                          peer_of(id),
                          hash,
                          .result_len = hash->algorithm->digest_len };
        struct ab_hash_batch b;

        ab_hash_batch_init(&b, hash);
        if (b.max_lanes > 1)
            bench(&w, names);
    }
}

static void bench_aes(const struct ab_cpu *cpu, char **names)
{
    const struct ab_aes_kernels *aes = ab_aes_pick(cpu);
    struct work cmac = { "AES-128-CMAC", "", cmac_one_by_one, cmac_batch, PEER_CMAC, .aes = aes, .result_len = 16 };
    struct work cbc = { "AES-128-CBC", "", cbc_one_by_one, cbc_batch, PEER_CBC, .aes = aes, .result_len = 16 };

    if (aes == NULL)
        return;
    cmac.level = cbc.level = ab_aes_level(aes);
    bench(&cmac, names);
    bench(&cbc, names);
}

static int set_option(const char *option)
{
    if (strcmp(option, "--quick") == 0)
        is_quick = 1;
    else if (strcmp(option, "--pages") == 0)
        stride = MAX_LEN;
    else
        return 0;
    return 1;
}

int main(int argc, char **argv)
{
    struct ab_cpu cpu;

    (void)argc;
    for (argv++; *argv != NULL && strncmp(*argv, "--", 2) == 0; argv++)
        if (!set_option(*argv)) {
            fprintf(stderr, "batch: unknown option %s\n", *argv);
            return 2;
        }
    ab_cpu_detect(&cpu);
    memset(buffers, 0x5a, sizeof(buffers));
    for (unsigned i = 0; i < NUM_MESSAGES; i++)
        message_of(i)[0] = (uint8_t)i;
    printf("peer: %s\n", peer_name() != NULL ? peer_name() : "none found by the build");
    printf("%-16s %-8s %8s %10s %10s %8s %10s %8s\n", "", "level", "bytes", "one, ns", "batch, ns", "ratio", "peer, ns",
           "ratio");
    bench_hashes(&cpu, argv);
    bench_aes(&cpu, argv);
    return 0;
}
