/* Another process, as /proc shows it (proc(5)). Of its environment and arguments only what concerns OpenSSL is kept. */
#ifndef AB_CLI_PROCESS_H
#define AB_CLI_PROCESS_H

#include <limits.h>
#include <sys/types.h>
#include <time.h>

struct ab_mapped_file {
    char *path;     /* as the process sees it */
    int is_deleted; /* gone, or replaced by another file */
};

struct ab_process {
    pid_t pid;
    char exe[PATH_MAX];
    char prefix[32];            /* "/proc/PID/root" if it has another root or other mounts than we; else "" */
    int is_secure;              /* AT_SECURE: libcrypto ignores the environment */
    int is_shared_config;       /* Node.js with --openssl-shared-config */
    char *conf, *cpu, *ia32cap; /* OPENSSL_CONF, AFTERBURNER_CPU, OPENSSL_ia32cap; NULL: not set */
    time_t started;             /* 0: unknown */
    struct ab_mapped_file *files;
    unsigned num_files;
};

/* 0 and a reason in error if there is no such process or it may not be looked at. */
int ab_process_read(pid_t pid, struct ab_process *p, char *error, size_t size);
void ab_process_free(struct ab_process *p);

#endif
