/*
 * Threads that share the work of one long call. The calling thread works too; the others, the workers, help while it
 * lasts.
 *
 * One call at a time owns the workers. A call that finds them taken runs alone, so no call waits for another. Whether
 * sharing pays is measured: the time of a wake-up on this machine, and the speed of each kind of work alone.
 *
 *              is_taken  gate           what happens
 *     idle        0      0              workers, if any were started yet, sleep on `announced`
 *      |  ab_pool_begin: a call for which sharing pays
 *      v
 *     taken       1      0              the first such call starts the workers and times a wake-up
 *      |  ab_pool_run: store the job, set OPEN, count `announced` up, wake the workers
 *      v
 *     open        1      OPEN + n       n workers have entered; they and the caller take parts
 *      |  no part is left: the caller clears OPEN
 *      v
 *     draining    1      n              n workers finish their last part; nobody enters. SLEEPS + n: the caller sleeps
 *      |  the last worker leaves: the job is over and nothing that it points to is touched again
 *      v
 *     taken       1      0              the caller measures what sharing gained
 *      |  ab_pool_end
 *      v
 *     idle
 *
 * ab_pool_free sets is_ending, waits for idle, takes the pool, wakes the workers and joins them. After fork the child
 * finds the pool as ab_pool_new made it, in whatever state the parent's was: all state is in one mapping that the
 * kernel clears in the child (MADV_WIPEONFORK).
 */
#ifndef AB_THREADS_POOL_H
#define AB_THREADS_POOL_H

#include <stddef.h>
#include <stdint.h>

enum {
    AB_POOL_MIN_LEN = 256 << 10, /* a shorter call is never shared */
    AB_POOL_MAX_THREADS = 64,    /* on one call, including the caller */
    AB_POOL_MAX_PARTS = 256
};

/* Kinds of work; each has its own measured speed. */
enum ab_pool_kind {
    AB_POOL_ECB,
    AB_POOL_CBC_DECRYPT,
    AB_POOL_CFB_DECRYPT,
    AB_POOL_CTR,
    AB_POOL_XTS,
    AB_POOL_GCM,
    AB_POOL_ARGON2,
    AB_POOL_SLHDSA, /* the first of the kinds of a signature, one for each of the 12 parameter sets */
    AB_POOL_NUM_KINDS = AB_POOL_SLHDSA + 12
};

enum ab_pool_policy {
    AB_POOL_IF_IT_PAYS,
    AB_POOL_ALWAYS /* for tests: share even if it is slower */
};

struct ab_pool;

/*
 * Create a pool of at most num_threads >= 2 threads a call. It starts no thread yet. NULL if out of memory or without
 * MADV_WIPEONFORK.
 */
struct ab_pool *ab_pool_new(unsigned num_threads, enum ab_pool_policy policy);

/*
 * End the threads; pool may be NULL. If another thread is still inside a call (a host that exits while work runs), wait
 * up to 200 ms for it, then leave the pool and its threads to the end of the process.
 */
void ab_pool_free(struct ab_pool *pool);

/* The maximum number of threads on one call, including the caller. */
unsigned ab_pool_num_threads(const struct ab_pool *pool);

/* The number of threads that exist now, not counting callers. */
unsigned ab_pool_num_workers(const struct ab_pool *pool);

/* A call in progress. */
struct ab_pool_call {
    enum ab_pool_kind kind;
    size_t len;
    /* if shared: bytes of each part, a multiple of 4096; the last part also has the remainder, so at least 16 */
    size_t part_len;
    size_t num_parts; /* if shared: 2 to AB_POOL_MAX_PARTS; another number may replace it before ab_pool_run */
    int is_shared, is_timed;
    int cancel_state; /* of the calling thread, restored at the end */
    uint64_t began;   /* ns, monotonic clock */
    uint64_t alone;   /* expected ns without sharing */
};

/*
 * Begin a call of len bytes. Returns 1 if the call owns the threads and must do its work by ab_pool_run, 0 if the
 * caller works alone. Call ab_pool_end in both cases. Between the two the calling thread cannot be cancelled if the
 * result is 1.
 */
int ab_pool_begin(struct ab_pool *pool, struct ab_pool_call *call, enum ab_pool_kind kind, size_t len);

/* Do part i of the call->num_parts parts of the work. Any thread may call it. */
typedef void ab_pool_part_fn(const void *work, size_t i);

/* Do all parts; return when all are done. A call may do this several times, each time with other parts. */
void ab_pool_run(struct ab_pool *pool, const struct ab_pool_call *call, ab_pool_part_fn *part, const void *work);

void ab_pool_end(struct ab_pool *pool, struct ab_pool_call *call);

#endif
