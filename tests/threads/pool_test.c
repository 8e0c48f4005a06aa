/*
 * The pool of threads for long calls: every part is done once, many callers share it, it learns when sharing pays and
 * when to stop, and the host may fork, cancel threads, bind itself to one processor, receive signals, or exit while a
 * call runs.
 */
#define _GNU_SOURCE
#include "threads/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/harness.h"
#include "harness/tasks.h"

enum { NUM_CALLERS = 64, CALLS_EACH = 20, LEN = 1 << 20, MS = 1000000 };

static int num_cpus(void)
{
    cpu_set_t allowed;

    return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

static void rest(long ns)
{
    struct timespec t = { ns / 1000000000, ns % 1000000000 };

    nanosleep(&t, NULL);
}

/* ---- work: each part counts how often it is done ---- */

struct counts {
    _Atomic unsigned done[AB_POOL_MAX_PARTS];
};

static void count_part(const void *work, size_t i)
{
    struct counts *c = *(struct counts *const *)work;

    c->done[i]++;
}

/* Make one call. Returns 1 if it was shared; each part is then done exactly once. */
static int call_once(struct ab_pool *pool)
{
    struct counts counts = { 0 }, *work = &counts;
    struct ab_pool_call call;
    int is_shared = ab_pool_begin(pool, &call, AB_POOL_CTR, LEN);

    if (is_shared) {
        ab_pool_run(pool, &call, count_part, &work);
        CHECK(call.num_parts >= 2 && call.num_parts <= AB_POOL_MAX_PARTS);
        CHECK(call.part_len * call.num_parts <= LEN && call.part_len % 4096 == 0);
        for (size_t i = 0; i < AB_POOL_MAX_PARTS; i++)
            if (counts.done[i] != (i < call.num_parts))
                CHECK(!"every part once");
    }
    ab_pool_end(pool, &call);
    return is_shared;
}

/*
 * Returns the number of parts that a call did not do exactly once. CHECK in several threads would race for the
 * harness's counters.
 */
static size_t num_wrong(struct ab_pool *pool)
{
    struct counts counts = { 0 }, *work = &counts;
    struct ab_pool_call call;
    size_t wrong = 0;

    if (ab_pool_begin(pool, &call, AB_POOL_CTR, LEN)) {
        ab_pool_run(pool, &call, count_part, &work);
        for (size_t i = 0; i < AB_POOL_MAX_PARTS; i++)
            wrong += counts.done[i] != (i < call.num_parts);
    }
    ab_pool_end(pool, &call);
    return wrong;
}

static void *call_often(void *pool)
{
    size_t wrong = 0;

    for (unsigned n = 0; n < CALLS_EACH; n++)
        wrong += num_wrong(pool);
    return (void *)wrong;
}

static void check_many_callers(void)
{
    struct ab_pool *pool = ab_pool_new(4, AB_POOL_ALWAYS);
    pthread_t callers[NUM_CALLERS];
    void *wrong;

    t_where.check = "64 callers";
    for (unsigned i = 0; i < NUM_CALLERS; i++)
        CHECK(pthread_create(&callers[i], NULL, call_often, pool) == 0);
    for (unsigned i = 0; i < NUM_CALLERS; i++) {
        pthread_join(callers[i], &wrong);
        CHECK(wrong == NULL);
    }
    CHECK(ab_pool_num_workers(pool) < 4);
    ab_pool_free(pool);
    CHECK(num_tasks_becomes(1));
}

static void check_one_caller(void)
{
    struct ab_pool *pool = ab_pool_new(1000, AB_POOL_ALWAYS);
    struct ab_pool_call call;

    t_where.check = "one caller";
    CHECK(ab_pool_num_workers(pool) == 0 && num_tasks_becomes(1)); /* no thread is started before it is needed */
    for (unsigned i = 0; i < 100; i++)
        CHECK(call_once(pool) == (num_cpus() > 1));
    CHECK(!ab_pool_begin(pool, &call, AB_POOL_CTR, AB_POOL_MIN_LEN - 1));
    ab_pool_end(pool, &call);
    CHECK(num_tasks() == 1 + ab_pool_num_workers(pool) && num_tasks() <= (unsigned)num_cpus());
    ab_pool_free(pool);
    CHECK(num_tasks_becomes(1));
    ab_pool_free(NULL);
}

/* ---- learning whether sharing pays ---- */

/* Make a call that takes this many ns, alone or shared. Returns 1 if it was shared. */
static int call_of(struct ab_pool *pool, enum ab_pool_kind kind, long alone, long shared)
{
    struct ab_pool_call call;
    int is_shared = ab_pool_begin(pool, &call, kind, LEN);

    if (alone != 0)
        rest(is_shared ? shared : alone);
    ab_pool_end(pool, &call);
    return is_shared;
}

/* Returns how many calls run alone before one is shared, which then takes much longer. */
static unsigned num_alone(struct ab_pool *pool)
{
    unsigned num = 0;

    while (num < 100 && !call_of(pool, AB_POOL_ECB, 20 * MS, 300 * MS))
        num++;
    return num;
}

static void check_learning(void)
{
    struct ab_pool *pool = ab_pool_new(2, AB_POOL_IF_IT_PAYS);

    t_where.check = "learning whether sharing pays";
    CHECK(!call_of(pool, AB_POOL_ECB, 20 * MS, 1)); /* the first call is timed alone */
    CHECK(ab_pool_num_workers(pool) == 0);
    CHECK(call_of(pool, AB_POOL_ECB, 20 * MS, 1));
    for (unsigned i = 0; i < 10; i++)
        CHECK(!call_of(pool, AB_POOL_CTR, 0, 0));  /* so short alone that waking a thread does not pay */
    CHECK(call_of(pool, AB_POOL_ECB, 20 * MS, 1)); /* each kind of call is timed apart */

    t_where.check = "sharing stops, and is tried again";
    CHECK(num_alone(pool) == 0);
    CHECK(num_alone(pool) == 16);
    CHECK(num_alone(pool) == 32);
    ab_pool_free(pool);
}

/* ---- the host ---- */

static int child_succeeds(int (*child)(struct ab_pool *pool), struct ab_pool *pool)
{
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        alarm(600);
        _exit(child(pool) ? 0 : 1);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int child_calls(struct ab_pool *pool)
{
    return ab_pool_num_workers(pool) == 0 && num_tasks() == 1 && call_once(pool) == (num_cpus() > 1);
}

static int child_frees(struct ab_pool *pool)
{
    ab_pool_free(pool);
    return num_tasks_becomes(1);
}

static int child_forks(struct ab_pool *pool)
{
    return child_calls(pool) && child_succeeds(child_calls, pool) && child_succeeds(child_frees, pool);
}

static _Atomic int stop;

static void *call_until_stopped(void *pool)
{
    while (!stop)
        call_often(pool);
    return NULL;
}

static void check_fork(void)
{
    struct ab_pool *pool = ab_pool_new(3, AB_POOL_ALWAYS);
    pthread_t busy;

    t_where.check = "fork";
    CHECK(child_succeeds(child_calls, pool)); /* fork before the first call */
    call_once(pool);
    CHECK(child_succeeds(child_calls, pool));
    CHECK(child_succeeds(child_frees, pool));
    CHECK(child_succeeds(child_forks, pool));
    CHECK(call_once(pool) == (num_cpus() > 1));
    t_where.check = "fork while another thread is in a call";
    stop = 0;
    CHECK(pthread_create(&busy, NULL, call_until_stopped, pool) == 0);
    for (unsigned i = 0; i < 20; i++) {
        rest(MS);
        CHECK(child_succeeds(i % 2 ? child_calls : child_frees, pool));
    }
    stop = 1;
    pthread_join(busy, NULL);
    ab_pool_free(pool);
}

static void *call_for_ever(void *pool)
{
    for (;;) {
        call_often(pool);
        pthread_testcancel();
    }
    return NULL;
}

static void check_cancellation(void)
{
    struct ab_pool *pool = ab_pool_new(3, AB_POOL_ALWAYS);
    pthread_t caller;
    void *result;

    t_where.check = "cancellation";
    for (unsigned i = 0; i < 20; i++) {
        CHECK(pthread_create(&caller, NULL, call_for_ever, pool) == 0);
        rest(MS / 2);
        pthread_cancel(caller);
        pthread_join(caller, &result);
        CHECK(result == PTHREAD_CANCELED);
        CHECK(call_once(pool) == (num_cpus() > 1)); /* the pool was not cancelled half-way */
    }
    ab_pool_free(pool);
}

static void check_signals(void)
{
    struct ab_pool *pool = ab_pool_new(3, AB_POOL_ALWAYS);
    struct timespec at_once = { 0, 0 };
    sigset_t one, before;

    t_where.check = "signals of the process";
    call_once(pool);
    sigemptyset(&one);
    sigaddset(&one, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &one, &before);
    kill(getpid(), SIGTERM); /* if one of our threads received it, the test would end */
    rest(5 * MS);
    CHECK(sigtimedwait(&one, NULL, &at_once) == SIGTERM);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    ab_pool_free(pool);
}

static void check_one_cpu(void)
{
    struct ab_pool *pool = ab_pool_new(2, AB_POOL_ALWAYS);
    cpu_set_t before, one;
    int cpu = sched_getcpu();

    t_where.check = "bound to one processor";
    sched_getaffinity(0, sizeof(before), &before);
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    sched_setaffinity(0, sizeof(one), &one);
    CHECK(!call_once(pool) && ab_pool_num_workers(pool) == 0);
    sched_setaffinity(0, sizeof(before), &before);
    CHECK(call_once(pool) == (num_cpus() > 1));
    ab_pool_free(pool);
}

static struct ab_pool *_Atomic pool_of_host;

static void free_at_exit(void)
{
    ab_pool_free(atomic_exchange(&pool_of_host, NULL));
}

static void *call_while_there_is_one(void *unused)
{
    struct ab_pool *pool;

    (void)unused;
    for (;;)
        if ((pool = atomic_load(&pool_of_host)) != NULL)
            num_wrong(pool);
    return NULL;
}

/* As in libcrypto, an exit handler frees the provider while other threads still work. */
static int child_exits(struct ab_pool *pool)
{
    pthread_t busy[4];

    stop = 0;
    pool_of_host = pool;
    atexit(free_at_exit);
    for (unsigned i = 0; i < 4; i++)
        if (pthread_create(&busy[i], NULL, call_while_there_is_one, NULL) != 0)
            return 0;
    rest(3 * MS);
    exit(0);
}

static void check_exit(void)
{
    struct ab_pool *pool = ab_pool_new(3, AB_POOL_ALWAYS);

    t_where.check = "a host that exits while calls run";
    for (unsigned i = 0; i < 20; i++)
        CHECK(child_succeeds(child_exits, pool));
    ab_pool_free(pool);
}

int main(void)
{
    check_fork(); /* first, since the child of a process with threads can do less under some sanitizers */
    check_exit();
    check_one_caller();
    check_many_callers();
    if (num_cpus() > 1)
        check_learning();
    check_cancellation();
    check_signals();
    check_one_cpu();
    return t_finish();
}
