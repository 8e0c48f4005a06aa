/*
 * Threads that share the work of one long call: the caller works too, and others help while it lasts.
 *
 * The threads are made when a call first pays for them, belong to the process that made them (a child after fork has
 * none and makes its own) and sleep between calls. One call at a time has them; who comes meanwhile goes on alone, so
 * nobody waits for anybody else's call. Whether sharing pays is measured, not assumed: how long threads take to wake up
 * here, and how fast each kind of work is alone.
 */
#ifndef AB_THREADS_POOL_H
#define AB_THREADS_POOL_H

#include <stddef.h>
#include <stdint.h>

enum {
    AB_POOL_MIN_LEN = 256 << 10, /* bytes of a call that is shared at all */
    AB_POOL_MAX_THREADS = 64,    /* on one call, the caller among them */
    AB_POOL_MAX_PARTS = 256
};

/* What is measured apart, since each has its own speed. */
enum ab_pool_kind {
    AB_POOL_ECB,
    AB_POOL_CBC_DECRYPT,
    AB_POOL_CFB_DECRYPT,
    AB_POOL_CTR,
    AB_POOL_XTS,
    AB_POOL_GCM,
    AB_POOL_NUM_KINDS
};

enum ab_pool_policy {
    AB_POOL_IF_IT_PAYS,
    AB_POOL_ALWAYS /* for tests: whatever it costs */
};

struct ab_pool;

/* num_threads: most on one call, at least 2. Makes no thread yet. NULL without memory or without MADV_WIPEONFORK. */
struct ab_pool *ab_pool_new(unsigned num_threads, enum ab_pool_policy policy);

/*
 * Ends the threads; NULL is allowed. If another thread is still within a call (a host that exits while work runs),
 * waits a moment for it, then leaves pool and threads to the end of the process.
 */
void ab_pool_free(struct ab_pool *pool);

/* Most threads on one call, the caller among them. */
unsigned ab_pool_num_threads(const struct ab_pool *pool);

/* Threads that there are now, besides the callers. */
unsigned ab_pool_num_workers(const struct ab_pool *pool);

/* A call in progress. */
struct ab_pool_call {
    enum ab_pool_kind kind;
    size_t len;
    size_t part_len;  /* shared: bytes a part, a multiple of 4096; the last takes what is left, at least 16 */
    size_t num_parts; /* shared: 2 to AB_POOL_MAX_PARTS */
    int is_shared, is_timed;
    int cancel_state; /* the caller's, restored at the end */
    uint64_t began;   /* ns */
    uint64_t alone;   /* ns that it would take alone */
};

/*
 * Begins a call of len bytes. 1: the threads are this call's, which does its work by ab_pool_run. 0: the caller does it
 * alone. Either way ab_pool_end follows. Between the two the thread cannot be cancelled.
 */
int ab_pool_begin(struct ab_pool *pool, struct ab_pool_call *call, enum ab_pool_kind kind, size_t len);

/* Does part i of call->num_parts of the work, on any thread. */
typedef void ab_pool_part_fn(const void *work, size_t i);

/* All parts; returns when all are done. */
void ab_pool_run(struct ab_pool *pool, const struct ab_pool_call *call, ab_pool_part_fn *part, const void *work);

void ab_pool_end(struct ab_pool *pool, struct ab_pool_call *call);

#endif
