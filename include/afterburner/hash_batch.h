/*
 * Many messages at once: several of one hash function run in step on one core and fill units that one message, whose
 * every block waits for the block before it, leaves half idle.
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
 * Shapes: any number of messages of any lengths, mixed as they come; a lane whose message ends takes the next. It is
 * fastest with at least max_lanes messages under way. A message too long for memory, or not there yet, comes in pieces.
 * Hash functions and processors without lanes are served too, one message after another.
 *
 * Units: lengths are bytes. Nothing is allocated: jobs and batch are the caller's memory, plain and of fixed size.
 *
 * Threads: a batch and its jobs are one thread's at a time; several batches need nothing of each other.
 *
 * Errors: there are none. Every call succeeds; what the contract forbids is undefined.
 *
 * Time depends on the lengths of the messages and their order, not on a byte of them.
 */
#ifndef AFTERBURNER_HASH_BATCH_H
#define AFTERBURNER_HASH_BATCH_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_HASH_MAX_LANES = 32,  /* most messages in step that any processor takes */
    AB_HASH_MAX_CHAIN = 200, /* longest chaining value, in bytes */
    AB_HASH_JOB_TAIL = 336 /* the last bytes of a message and its padding: two of the longest blocks that have lanes */
};

/* A message. It needs no initialisation, must not move from its first piece until its last is taken, and is wiped then. */
struct ab_hash_job {
    uint8_t digest[AB_HASH_MAX_DIGEST]; /* the result: digest_len bytes of it, once the last piece is taken */
    int is_last;                        /* read only: 1 if the piece that was taken was the message's last */

    /* The batch's own. */
    struct ab_hash_job *next;
    uint64_t num_bytes;     /* of the message so far */
    size_t num_tail_blocks; /* after those of the last piece, in tail */
    int is_in_tail, is_done;
    union {
        struct {
            uint8_t chain[AB_HASH_MAX_CHAIN]; /* the chaining value */
            uint8_t tail[AB_HASH_JOB_TAIL] __attribute__((aligned(16)));
        } lane;
        struct ab_hash_ctx ctx; /* without lanes */
    } u __attribute__((aligned(16)));
};

/* Messages in progress. */
struct ab_hash_batch {
    const struct ab_hash *hash;
    unsigned max_lanes; /* read only: messages that run in step; 1 if there are no lanes */

    /* The batch's own. */
    const struct ab_hash_construction *construction;
    size_t block_len;
    unsigned num_busy; /* the first so many lanes have a message: */
    struct ab_hash_job *jobs[AB_HASH_MAX_LANES];
    void *chains[AB_HASH_MAX_LANES];
    const uint8_t *in[AB_HASH_MAX_LANES]; /* blocks that wait */
    size_t num_blocks[AB_HASH_MAX_LANES]; /* of them, 1 at least */
    struct ab_hash_job *first, *last;     /* added and not taken yet */
};

/*
 * The first implementation that the processor can run and whose known-answer test passes, lanes included: run once, it takes
 * some ten microseconds. NULL if none passes; then this copy of the library is broken.
 */
AB_API const struct ab_hash *ab_hash_batch_pick(enum ab_hash_id id, const struct ab_cpu *cpu);

/* An empty batch. What an earlier use left in it is forgotten. */
AB_API void ab_hash_batch_init(struct ab_hash_batch *b, const struct ab_hash *hash);

/*
 * A whole message: its digest is there when ab_hash_batch_take gives the job back. data (any alignment; may be NULL if len
 * is 0) must stay as it is until then. Works off other messages while all lanes are busy.
 */
AB_API void ab_hash_batch_add(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);

/*
 * A message in pieces: ab_hash_batch_start, then ab_hash_batch_add_piece any number of times (len a multiple of block_len)
 * and ab_hash_batch_add_last once (any len). A piece is added only after the one before was taken.
 */
AB_API void ab_hash_batch_start(struct ab_hash_batch *b, struct ab_hash_job *job);
AB_API void ab_hash_batch_add_piece(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);
AB_API void ab_hash_batch_add_last(struct ab_hash_batch *b, struct ab_hash_job *job, const uint8_t *data, size_t len);

/*
 * The job added longest ago of those not taken yet, if what was added of it is worked off, or NULL. It is the caller's
 * again, and so are its data.
 */
AB_API struct ab_hash_job *ab_hash_batch_take(struct ab_hash_batch *b);

/* The same for any job that is worked off, whichever was added first; its time grows with the number of jobs not taken. */
AB_API struct ab_hash_job *ab_hash_batch_take_any(struct ab_hash_batch *b);

/* Works off one job that was added, at least; 0 if there was none. */
AB_API int ab_hash_batch_work(struct ab_hash_batch *b);

/* Works off all that was added. */
AB_API void ab_hash_batch_flush(struct ab_hash_batch *b);

#ifdef __cplusplus
}
#endif
#endif
