/*
 * afterburner exec: one program with Afterburner on.
 *
 * The program gets OPENSSL_CONF = a private file that includes the configuration it would have had and adds our lines.
 * The file is a real one in a directory made by mkdtemp, and this process waits to remove it. A memory file that the
 * program inherits would need no waiting, but programs close the descriptors of their children (Python's subprocess
 * does so by default): those would find no configuration, or whatever file has the number by then, and lose the
 * system's TLS settings with it. Likewise /proc/PID/fd of a waiting parent cannot be opened after a change of user.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <openssl/crypto.h>
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

#include "commands.h"
#include "companion.h"
#include "conf_read.h"
#include "file.h"
#include "settings.h"
#include "trial.h"

const char ab_exec_usage[] =
    "Usage: afterburner exec [OPTION...] [--] COMMAND [ARGUMENT...]\n"
    "Runs COMMAND with Afterburner on, for it and its children. The exit status is COMMAND's; 127 if it is not found,\n"
    "126 if it cannot be run, 2 if Afterburner cannot be put on (COMMAND is not run then).\n"
    "\n"
    "  --companion        preload the companion for OpenSSL 3.0 and 3.1 as well; afterburner-companion(7)\n";

enum { EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

struct choice {
    const char *module;
    int has_companion;
};

/* ---- the private configuration ---- */

struct private_conf {
    struct ab_place base;    /* the directory for temporary files */
    int dir;                 /* the directory in it that is ours alone to write; -1: none */
    char name[32];           /* of that directory */
    char path[2 * PATH_MAX]; /* of the file */
};

static const char file_name[] = "openssl.cnf";

/* Parse it by itself first, so that an error names the line of this file. */
static int can_be_parsed(const struct ab_file *file)
{
    struct ab_include include = ab_our_includes(AB_TRUST_ANYBODY);
    struct ab_text whole = { 0 };
    char error[512];
    CONF *conf = ab_conf_read(&file->text, &include, &whole, error, sizeof(error));

    if (conf == NULL)
        ab_say_error("OpenSSL cannot parse %s: %s; fix that line, or set OPENSSL_CONF to another file",
                     file->place.path, error);
    NCONF_free(conf);
    ab_text_free(&whole);
    return conf != NULL;
}

static int include_file(struct ab_text *text, const char *path)
{
    struct ab_file file;
    char error[256];
    int ok;

    if (!ab_file_read(&ab_our_view, path, &file, error, sizeof(error))) {
        ab_say_error("cannot read %s: %s; set OPENSSL_CONF to a file that can be read, or unset it", path, error);
        return 0;
    }
    ok = can_be_parsed(&file);
    ab_text_addf(text, ".include = ");
    if (ok && !ab_merge_value(text, file.place.path)) {
        ab_say_error("%s has control characters in its name; rename it", file.place.path);
        ok = 0;
    }
    ab_text_add(text, "\n", 1);
    ab_file_free(&file);
    return ok;
}

/* An empty OPENSSL_CONF means none; a system without an openssl.cnf has none either. */
static int include_system(struct ab_text *text)
{
    char *path = ab_conf_default_file();
    int is_wanted = *path != '\0' && (secure_getenv("OPENSSL_CONF") != NULL || access(path, F_OK) == 0);
    int ok = !is_wanted || include_file(text, path);

    OPENSSL_free(path);
    return ok;
}

static int try_conf(const struct ab_text *whole)
{
    struct ab_trial t;

    ab_trial_run(whole, AB_APP_OPENSSL, &t);
    if (t.loads && t.is_afterburner && t.is_default)
        return 1;
    ab_say_error("the configuration does not load: %s; afterburner doctor says more",
                 t.loads ? "a provider is not activated" : t.error);
    return 0;
}

/*
 * Appends our lines to a text that includes the configuration in force, and to the same text with the include in place.
 */
static int add_lines(const struct ab_settings *settings, struct ab_text *text, struct ab_text *whole)
{
    struct ab_include include = ab_our_includes(AB_TRUST_ANYBODY);
    struct ab_text lines = { 0 };
    char error[512];
    CONF *conf = ab_conf_read(text, &include, whole, error, sizeof(error));
    int ok = conf != NULL && ab_merge(conf, settings, &lines, error, sizeof(error));

    NCONF_free(conf);
    if (ok && lines.len > 0) {
        ab_text_add(text, lines.data, lines.len);
        ab_text_add(whole, lines.data, lines.len);
    }
    if (!ok)
        ab_say_error("Afterburner cannot be added to the configuration in use: %s", error);
    ab_text_free(&lines);
    return ok;
}

/* The trial loads what the program itself will load next, with the same rights. */
static int make_text(const struct ab_settings *settings, struct ab_text *text)
{
    struct ab_text whole = { 0 };
    int ok;

    ab_text_addf(text, "# of a running `afterburner exec`\n");
    ok = include_system(text) && add_lines(settings, text, &whole) && try_conf(&whole);
    ab_text_free(&whole);
    return ok;
}

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
        _exit(EXIT_CANNOT_RUN);
    sigaction(SIGCHLD, &c->sigchld, NULL);
    sigprocmask(SIG_SETMASK, &c->before, NULL);
    execvp(argv[0], argv);
    status = errno == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN;
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

static int preload_companion(const char *module)
{
    char *path = ab_companion_find(module);
    int ok = path != NULL && ab_companion_preload(path);

    free(path);
    return ok;
}

static int run(struct ab_settings *settings, const struct choice *choice, char **argv)
{
    struct ab_text text = { 0 };
    struct private_conf p;
    struct child c;
    int ok = ab_settings_check(settings, choice->module) && make_text(settings, &text)
             && (!choice->has_companion || preload_companion(settings->module));

    if (ok) {
        watch_signals(&c); /* while there is no file yet that a signal could leave behind */
        ok = make_private(&text, &p);
    }
    ab_text_free(&text);
    return ok ? run_program(argv, &c, &p) : AB_EXIT_ERROR;
}

int ab_exec_main(int argc, char **argv)
{
    static const struct option options[] = { AB_SETTING_OPTIONS,
                                             { "companion", no_argument, NULL, 'C' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct ab_settings settings = { 0 };
    struct choice choice = { 0 };

    for (int o; (o = ab_next_option(argc, argv, options)) != -1;) {
        if (o == 'm')
            choice.module = optarg;
        else if (o == 'C')
            choice.has_companion = 1;
        else
            ab_setting_take(&settings, o, optarg);
    }
    if (optind >= argc) {
        ab_say_error("no command to run; see afterburner exec --help");
        return AB_EXIT_ERROR;
    }
    return run(&settings, &choice, argv + optind);
}
