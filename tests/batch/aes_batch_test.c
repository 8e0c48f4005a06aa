/*
 * Process many AES messages at once: each result equals that of the message alone, and the jobs return in the order in
 * which they were added. Covers, at every level, any number of messages, equal and mixed lengths, one key or many, in
 * place and to other memory, and buffers that end at inaccessible pages.
 */
#include <stdio.h>
#include <string.h>

#include "afterburner/aes_batch.h"
#include "harness/harness.h"
#include "harness/levels.h"

enum { MAX_JOBS = 64, MAX_LEN = 5000, NUM_KEYS = 5 };

static const char *const kind_names[] = { "CMAC", "CBC", "CFB" };

static struct ab_aes_job jobs[MAX_JOBS];
static struct ab_aes_batch batch;
static struct ab_cmac_key keys[NUM_KEYS];
static uint8_t data[MAX_JOBS][MAX_LEN], out[MAX_JOBS][MAX_LEN], ivs[MAX_JOBS][16];
static struct { /* one for each job */
    const uint8_t *in;
    uint8_t *out;
    size_t len;
    unsigned key;
} messages[MAX_JOBS];

static void make_keys(const struct ab_aes_kernels *k, size_t key_len)
{
    uint8_t key[32];

    t_where.key_len = key_len;
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        t_random_bytes(key, sizeof(key));
        ab_cmac_set_key(&keys[i], k, key, key_len);
    }
}

static void add(unsigned i)
{
    const struct ab_cmac_key *key = &keys[messages[i].key];

    switch (batch.kind) {
    case AB_AES_BATCH_CMAC: ab_aes_batch_add_cmac(&batch, &jobs[i], key, messages[i].in, messages[i].len); break;
    case AB_AES_BATCH_CBC:
        ab_aes_batch_add_cbc(&batch, &jobs[i], &key->aes, ivs[i], messages[i].in, messages[i].out, messages[i].len);
        break;
    case AB_AES_BATCH_CFB:
        ab_aes_batch_add_cfb(&batch, &jobs[i], &key->aes, ivs[i], messages[i].in, messages[i].out, messages[i].len);
        break;
    }
}

/* Process message i alone, from its copy in data. */
static void do_alone(unsigned i, uint8_t *want, uint8_t block[16])
{
    const struct ab_cmac_key *key = &keys[messages[i].key];
    struct ab_cmac cmac = { .key = *key };
    struct ab_aes_cbc cbc = { .aes = key->aes };
    struct ab_aes_feedback cfb = { .aes = key->aes };
    size_t len = messages[i].len;

    switch (batch.kind) {
    case AB_AES_BATCH_CMAC:
        ab_cmac_start(&cmac);
        ab_cmac_update(&cmac, data[i], len);
        ab_cmac_final(&cmac, block);
        break;
    case AB_AES_BATCH_CBC:
        memcpy(cbc.iv, ivs[i], 16);
        ab_aes_cbc_encrypt(&cbc, data[i], want, len / 16);
        memcpy(block, cbc.iv, 16);
        break;
    case AB_AES_BATCH_CFB:
        ab_aes_feedback_set_iv(&cfb, ivs[i]);
        ab_aes_cfb_encrypt(&cfb, data[i], want, len);
        memcpy(block, len < 16 ? ivs[i] : want + len / 16 * 16 - 16, 16);
        break;
    }
}

static void check_taken(unsigned i)
{
    static uint8_t want[MAX_LEN];
    uint8_t block[16];

    t_where.len = messages[i].len;
    t_where.extra = i;
    do_alone(i, want, block);
    CHECK_BYTES(jobs[i].block, block, 16);
    if (batch.kind != AB_AES_BATCH_CMAC)
        CHECK_BYTES(messages[i].out, want, messages[i].len);
}

static unsigned take_ready(unsigned next)
{
    for (struct ab_aes_job *job; (job = ab_aes_batch_take(&batch)) != NULL; next++) {
        CHECK(job == &jobs[next]);
        check_taken(next);
    }
    return next;
}

static void run(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind, unsigned num)
{
    unsigned next = 0;
    uint8_t secret = 0;

    ab_aes_batch_init(&batch, k, kind, t_where.key_len);
    memset(jobs, 0xa5, sizeof(jobs));
    for (unsigned i = 0; i < num; i++) {
        add(i);
        next = take_ready(next);
    }
    ab_aes_batch_flush(&batch);
    CHECK(take_ready(next) == num);
    CHECK(ab_aes_batch_take(&batch) == NULL && ab_aes_batch_work(&batch) == 0);
    ab_aes_batch_wipe(&batch);
    for (size_t i = 0; i < offsetof(struct ab_aes_lanes, in); i++)
        secret |= ((const uint8_t *)&batch.lanes)[i];
    CHECK(secret == 0);
}

static size_t fitting(enum ab_aes_batch_kind kind, size_t len)
{
    return kind == AB_AES_BATCH_CBC ? len / 16 * 16 : len;
}

/* Choose where message i lies, and keep a copy of it in data. */
static void place(enum ab_aes_batch_kind kind, unsigned i, size_t len, int in_place, unsigned num_keys)
{
    messages[i].len = fitting(kind, len);
    messages[i].key = (unsigned)t_random_below(num_keys);
    messages[i].out = out[i];
    messages[i].in = in_place ? out[i] : data[i];
    memcpy(out[i], data[i], messages[i].len);
}

static void check_counts(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind)
{
    t_where.check = "every count, mixed lengths";
    for (unsigned num = 0; num <= MAX_JOBS; num = t_next_count(num)) {
        for (unsigned i = 0; i < num; i++)
            place(kind, i, t_random_below(num & 1 ? MAX_LEN + 1 : 100), i & 1, num % 3 == 0 ? 1 : NUM_KEYS);
        run(k, kind, num);
    }
}

static void check_lengths(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind)
{
    t_where.check = "every length";
    for (size_t len = 0; len <= MAX_LEN; len = t_is_slow() || len < 300 ? t_next_len(len) : len + 97) {
        unsigned num = 2 + (unsigned)(len & 3);

        for (unsigned i = 0; i < num; i++)
            place(kind, i, len, i & 1, NUM_KEYS);
        run(k, kind, num);
    }
}

/*
 * Put one long message among short ones, at each position: later short messages are finished before it, but the jobs
 * still return in order.
 */
static void check_long_one(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind)
{
    t_where.check = "one long, the others short";
    for (unsigned at = 0; at < 40; at += 3) {
        for (unsigned i = 0; i < 40; i++)
            place(kind, i, i == at ? MAX_LEN : t_random_below(200), i & 1, NUM_KEYS);
        run(k, kind, 40);
    }
}

/* Place messages, in place, so that they end at an inaccessible page or begin directly after one. */
static void check_edges(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind)
{
    t_where.check = "beside inaccessible pages";
    for (size_t len = 0; len <= 400; len = t_next_len(len)) {
        for (unsigned i = 0; i < T_NUM_REGIONS; i++) {
            place(kind, i, len + i, 0, NUM_KEYS);
            messages[i].out = t_place(i, (len + i) & 1 ? T_AT_START : T_AT_END, 0, messages[i].len);
            messages[i].in = messages[i].out;
            memcpy(messages[i].out, data[i], messages[i].len);
        }
        run(k, kind, T_NUM_REGIONS);
    }
}

static void check_level(const struct ab_aes_kernels *k)
{
    for (enum ab_aes_batch_kind kind = AB_AES_BATCH_CMAC; kind <= AB_AES_BATCH_CFB; kind++)
        for (size_t key_len = 16; key_len <= 32; key_len += 8) {
            t_where.subject = kind_names[kind];
            make_keys(k, key_len);
            check_counts(k, kind);
            check_lengths(k, kind);
            check_long_one(k, kind);
            check_edges(k, kind);
        }
}

int main(void)
{
    t_random_bytes(data, sizeof(data));
    t_random_bytes(ivs, sizeof(ivs));
    t_each_level(check_level);
    return t_finish();
}
