/* A host that sets threads: long calls split among them give right results, and nothing of the threads remains. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../harness/tasks.h"
#include "host.h"

enum { LEN = 5 << 20, ROUNDS = 6, CALLERS = 64, CALLER_LEN = 400000 };

static const char *const SHARED[] = { "AES-128-ECB", "AES-256-CBC", "AES-128-CFB", "AES-256-CTR",
                                      "AES-128-XTS", "AES-256-XTS", "AES-128-GCM", "AES-256-GCM" };
enum { NUM_SHARED = sizeof(SHARED) / sizeof(SHARED[0]) };

static int num_cpus(void)
{
    cpu_set_t allowed;

    return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

static void exercise_shared(OSSL_LIB_CTX *lib, unsigned seed)
{
    for (unsigned i = 0; i < NUM_SHARED; i++)
        exercise(lib, SHARED[i], seed, LEN + seed);
}

/* Threads start when a call is worth it, and end with the library context. */
static void come_and_go(void)
{
    struct host h;

    host_open_settings(&h, "threads = 3");
    CHECK(num_tasks_becomes(1));
    for (unsigned i = 0; i < ROUNDS; i++)
        exercise_shared(h.lib, i);
    CHECK((num_tasks() > 1) == (num_cpus() > 1));
    CHECK(num_tasks() <= 3);
    host_close(&h);
    CHECK(num_tasks_becomes(1));
}

static void off_by_default(void)
{
    static const char *const settings[] = { "", "threads = 0", "threads = 1" };

    for (unsigned i = 0; i < 3; i++) {
        struct host h;

        host_open_settings(&h, settings[i]);
        for (unsigned round = 0; round < 3; round++)
            exercise(h.lib, "AES-256-CTR", round, LEN);
        CHECK(num_tasks_becomes(1));
        host_close(&h);
    }
}

static void *call_often(void *lib)
{
    for (unsigned i = 0; i < 4; i++)
        exercise(lib, SHARED[i * 2 % NUM_SHARED], i, CALLER_LEN);
    return NULL;
}

static void many_callers(void)
{
    pthread_t callers[CALLERS];
    struct host h;

    host_open_settings(&h, "threads = 4");
    exercise_shared(h.lib, 1);
    for (unsigned i = 0; i < CALLERS; i++)
        CHECK(pthread_create(&callers[i], NULL, call_often, h.lib) == 0);
    for (unsigned i = 0; i < CALLERS; i++)
        CHECK(pthread_join(callers[i], NULL) == 0);
    host_close(&h);
    CHECK(num_tasks_becomes(1));
}

static void fork_after_use(void)
{
    struct host h;
    int status;
    pid_t pid;

    host_open_settings(&h, "threads = 3");
    for (unsigned i = 0; i < 3; i++)
        exercise_shared(h.lib, i);
    pid = fork();
    if (pid == 0) {
        CHECK(num_tasks_becomes(1));
        exercise_shared(h.lib, 7);
        host_close(&h);
        CHECK(num_tasks_becomes(1));
        exit(0);
    }
    exercise_shared(h.lib, 8);
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
    host_close(&h);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "come_and_go", come_and_go },
        { "off_by_default", off_by_default },
        { "many_callers", many_callers },
        { "fork_after_use", fork_after_use },
        { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}
