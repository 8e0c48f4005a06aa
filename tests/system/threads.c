/* Many threads on one library context: fetching, first use and further use at the same time. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

enum { THREADS = 8 };

struct worker {
    const struct host *host;
    char **names;
    pthread_barrier_t *gate;
    unsigned id;
};

static void run_threads(const struct host *h, char **names, void *(*work)(void *))
{
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    pthread_barrier_t gate;

    CHECK(pthread_barrier_init(&gate, NULL, THREADS) == 0);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){ h, names, &gate, i };
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    pthread_barrier_destroy(&gate);
}

static void *fetch_and_use(void *arg)
{
    const struct worker *w = arg;

    pthread_barrier_wait(w->gate);
    for (unsigned round = 0; round < 20; round++)
        for (char **name = w->names; *name != NULL; name++)
            exercise(w->host->lib, *name, w->id * 1000 + round, 100 + 37 * round);
    return NULL;
}

static void shared_context(void)
{
    struct host h;
    char **names;

    host_open(&h);
    names = host_served(&h);
    run_threads(&h, names, fetch_and_use);
    host_free_names(names);
    host_close(&h);
}

/* All threads use the untested families for the first time at the same moment; each must get a right result. */
static void *first_use(void *arg)
{
    const struct worker *w = arg;
    struct job j;

    pthread_barrier_wait(w->gate);
    for (char **name = w->names; *name != NULL; name++) {
        job_open(&j, w->host->lib, *name, 5, 300);
        job_seal(&j, NULL);
        job_check_open(&j, NULL);
        job_close(&j);
    }
    return NULL;
}

static void raced_first_use(void)
{
    struct host h;
    char **names;

    host_open(&h);
    names = host_served(&h); /* a report runs the known-answer tests, but only for this context */
    host_close(&h);
    for (unsigned round = 0; round < 60; round++) {
        host_open(&h);
        run_threads(&h, names, first_use);
        host_close(&h);
    }
    host_free_names(names);
}

/* Contexts are made in one thread, used in a second and freed in a third. */
static void *seal_there(void *arg)
{
    job_seal(arg, NULL);
    return NULL;
}

static void *open_there(void *arg)
{
    job_check_open(arg, NULL);
    job_close(arg);
    return NULL;
}

static void handed_over(void)
{
    struct host h;
    char **names;

    host_open(&h);
    names = host_served(&h);
    for (char **name = names; *name != NULL; name++) {
        struct job j;
        pthread_t thread;

        job_open(&j, h.lib, *name, 9, 2000);
        CHECK(pthread_create(&thread, NULL, seal_there, &j) == 0 && pthread_join(thread, NULL) == 0);
        job_check_reference(&j, *name);
        CHECK(pthread_create(&thread, NULL, open_there, &j) == 0 && pthread_join(thread, NULL) == 0);
    }
    host_free_names(names);
    host_close(&h);
}

/* Every thread loads and unloads the module in its own library context. */
static void *own_context(void *arg)
{
    const struct worker *w = arg;

    pthread_barrier_wait(w->gate);
    for (unsigned round = 0; round < 25; round++) {
        struct host h;

        host_open(&h);
        exercise_all(&h, w->id + round, 64);
        host_close(&h);
    }
    return NULL;
}

static void many_contexts(void)
{
    run_threads(NULL, NULL, own_context);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "shared_context", shared_context },
        { "raced_first_use", raced_first_use },
        { "handed_over", handed_over },
        { "many_contexts", many_contexts },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}
