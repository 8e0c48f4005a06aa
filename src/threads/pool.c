/*
 * The pool of pool.h: workers, the handing over of a job, the measurements that decide whether a call is shared.
 *
 * A job is handed over by the gate. Its highest bit says that the job is open; the low bits count the workers inside. A
 * worker enters by adding 1 while the bit is set and leaves by subtracting 1.
 */
#include "threads/pool.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/pause.h"
#include "os/memory.h"
#include "os/threads.h"

enum {
    MAX_WORKERS = AB_POOL_MAX_THREADS - 1,
    PARTS_A_THREAD = 16, /* so that a late or preempted thread delays the call by a fraction only */
    MIN_PART = 64 << 10,
    PAGE = 4096,
    STACK_LEN = 256 << 10,
    SPIN = 20000, /* ns of polling before a thread sleeps, while the time of a wake-up is unknown */
    MAX_SPIN = 50000,
    NUM_WAKES = 5,              /* that calibration measures */
    MAX_WAKE = 2000000,         /* ns; do not wait longer for a worker */
    PAUSE_BEFORE_WAKE = 200000, /* ns, so that the worker is surely asleep */
    MAX_STRIKES = 10,
    FEWEST_TO_SKIP = 16,
    WAKES_A_CALL = 3, /* share a call only if it takes at least this many wake-ups alone */
    CREDIT = 2,       /* times of calls alone that sharing may lose before it is suspended */
    LAST_CALL = 200   /* ms that ab_pool_free waits for a running call */
};

#define OPEN 0x80000000u
#define SLEEPS 0x40000000u /* the caller sleeps until the last worker leaves */

struct job {
    ab_pool_part_fn *part;
    const void *work;
    size_t num_parts;
};

struct state {
    _Atomic uint32_t is_taken; /* a call owns the threads, or they are being ended */
    _Atomic uint32_t is_ending;
    _Atomic uint32_t gate;
    _Atomic uint32_t announced;        /* number of jobs so far; workers sleep on it */
    _Alignas(8) _Atomic uint64_t left; /* parts not yet begun: low half the first, high half the end */
    struct job job;
    _Atomic uint32_t num_workers;
    ab_thread workers[MAX_WORKERS];
    int avoided_cpu;                           /* 1 + the caller's processor, which workers avoid; 0: none */
    _Alignas(8) _Atomic uint64_t wake;         /* ns from announcing a job to a worker's entry; 0: not measured */
    _Atomic uint32_t speed[AB_POOL_NUM_KINDS]; /* least ns per MiB alone; 0: unknown */
    _Atomic uint32_t num_to_skip;              /* calls to run alone because sharing was slow */
    uint32_t num_strikes;                      /* how often in a row sharing was suspended */
    int64_t lost; /* ns that shared calls took longer than alone, minus what others saved */
};

struct ab_pool {
    unsigned num_threads;
    enum ab_pool_policy policy;
    struct state *state;
};

/* ---- the workers ---- */

static int enter(struct state *s)
{
    uint32_t gate = atomic_load_explicit(&s->gate, memory_order_relaxed);

    while ((gate & OPEN) != 0)
        if (atomic_compare_exchange_weak_explicit(&s->gate, &gate, gate + 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return 1;
    return 0;
}

static void leave(struct state *s)
{
    if (atomic_fetch_sub_explicit(&s->gate, 1, memory_order_release) == (SLEEPS | 1))
        ab_wake_one(&s->gate);
}

/* Take the first or the last of the remaining parts. Returns 0 if none is left. */
static int take_part(struct state *s, int is_first, size_t *i)
{
    uint64_t left = atomic_load_explicit(&s->left, memory_order_relaxed), rest;

    do {
        if ((uint32_t)left == left >> 32)
            return 0;
        rest = is_first ? left + 1 : left - ((uint64_t)1 << 32);
    } while (!atomic_compare_exchange_weak_explicit(&s->left, &left, rest, memory_order_relaxed, memory_order_relaxed));
    *i = is_first ? (uint32_t)left : (size_t)(rest >> 32);
    return 1;
}

/*
 * The caller takes parts from the front, workers from the back. So each finds most of its data in its own cache if the
 * previous call was over the same memory.
 */
static void do_parts(struct state *s, int is_caller)
{
    size_t i;

    while (take_part(s, is_caller, &i))
        s->job.part(s->job.work, i);
}

/*
 * Poll the word for as long as a wake-up takes. This costs at most twice what the better of polling and sleeping would.
 */
static uint32_t spin_while(const struct state *s, _Atomic uint32_t *word, uint32_t seen)
{
    uint64_t wake = atomic_load_explicit(&s->wake, memory_order_relaxed), began = ab_clock();
    uint64_t most = wake == 0 ? SPIN : wake < MAX_SPIN ? wake : MAX_SPIN;
    uint32_t value;

    while ((value = atomic_load_explicit(word, memory_order_acquire)) == seen && ab_clock() - began < most)
        ab_cpu_pause();
    return value;
}

/* Wait for a job with another number than `seen` and return that number. */
static uint32_t await_job(struct state *s, uint32_t seen)
{
    uint32_t value = spin_while(s, &s->announced, seen);

    while (value == seen) {
        ab_wait(&s->announced, seen);
        value = atomic_load_explicit(&s->announced, memory_order_acquire);
    }
    return value;
}

static void *work(void *arg)
{
    struct state *s = arg;
    uint32_t seen = 0;

    while (!atomic_load_explicit(&s->is_ending, memory_order_acquire)) {
        if (enter(s)) {
            do_parts(s, 0);
            leave(s);
        }
        seen = await_job(s, seen);
    }
    return NULL;
}

static int make_worker(struct state *s)
{
    if (!ab_thread_start(&s->workers[atomic_load(&s->num_workers)], STACK_LEN, work, s))
        return 0;
    atomic_fetch_add(&s->num_workers, 1);
    return 1;
}

static void make_workers(struct state *s, unsigned num)
{
    while (atomic_load(&s->num_workers) < num && make_worker(s))
        ;
}

/* Keep the workers off the processor `here`, the caller's: a kernel often wakes a thread where its waker runs. */
static void keep_off(struct state *s, const struct ab_cpu_set *others, int here)
{
    if (s->avoided_cpu == 1 + here)
        return;
    for (unsigned i = 0; i < atomic_load(&s->num_workers); i++)
        ab_thread_bind(s->workers[i], others);
    s->avoided_cpu = 1 + here;
}

/* ---- a job ---- */

static void open_job(struct state *s, const struct job *job)
{
    s->job = *job;
    atomic_store_explicit(&s->left, (uint64_t)job->num_parts << 32, memory_order_relaxed);
    atomic_store_explicit(&s->gate, OPEN, memory_order_release);
    atomic_fetch_add_explicit(&s->announced, 1, memory_order_release);
    ab_wake_all(&s->announced);
}

/* Admit no more workers and wait until all have left. */
static void close_job(struct state *s)
{
    uint32_t gate = atomic_fetch_and_explicit(&s->gate, ~OPEN, memory_order_acquire) & ~OPEN, before;

    do
        gate = spin_while(s, &s->gate, before = gate);
    while (gate != 0 && gate != before);
    if (gate == 0)
        return;
    gate = atomic_fetch_or_explicit(&s->gate, SLEEPS, memory_order_acquire) | SLEEPS;
    while (gate != SLEEPS) {
        ab_wait(&s->gate, gate);
        gate = atomic_load_explicit(&s->gate, memory_order_acquire);
    }
    atomic_store_explicit(&s->gate, 0, memory_order_relaxed);
}

/* ---- calibration ---- */

static void nothing(const void *work, size_t i)
{
    (void)work, (void)i;
}

/* Time from announcing a job to a worker taking its only part. */
static uint64_t time_wake(struct state *s)
{
    const struct job job = { nothing, NULL, 1 };
    uint64_t began, ended;

    ab_sleep(PAUSE_BEFORE_WAKE);
    began = ab_clock();
    open_job(s, &job);
    do
        ended = ab_clock();
    while (atomic_load_explicit(&s->left, memory_order_relaxed) != 0 && ended - began < MAX_WAKE);
    close_job(s);
    return ended - began;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void measure_wake(struct state *s)
{
    uint64_t times[NUM_WAKES];

    for (unsigned i = 0; i < NUM_WAKES; i++)
        times[i] = time_wake(s);
    qsort(times, NUM_WAKES, sizeof(times[0]), by_value);
    atomic_store_explicit(&s->wake, times[NUM_WAKES / 2], memory_order_relaxed);
}

static uint64_t time_alone(const struct state *s, enum ab_pool_kind kind, size_t len)
{
    return (uint64_t)atomic_load_explicit(&s->speed[kind], memory_order_relaxed) * (len >> 10) >> 10;
}

static void learn_speed(struct state *s, const struct ab_pool_call *call)
{
    uint64_t speed = ((ab_clock() - call->began) << 10) / (call->len >> 10);
    uint32_t least = atomic_load_explicit(&s->speed[call->kind], memory_order_relaxed);

    if (speed < UINT32_MAX && (least == 0 || speed < least))
        atomic_store_explicit(&s->speed[call->kind], speed == 0 ? 1 : (uint32_t)speed, memory_order_relaxed);
}

/*
 * When shared calls have lost more than others gained (the processors are busy, or the time alone was measured with
 * warmer caches), run the next 16, 32, 64 ... calls alone and measure again.
 */
static void judge(struct state *s, const struct ab_pool_call *call)
{
    int64_t alone = (int64_t)call->alone, lost = s->lost + (int64_t)(ab_clock() - call->began) - alone;

    s->lost = lost > -CREDIT * alone ? lost : -CREDIT * alone;
    if (lost <= CREDIT * alone) {
        if (lost <= 0)
            s->num_strikes = 0;
        return;
    }
    s->lost = 0;
    s->num_strikes += s->num_strikes < MAX_STRIKES;
    atomic_store_explicit(&s->num_to_skip, FEWEST_TO_SKIP << (s->num_strikes - 1), memory_order_relaxed);
    atomic_store_explicit(&s->speed[call->kind], 0, memory_order_relaxed);
}

/* ---- a call ---- */

static int is_to_skip(struct state *s)
{
    uint32_t num = atomic_load_explicit(&s->num_to_skip, memory_order_relaxed);

    if (num != 0)
        atomic_store_explicit(&s->num_to_skip, num - 1,
                              memory_order_relaxed); /* a race between callers skips one more or less: harmless */
    return num != 0;
}

static int take(struct state *s)
{
    uint32_t no = 0;

    return atomic_compare_exchange_strong_explicit(&s->is_taken, &no, 1, memory_order_acquire, memory_order_relaxed);
}

static void give_back(struct state *s)
{
    atomic_store_explicit(&s->is_taken, 0, memory_order_release);
}

/*
 * Waking costs the caller time too, and a late worker starts with cold caches. With three wake-ups as the threshold,
 * two threads won at every size measured.
 */
static int pays(const struct ab_pool *pool, const struct ab_pool_call *call)
{
    uint64_t wake = atomic_load_explicit(&pool->state->wake, memory_order_relaxed);

    return pool->policy == AB_POOL_ALWAYS || call->alone >= WAKES_A_CALL * wake;
}

/* The caller owns the pool. Returns the number of threads that will work on its call; 1 if there is no other. */
static unsigned gather(struct ab_pool *pool)
{
    struct state *s = pool->state;
    struct ab_cpu_set others;
    int here;
    unsigned num = ab_other_cpus(&others, &here);

    if (num == 0)
        return 1; /* this thread is bound to one processor */
    make_workers(s, num < pool->num_threads - 1 ? num : pool->num_threads - 1);
    if (atomic_load(&s->num_workers) == 0)
        return 1;
    keep_off(s, &others, here);
    if (atomic_load(&s->wake) == 0)
        measure_wake(s);
    return 1 + atomic_load(&s->num_workers);
}

static void cut(struct ab_pool_call *call, unsigned num_threads)
{
    size_t num = PARTS_A_THREAD * num_threads < AB_POOL_MAX_PARTS ? PARTS_A_THREAD * num_threads : AB_POOL_MAX_PARTS;
    size_t len = (call->len / num + PAGE - 1) / PAGE * PAGE;

    call->part_len = len < MIN_PART ? MIN_PART : len;
    call->num_parts = call->len / call->part_len;
}

static int try_to_share(struct ab_pool *pool, struct ab_pool_call *call)
{
    struct state *s = pool->state;
    unsigned num_threads;

    if (!take(s))
        return 0;
    num_threads = atomic_load(&s->is_ending) ? 1 : gather(pool);
    if (num_threads > 1 && pays(pool, call)) {
        cut(call, num_threads);
        return 1;
    }
    give_back(s);
    return 0;
}

int ab_pool_begin(struct ab_pool *pool, struct ab_pool_call *call, enum ab_pool_kind kind, size_t len)
{
    struct state *s;

    memset(call, 0, sizeof(*call));
    if (len < AB_POOL_MIN_LEN)
        return 0;
    s = pool->state;
    call->kind = kind;
    call->len = len;
    call->alone = time_alone(s, kind, len);
    call->is_timed = pool->policy == AB_POOL_IF_IT_PAYS && (is_to_skip(s) || call->alone == 0);
    if (!call->is_timed && pays(pool, call)) {
        call->cancel_state = ab_cancel_disable();
        call->is_shared = try_to_share(pool, call);
        if (!call->is_shared)
            ab_cancel_restore(call->cancel_state);
    }
    if (call->is_timed || call->is_shared)
        call->began = ab_clock();
    return call->is_shared;
}

void ab_pool_run(struct ab_pool *pool, const struct ab_pool_call *call, ab_pool_part_fn *part, const void *work)
{
    const struct job job = { part, work, call->num_parts };

    open_job(pool->state, &job);
    do_parts(pool->state, 1);
    close_job(pool->state);
}

void ab_pool_end(struct ab_pool *pool, struct ab_pool_call *call)
{
    if (call->is_timed)
        learn_speed(pool->state, call);
    if (!call->is_shared)
        return;
    if (pool->policy == AB_POOL_IF_IT_PAYS)
        judge(pool->state, call);
    give_back(pool->state);
    ab_cancel_restore(call->cancel_state);
}

/* ---- making and freeing a pool ---- */

struct ab_pool *ab_pool_new(unsigned num_threads, enum ab_pool_policy policy)
{
    struct ab_pool *pool = malloc(sizeof(*pool));

    if (pool == NULL)
        return NULL;
    pool->num_threads = num_threads < AB_POOL_MAX_THREADS ? num_threads : AB_POOL_MAX_THREADS;
    pool->policy = policy;
    pool->state = ab_map_wiped_on_fork(sizeof(*pool->state));
    if (pool->state == NULL) {
        free(pool);
        return NULL;
    }
    return pool;
}

static int take_at_last(struct state *s)
{
    for (unsigned ms = 0; ms < LAST_CALL; ms++) {
        if (take(s))
            return 1;
        ab_sleep(1000000);
    }
    return take(s);
}

void ab_pool_free(struct ab_pool *pool)
{
    struct state *s;

    if (pool == NULL)
        return;
    s = pool->state;
    atomic_store(&s->is_ending, 1);
    if (!take_at_last(s))
        return;
    atomic_fetch_add(&s->announced, 1);
    ab_wake_all(&s->announced);
    for (unsigned i = 0; i < atomic_load(&s->num_workers); i++)
        ab_thread_join(s->workers[i]);
    ab_unmap(s, sizeof(*s));
    free(pool);
}

unsigned ab_pool_num_threads(const struct ab_pool *pool)
{
    return pool->num_threads;
}

unsigned ab_pool_num_workers(const struct ab_pool *pool)
{
    return atomic_load_explicit(&pool->state->num_workers, memory_order_relaxed);
}
