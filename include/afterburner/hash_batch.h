/*
 * Many messages at once: several messages of one hash function run in step on one core. They fill units that one
 * message leaves half idle, because each of its blocks waits for the block before.
 *
 *     struct ab_hash_batch batch;
 *     struct ab_hash_job jobs[NUM], *done;
 *
 *     ab_hash_batch_init(&batch, ab_hash_batch_pick(AB_HASH_SHA256, &cpu));
 *     for (i = 0; i < NUM; i++)
 *         ab_hash_batch_add(&batch, &jobs[i], messages[i], lens[i]);
 *     ab_hash_batch_flush(&batch);
 *     while ((done = ab_hash_batch_take(&batch)) != NULL)     in the order of adding
 *         use(done->digest);
 *
 * Shapes: any number of messages of any mix of lengths. A lane whose message ends takes the next message. A batch is
 * fastest with at least max_lanes messages at a time. A message may be added in pieces if it is too long for memory or
 * arrives in parts. Hash functions and processors without lanes are supported too, one message after another.
 *
 * Units: lengths are in bytes. Nothing is allocated: jobs and batch are the caller's memory, plain and of fixed size.
 *
 * Threads: only one thread at a time may use a batch and its jobs. Several batches are independent.
 *
 * Errors: none. Every call succeeds; a call that breaks the contract has undefined behaviour.
 *
 * Time depends on the lengths and the order of the messages, not on their content.
 */
#ifndef AFTERBURNER_HASH_BATCH_H
#define AFTERBURNER_HASH_BATCH_H

#include "afterburner/hash.h"
#include "afterburner/job_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_HASH_MAX_LANES = 32,  /* maximum number of messages in step on any processor */
    AB_HASH_MAX_CHAIN = 200, /* maximum length of a chaining value in bytes */
    AB_HASH_JOB_TAIL = 336 /* the last bytes of a message and its padding: two of the longest blocks that have lanes */
};

/*
 * A message. It needs no initialisation, must not be moved from its first piece until its last is taken, and is wiped
 * then.
 */
struct ab_hash_job {
    struct ab_job_link link;            /* internal */
    uint8_t digest[AB_HASH_MAX_DIGEST]; /* the result: digest_len bytes, once the last piece is taken */
    int is_last;                        /* read only: 1 if the piece just taken was the message's last */

    /* Internal. */
    uint64_t num_bytes;     /* of the message so far */
    size_t num_tail_blocks; /* to do after the blocks of the last piece; they are in tail */
    int is_in_tail;
    union {
        struct {
            uint8_t chain[AB_HASH_MAX_CHAIN]; /* the chaining value */
            uint8_t tail[AB_HASH_JOB_TAIL] __attribute__((aligned(16)));
        } lane;
        struct ab_hash_ctx ctx; /* for a hash function without lanes */
    } u __attribute__((aligned(16)));
};

/* Messages in progress. */
struct ab_hash_batch {
    const struct ab_hash *hash;
    unsigned max_lanes; /* read only: number of messages in step; 1 without lanes */

    /* Internal. */
    const struct ab_hash_construction *construction;
    size_t block_len;
    unsigned num_busy; /* the number of lanes with a message, which are the first ones: */
    struct ab_hash_job *jobs[AB_HASH_MAX_LANES];
    void *chains[AB_HASH_MAX_LANES];
    const uint8_t *in[AB_HASH_MAX_LANES]; /* blocks to do */
    size_t num_blocks[AB_HASH_MAX_LANES]; /* their number, at least 1 */
    struct ab_job_queue queue;
};

/*
 * Return the first implementation that the processor can run and whose known-answer test passes, including its lanes.
 * The test runs once per call and takes some ten microseconds. NULL if none passes; then this copy of the library is
 * broken.
 */
AB_API const struct ab_hash *ab_hash_batch_pick(enum ab_hash_id id, const struct ab_cpu *cpu);

/* Initialise an empty batch. The previous content is ignored. */
AB_API void ab_hash_batch_init(struct ab_hash_batch *b, const struct ab_hash *hash);

/*
 * Add a whole message; its digest is valid when ab_hash_batch_take returns the job. data needs no alignment, may be
 * NULL if len is 0, and must not change until then. Processes other messages while all lanes are busy.
 */
AB_API void ab_hash_batch_add(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);

/*
 * Add a message in pieces: ab_hash_batch_start, then ab_hash_batch_add_piece any number of times (len a multiple of
 * block_len) and ab_hash_batch_add_last once (any len). Add a piece only after the previous one was taken.
 */
AB_API void ab_hash_batch_start(struct ab_hash_batch *b, struct ab_hash_job *job);
AB_API void ab_hash_batch_add_piece(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);
AB_API void ab_hash_batch_add_last(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);

/*
 * Return the oldest job that was not taken yet if its data were processed, otherwise NULL. The job and its data belong
 * to the caller again.
 */
AB_API struct ab_hash_job *ab_hash_batch_take(struct ab_hash_batch *b);

/* Return any job whose data were processed, whichever was added first. Time grows with the number of jobs not taken. */
AB_API struct ab_hash_job *ab_hash_batch_take_any(struct ab_hash_batch *b);

/* Complete at least one job that was added. Returns 0 if there is none. */
AB_API int ab_hash_batch_work(struct ab_hash_batch *b);

/* Complete all jobs that were added. */
AB_API void ab_hash_batch_flush(struct ab_hash_batch *b);

#ifdef __cplusplus
}
#endif
#endif
