/* Running a function in a child process with a time limit. */
#define _GNU_SOURCE
#include "cli/system/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t ab_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits for more output. 0: the time is up. */
static int wait_for_output(int fd, int64_t deadline)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    int64_t left;

    while ((left = deadline - ab_now_ms()) > 0) {
        int ready = poll(&p, 1, (int)left);

        if (ready > 0 || (ready < 0 && errno != EINTR))
            return 1;
    }
    return 0;
}

/* Reads up to the end or max_len bytes. 0: the time is up. */
static int collect(int fd, int64_t deadline, size_t max_len, struct ab_text *output)
{
    char buffer[4096];
    size_t room;
    ssize_t n;

    for (; output->len < max_len; ab_text_add(output, buffer, n > 0 ? (size_t)n : 0)) {
        if (!wait_for_output(fd, deadline))
            return 0;
        room = max_len - output->len;
        n = read(fd, buffer, room < sizeof(buffer) ? room : sizeof(buffer));
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
    }
    return 1;
}

/* Its exit status, once it has ended; it gets what is left of the time for that. */
static int reap(pid_t pid, int64_t deadline, int in_time, char *error, size_t size)
{
    struct timespec pause = { .tv_nsec = 1000000 };
    int status;

    while (in_time && waitpid(pid, &status, WNOHANG) == 0) {
        in_time = ab_now_ms() < deadline;
        nanosleep(&pause, NULL);
    }
    if (!in_time) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        snprintf(error, size, "the process that tried it took too long");
        return -1;
    }
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    snprintf(error, size, "the process that tried it crashed (signal %d)", WTERMSIG(status));
    return -1;
}

int ab_child_run(ab_child_fn *work, void *arg, unsigned time_limit_s, size_t max_len, struct ab_text *output,
                 char *error, size_t size)
{
    int64_t deadline = ab_now_ms() + (int64_t)time_limit_s * 1000;
    int ends[2], in_time, status;
    pid_t pid = -1;

    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC) != 0 || (pid = fork()) < 0) {
        snprintf(error, size, "cannot start a process to try it: %s", strerror(errno));
        return -1;
    }
    if (pid == 0) {
        close(ends[0]);
        _exit(work(arg, ends[1]));
    }
    close(ends[1]);
    in_time = collect(ends[0], deadline, max_len, output);
    close(ends[0]);
    status = reap(pid, deadline, in_time, error, size);
    return status;
}

void ab_child_silence(void)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
}
