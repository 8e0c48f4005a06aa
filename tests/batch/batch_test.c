/*
 * Hash many messages at once: each digest equals that of ab_hash, and the jobs return in the order in which they were
 * added. Covers, for every implementation of every hash function, any number of messages, equal and mixed lengths,
 * whole messages and pieces, and buffers that end at inaccessible pages.
 */
#include <stdio.h>
#include <string.h>

#include "afterburner/hash_batch.h"
#include "crypto/hash/construction.h"
#include "harness/harness.h"

enum { MAX_JOBS = 64, MAX_LEN = 5000, DATA_LEN = 3 * MAX_LEN };

static struct ab_hash_job jobs[MAX_JOBS];
static uint8_t data[DATA_LEN];
static const uint8_t *start[MAX_JOBS];
static size_t lens[MAX_JOBS];
static struct ab_cpu cpu;
static int is_long; /* huge messages through every implementation, not only through the one that is picked */

static void digest_alone(const struct ab_hash *hash, const uint8_t *in, size_t len, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, in, len);
    ab_hash_final(&c, digest);
}

static void check_taken(struct ab_hash_batch *b, unsigned i)
{
    uint8_t want[AB_HASH_MAX_DIGEST];

    t_where.len = lens[i];
    t_where.extra = i;
    digest_alone(b->hash, start[i], lens[i], want);
    CHECK(jobs[i].is_last);
    CHECK_BYTES(jobs[i].digest, want, b->hash->algorithm->digest_len);
}

/* Take the jobs that are ready; each must be the next in order. */
static unsigned take_ready(struct ab_hash_batch *b, unsigned next)
{
    for (struct ab_hash_job *job; (job = ab_hash_batch_take(b)) != NULL; next++) {
        CHECK(job == &jobs[next]);
        check_taken(b, next);
    }
    return next;
}

static void check_batch(const struct ab_hash *hash, unsigned num)
{
    struct ab_hash_batch b;
    unsigned next = 0;

    ab_hash_batch_init(&b, hash);
    memset(jobs, 0xa5, sizeof(jobs));
    for (unsigned i = 0; i < num; i++) {
        ab_hash_batch_add(&b, &jobs[i], start[i], lens[i]);
        next = take_ready(&b, next);
        CHECK(b.max_lanes > 1 || next == i + 1); /* without lanes, each job is done as it is added */
    }
    ab_hash_batch_flush(&b);
    CHECK(take_ready(&b, next) == num);
    CHECK(ab_hash_batch_take(&b) == NULL && ab_hash_batch_work(&b) == 0);
}

static void place_anywhere(unsigned i, size_t len)
{
    lens[i] = len;
    start[i] = data + t_random_below(DATA_LEN - len + 1);
}

static void check_counts(const struct ab_hash *hash)
{
    t_where.check = "every count, mixed lengths";
    for (unsigned num = 0; num <= MAX_JOBS; num = t_next_count(num)) {
        for (unsigned i = 0; i < num; i++)
            place_anywhere(i, t_random_below(MAX_LEN + 1));
        check_batch(hash, num);
    }
}

static void check_lengths(const struct ab_hash *hash)
{
    t_where.check = "every length, two to five alike";
    for (size_t len = 0; len <= MAX_LEN; len = t_is_slow() || len < 600 ? t_next_len(len) : len + 97) {
        unsigned num = 2 + (unsigned)(len & 3);

        for (unsigned i = 0; i < num; i++)
            place_anywhere(i, len);
        check_batch(hash, num);
    }
}

/*
 * Put one long message among short ones, at each position: later short messages are finished before it, but the jobs
 * still return in order.
 */
static void check_long_one(const struct ab_hash *hash)
{
    t_where.check = "one long message, the others short";
    for (unsigned place = 0; place < 12; place++) {
        for (unsigned i = 0; i < 12; i++)
            place_anywhere(i, i == place ? MAX_LEN : t_random_below(200));
        check_batch(hash, 12);
    }
}

/* Place four messages so that they end at an inaccessible page or begin directly after one. */
static void check_edges(const struct ab_hash *hash)
{
    t_where.check = "beside inaccessible pages";
    for (size_t len = 0; len <= 400; len = t_next_len(len)) {
        for (unsigned i = 0; i < T_NUM_REGIONS; i++) {
            lens[i] = len + i;
            uint8_t *p = t_place(i, (len + i) & 1 ? T_AT_START : T_AT_END, 0, lens[i]);

            t_random_bytes(p, lens[i]);
            start[i] = p;
        }
        check_batch(hash, T_NUM_REGIONS);
    }
}

struct progress {
    size_t done; /* bytes added so far */
};

static void add_more(struct ab_hash_batch *b, unsigned i, struct progress *p)
{
    size_t left = lens[i] - p->done, block = b->hash->algorithm->block_len;
    size_t piece = t_random_below(5) * block;
    const uint8_t *at = start[i] + p->done;

    if (piece > left || t_random_below(8) == 0) {
        p->done += left;
        ab_hash_batch_add_last(b, &jobs[i], at, left);
    } else {
        p->done += piece;
        ab_hash_batch_add_piece(b, &jobs[i], at, piece);
    }
}

typedef struct ab_hash_job *take_fn(struct ab_hash_batch *b);

/* Hash every message in pieces of random size, some empty: add each piece when the one before it has returned. */
static void check_pieces(const struct ab_hash *hash, unsigned num, take_fn *take)
{
    struct progress progress[MAX_JOBS] = { 0 };
    struct ab_hash_batch b;
    unsigned num_done = 0;

    ab_hash_batch_init(&b, hash);
    for (unsigned i = 0; i < num; i++) {
        place_anywhere(i, t_random_below(MAX_LEN + 1));
        ab_hash_batch_start(&b, &jobs[i]);
        add_more(&b, i, &progress[i]);
    }
    while (num_done < num) {
        struct ab_hash_job *job = take(&b);

        if (job == NULL) {
            if (!CHECK(ab_hash_batch_work(&b)))
                return;
        } else if (job->is_last) {
            check_taken(&b, (unsigned)(job - jobs));
            num_done++;
        } else {
            add_more(&b, (unsigned)(job - jobs), &progress[job - jobs]);
        }
    }
}

/* Add a long message and short ones after it: the short ones can be taken first, and the long one still returns. */
static void check_overtaking(const struct ab_hash *hash)
{
    struct ab_hash_batch b;
    struct ab_hash_job *job;
    unsigned num_short = 3;

    t_where.check = "out of order";
    ab_hash_batch_init(&b, hash);
    for (unsigned i = 0; i <= num_short; i++) {
        place_anywhere(i, i == 0 ? MAX_LEN : 10);
        ab_hash_batch_add(&b, &jobs[i], start[i], lens[i]);
    }
    for (unsigned num = 0; num < num_short && b.max_lanes > num_short;) {
        job = ab_hash_batch_take_any(&b);
        if (job == NULL) {
            CHECK(ab_hash_batch_work(&b));
            continue;
        }
        CHECK(job != &jobs[0]);
        check_taken(&b, (unsigned)(job - jobs));
        num++;
    }
    if (b.max_lanes > num_short)
        CHECK(ab_hash_batch_take_any(&b) == NULL);
    ab_hash_batch_flush(&b);
    CHECK(ab_hash_batch_take_any(&b) == &jobs[0]);
    check_taken(&b, 0);
}

/*
 * Hash a message whose length in bits needs more than 32 bits: a little over 2^29 bytes, in pieces that all repeat one
 * block. Sponges do not use the length of the message, so they are left out.
 */
static void check_huge(const struct ab_hash *hash)
{
    static uint8_t piece[1 << 20];
    uint8_t want[AB_HASH_MAX_DIGEST];
    struct ab_hash_batch b;
    struct ab_hash_ctx c;

    if (hash->kernels->absorb != NULL)
        return;
    t_where.check = "2^29 bytes and one";
    ab_hash_init(&c, hash);
    ab_hash_batch_init(&b, hash);
    ab_hash_batch_start(&b, &jobs[0]);
    for (unsigned i = 0; i < 512; i++) {
        ab_hash_batch_add_piece(&b, &jobs[0], piece, sizeof(piece));
        ab_hash_batch_flush(&b);
        CHECK(ab_hash_batch_take(&b) == &jobs[0] && !jobs[0].is_last);
        ab_hash_update(&c, piece, sizeof(piece));
    }
    ab_hash_batch_add_last(&b, &jobs[0], piece, 1);
    ab_hash_batch_flush(&b);
    CHECK(ab_hash_batch_take(&b) == &jobs[0]);
    ab_hash_update(&c, piece, 1);
    ab_hash_final(&c, want);
    CHECK_BYTES(jobs[0].digest, want, hash->algorithm->digest_len);
}

static void check_hash(const struct ab_hash *hash)
{
    t_where.subject = hash->algorithm->name;
    t_where.level = ab_hash_level(hash);
    check_counts(hash);
    check_lengths(hash);
    check_long_one(hash);
    check_edges(hash);
    check_overtaking(hash);
    t_where.check = "in pieces";
    for (unsigned num = 1; num <= MAX_JOBS; num = t_next_count(num))
        check_pieces(hash, num, num & 1 ? ab_hash_batch_take : ab_hash_batch_take_any);
    if (!ab_hash_is_fallback(hash) && !t_is_slow() && (is_long || hash == ab_hash_pick(hash->algorithm->id, &cpu)))
        check_huge(hash);
}

static void check_pick(enum ab_hash_id id)
{
    t_where.subject = ab_hash_list(id)->algorithm->name;
    t_where.check = "every known answer is right";
    CHECK(ab_hash_batch_pick(id, &cpu) == ab_hash_pick(id, &cpu));
}

/* ---- the scheduler alone: lanes that call the function for one message, in any number, for every construction ---- */

static const struct ab_hash *one_message;

static void one_after_another(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                              unsigned num_lanes)
{
    CHECK(num_blocks > 0 && block_len == one_message->algorithm->block_len);
    for (unsigned i = 0; i < num_lanes; i++)
        one_message->algorithm->construction->compress(one_message, state[i], in[i], num_blocks);
}

static void check_scheduler(const struct ab_hash *hash)
{
    static const unsigned MAX[] = { 2, 8, 32, 32 }, MIN[] = { 0, 0, 0, 7 };
    struct ab_hash_kernels kernels = *hash->kernels;
    struct ab_hash slow = { hash->algorithm, &kernels };

    if (hash->algorithm->construction->chain_len == 0)
        return;
    one_message = hash;
    kernels.needs.name = "one after another";
    kernels.needs.is_fallback = 1;
    kernels.compress_lanes = one_after_another;
    for (unsigned i = 0; i < sizeof(MAX) / sizeof(MAX[0]); i++) {
        kernels.max_lanes = MAX[i];
        kernels.min_lanes = MIN[i];
        check_hash(&slow);
    }
}

/* Usage: batch_test [--long] */
int main(int argc, char **argv)
{
    unsigned num_with_lanes = 0;

    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    ab_cpu_detect(&cpu);
    t_random_bytes(data, sizeof(data));
    for (enum ab_hash_id id = 0; id < AB_NUM_HASHES; id++) {
        check_pick(id);
        for (const struct ab_hash *h = ab_hash_list(id); h->algorithm != NULL; h++)
            if (ab_hash_is_usable(h, &cpu)) {
                struct ab_hash_batch b;

                ab_hash_batch_init(&b, h);
                num_with_lanes += b.max_lanes > 1;
                check_hash(h);
                if (h == ab_hash_pick(id, &cpu))
                    check_scheduler(h);
            }
    }
    printf("%u implementations with lanes\n", num_with_lanes);
    CHECK(num_with_lanes > 0 || !(cpu.bits & AB_BIT_SHA));
    return t_finish();
}
