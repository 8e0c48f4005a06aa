/*
 * The number of a process (companion/process.h): threads have the same, a child and its child have others, also where
 * each is process 1 of a PID namespace of its own, if this process may make one.
 */
#define _GNU_SOURCE
#include "../../companion/process.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8, GENERATIONS = 3 };

static int failures;

static void expect(int ok, const char *what)
{
    if (!ok)
        printf("FAIL %s\n", what), failures++;
}

static void *ask(void *number)
{
    *(int *)number = ab_process_number();
    return NULL;
}

/* Threads that ask first, at the same moment. */
static void check_threads(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, ask, &numbers[i]) != 0)
            abort();
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        expect(numbers[i] != 0 && numbers[i] == ab_process_number(), "threads have numbers of their own");
    }
}

/* A line of descendants, each with the numbers of its ancestors; each tells its parent whether it has failed. */
static void check_descendants(int own_namespaces, int *numbers, int num)
{
    int status;
    pid_t pid;

    numbers[num++] = ab_process_number();
    for (int i = 0; i < num - 1; i++)
        expect(numbers[i] != numbers[num - 1], "a process has the number of an ancestor");
    if (num > GENERATIONS || (own_namespaces && unshare(CLONE_NEWPID) != 0))
        return;
    fflush(stdout);
    pid = fork();
    if (pid < 0)
        abort();
    if (pid == 0) {
        expect(!own_namespaces || getpid() == 1, "a namespace has another process 1");
        check_threads();
        check_descendants(own_namespaces, numbers, num);
        fflush(stdout);
        _exit(failures != 0);
    }
    expect(waitpid(pid, &status, 0) == pid && status == 0, "a child failed");
    expect(ab_process_number() == numbers[num - 1], "a number changes");
}

int main(void)
{
    int numbers[GENERATIONS + 1];

    check_threads();
    check_descendants(0, numbers, 0);
    check_descendants(1, numbers, 0);
    printf("%d failures\n", failures);
    return failures != 0;
}
