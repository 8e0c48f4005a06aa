/*
 * Running a program with a private configuration.
 *
 * The program gets OPENSSL_CONF = a private file that includes the configuration it would have had and adds our lines.
 * The file is a real one in a directory made by mkdtemp, and this process waits to remove it. A memory file that the
 * program inherits would need no waiting, but programs close the descriptors of their children (Python's subprocess
 * does so by default): those would find no configuration, or whatever file has the number by then, and lose the
 * system's TLS settings with it. Likewise /proc/PID/fd of a waiting parent cannot be opened after a change of user.
 */
#define _GNU_SOURCE
#include "cli/system/exec_run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/system/place.h"
#include "cli/text/say.h"

/* ---- the private configuration ---- */

struct private_conf {
    struct ab_place base;    /* the directory for temporary files */
    int dir;                 /* the directory in it that is ours alone to write; -1: none */
    char name[32];           /* of that directory */
    char path[2 * PATH_MAX]; /* of the file */
};

static const char file_name[] = "openssl.cnf";

static void remove_private(struct private_conf *p)
{
    if (p->dir >= 0) {
        unlinkat(p->dir, file_name, 0);
        close(p->dir);
    }
    unlinkat(p->base.object, p->name, AT_REMOVEDIR);
    ab_place_free(&p->base);
}

/* Everybody may read it: the program may change its user before it loads the file, and nothing in it is secret. */
static int write_private(const struct ab_text *text, const struct private_conf *p)
{
    int fd = openat(p->dir, file_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644), ok;

    if (fd < 0)
        return 0;
    ok = write(fd, text->data, text->len) == (ssize_t)text->len && fchmod(fd, 0644) == 0;
    return close(fd) == 0 && ok && fchmod(p->dir, 0755) == 0;
}

/* A directory in which others can rename ours would let them put a configuration of their own in its place. */
static int find_base(struct private_conf *p)
{
    const char *tmp = secure_getenv("TMPDIR");
    char error[512];

    tmp = tmp == NULL || *tmp == '\0' ? "/tmp" : tmp;
    if (ab_place_find(&ab_our_trusted_view, tmp, &p->base, error, sizeof(error)))
        return 1;
    ab_say_error("cannot use %s for temporary files: %s; or set TMPDIR to another directory", tmp, error);
    return 0;
}

static int make_directory(struct private_conf *p)
{
    uint64_t number;

    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        return 0;
    snprintf(p->name, sizeof(p->name), "afterburner-%016" PRIx64, number);
    if (mkdirat(p->base.object, p->name, 0700) != 0)
        return 0;
    p->dir = openat(p->base.object, p->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    snprintf(p->path, sizeof(p->path), "%s/%s/%s", p->base.path, p->name, file_name);
    return p->dir >= 0;
}

static int make_private(const struct ab_text *text, struct private_conf *p)
{
    if (!find_base(p))
        return 0;
    p->dir = -1;
    if (make_directory(p) && write_private(text, p))
        return 1;
    ab_say_error("cannot write in %s: %m; set TMPDIR to a directory that can be written and has room", p->base.path);
    remove_private(p);
    return 0;
}

/* ---- the program ---- */

static const int forwarded[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM };

enum { NUM_FORWARDED = sizeof(forwarded) / sizeof(forwarded[0]) };

struct child {
    pid_t pid;
    sigset_t watched, before;
    struct sigaction sigchld; /* as it was; the program gets it back */
};

static void watch_signals(struct child *c)
{
    struct sigaction standard = { .sa_handler = SIG_DFL };

    sigemptyset(&c->watched);
    sigaddset(&c->watched, SIGCHLD);
    for (unsigned i = 0; i < NUM_FORWARDED; i++)
        sigaddset(&c->watched, forwarded[i]);
    sigaction(SIGCHLD, &standard, &c->sigchld); /* if it were ignored, there would be no exit status */
    sigprocmask(SIG_BLOCK, &c->watched, &c->before);
}

/* SIGKILL cannot be forwarded, so let the kernel send it to the program when this process is killed. */
static void become_program(const struct child *c, pid_t parent, char **argv)
{
    int status;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(AB_EXIT_CANNOT_RUN);
    sigaction(SIGCHLD, &c->sigchld, NULL);
    sigprocmask(SIG_SETMASK, &c->before, NULL);
    execvp(argv[0], argv);
    status = errno == ENOENT ? AB_EXIT_NOT_FOUND : AB_EXIT_CANNOT_RUN;
    ab_say_error("cannot run %s: %m", argv[0]);
    _exit(status);
}

/*
 * The program is in our process group, so it gets the terminal's signals itself. Forward a signal that a process sent,
 * and that of an alarm that was set before we were started.
 */
static void forward(const struct child *c, const siginfo_t *info)
{
    if (info->si_code <= 0 || info->si_signo == SIGALRM)
        kill(c->pid, info->si_signo);
}

/* Wait for the end of the program, stop and continue as it does, and return its wait status. */
static int wait_for_end(const struct child *c)
{
    siginfo_t info;
    int status;

    for (;;) {
        pid_t pid = waitpid(c->pid, &status, WNOHANG | WUNTRACED);

        if (pid == c->pid && !WIFSTOPPED(status))
            return status;
        if (pid == c->pid) {
            raise(SIGSTOP);
            kill(c->pid, SIGCONT);
            continue;
        }
        if (sigwaitinfo(&c->watched, &info) > 0 && info.si_signo != SIGCHLD)
            forward(c, &info);
    }
}

/* End this process as the program ended, so that a shell sees the same, but without a second core file. */
static int end_like(int status)
{
    struct rlimit none = { 0, 0 };
    struct sigaction standard = { .sa_handler = SIG_DFL };
    sigset_t all;

    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    setrlimit(RLIMIT_CORE, &none);
    sigaction(WTERMSIG(status), &standard, NULL);
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

static int run_program(char **argv, struct child *c, struct private_conf *p)
{
    pid_t self = getpid();
    int status;

    if (setenv("OPENSSL_CONF", p->path, 1) != 0 || (c->pid = fork()) < 0) {
        ab_say_error("cannot start %s: %m", argv[0]);
        remove_private(p);
        return AB_EXIT_ERROR;
    }
    if (c->pid == 0)
        become_program(c, self, argv);
    status = wait_for_end(c);
    remove_private(p);
    return end_like(status);
}

int ab_exec_run(struct ab_text *text, char **argv)
{
    struct private_conf p;
    struct child c;
    int ok;

    watch_signals(&c); /* while there is no file yet that a signal could leave behind */
    ok = make_private(text, &p);
    ab_text_free(text);
    return ok ? run_program(argv, &c, &p) : AB_EXIT_ERROR;
}
