/*
 * Run a program (a server, a step of a build) that must end when the lab does, whatever happens to the lab. Standard
 * input is a pipe from the lab; when it closes, or on SIGTERM or SIGINT, the guard ends all descendants: by SIGTERM,
 * and by SIGKILL if they do not obey. As a subreaper it inherits orphaned descendants, so none escapes.
 *
 * Usage: guard CPUS COMMAND [ARGUMENT...]     CPUS: the processors to use, separated by commas, or - for all
 *
 * The exit status is the program's, 128 plus the signal's number if a signal ended it, or 127 if it could not be run.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 3000, PAUSE_MS = 20, NOT_RUN = 127, USAGE = 2 };

static int pin(const char *list)
{
    cpu_set_t set;
    char *end;

    if (strcmp(list, "-") == 0)
        return 1;
    CPU_ZERO(&set);
    for (;; list = end + 1) {
        unsigned long cpu = strtoul(list, &end, 10);

        if (end == list || cpu >= CPU_SETSIZE)
            return 0;
        CPU_SET(cpu, &set);
        if (*end != ',')
            return *end == '\0' && sched_setaffinity(0, sizeof(set), &set) == 0;
    }
}

static void run(char **command, pid_t guard, const sigset_t *signals)
{
    int nothing = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGTERM); /* in case the guard itself is killed */
    if (getppid() != guard || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
        _exit(NOT_RUN);
    sigprocmask(SIG_SETMASK, signals, NULL);
    execvp(command[0], command);
    fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
    _exit(NOT_RUN);
}

/* Wait until the lab or a signal requests the end, or a child has ended. Return 1 if the end is requested. */
static int wait_for_end(int signals)
{
    struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = signals, .events = POLLIN } };
    struct signalfd_siginfo info;
    char text[64];

    if (poll(fds, 2, -1) < 0)
        return errno != EINTR;
    if (fds[1].revents != 0 && read(signals, &info, sizeof(info)) == sizeof(info) && info.ssi_signo != SIGCHLD)
        return 1;
    return fds[0].revents != 0 && read(STDIN_FILENO, text, sizeof(text)) <= 0;
}

/*
 * Return the parent of a process, field 4 of /proc/PID/stat (the name before it may contain anything); 0 if the process
 * is gone.
 */
static int parent_of(const char *pid)
{
    char path[PATH_MAX], text[512];
    FILE *stat;
    size_t n;
    int parent = 0;

    snprintf(path, sizeof(path), "/proc/%s/stat", pid);
    stat = fopen(path, "r");
    if (stat == NULL)
        return 0;
    n = fread(text, 1, sizeof(text) - 1, stat);
    fclose(stat);
    text[n] = '\0';
    return strrchr(text, ')') != NULL && sscanf(strrchr(text, ')'), ") %*c %d", &parent) == 1 ? parent : 0;
}

/* Send a signal to every child of this process, also to inherited ones. */
static void signal_children(int number)
{
    DIR *all = opendir("/proc");
    struct dirent *entry;

    while (all != NULL && (entry = readdir(all)) != NULL)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && parent_of(entry->d_name) == getpid())
            kill(atoi(entry->d_name), number);
    if (all != NULL)
        closedir(all);
}

/* Reap all ended children; store the program's status in *status. Return 1 while there are children. */
static int reap(pid_t program, int *status)
{
    pid_t pid;
    int how;

    while ((pid = waitpid(-1, &how, WNOHANG)) > 0)
        if (pid == program)
            *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return pid == 0;
}

static void end_all(pid_t program, int *status)
{
    const struct timespec pause = { 0, PAUSE_MS * 1000000L };

    if (*status < 0)
        kill(program, SIGTERM); /* and it then ends its own children */
    else
        signal_children(SIGTERM);
    for (int ms = 0; reap(program, status); ms += PAUSE_MS) {
        if (ms >= PATIENCE_MS)
            signal_children(SIGKILL);
        nanosleep(&pause, NULL);
    }
}

int main(int argc, char **argv)
{
    int status = -1, signals;
    sigset_t mine, was;
    pid_t guard = getpid(), program;

    if (argc < 3 || !pin(argv[1])) {
        fprintf(stderr, "usage: guard CPUS COMMAND [ARGUMENT...]: processors that this process may run on\n");
        return USAGE;
    }
    sigemptyset(&mine);
    sigaddset(&mine, SIGCHLD);
    sigaddset(&mine, SIGTERM);
    sigaddset(&mine, SIGINT);
    sigprocmask(SIG_BLOCK, &mine, &was);
    signals = signalfd(-1, &mine, SFD_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    program = fork();
    if (program == 0)
        run(argv + 2, guard, &was);
    if (program < 0 || signals < 0)
        return NOT_RUN;
    while (status < 0 && !wait_for_end(signals))
        reap(program, &status);
    end_all(program, &status);
    return status;
}
