/* Another process, as /proc shows it (proc(5)). Of its environment and arguments only what concerns OpenSSL is kept. */
#ifndef AB_CLI_LINUX_PROCESS_H
#define AB_CLI_LINUX_PROCESS_H

#include <limits.h>
#include <sys/types.h>

#include "cli/system/binary.h"

struct ab_mapped_file {
    char *path;     /* as the process sees it */
    int is_deleted; /* gone, or replaced by another file */
    dev_t device;
    ino_t inode;
};

/* Whose rights it has. */
struct ab_rights {
    uid_t uid;
    gid_t gid;
    gid_t *groups;
    unsigned num_groups;
};

struct ab_process {
    pid_t pid;
    int root;         /* an O_PATH descriptor of its root directory */
    int has_own_root; /* it has another root or other mounts than this process */
    char exe[PATH_MAX];
    char cwd[PATH_MAX]; /* below its root */
    struct ab_rights rights;
    enum ab_elf kind;          /* AB_ELF_32 or AB_ELF_64 */
    int is_secure;             /* AT_SECURE: libcrypto ignores the environment */
    int is_shared_config;      /* Node.js with --openssl-shared-config */
    char *conf, *conf_include; /* OPENSSL_CONF, OPENSSL_CONF_INCLUDE; NULL: not set */
    char *cpu, *ia32cap;       /* AFTERBURNER_CPU, OPENSSL_ia32cap; NULL: not set */
    char *companion;           /* AFTERBURNER_COMPANION; NULL: not set */
    char *cgroup;              /* its control groups (cgroups(7)), as /proc/PID/cgroup has them */
    struct ab_mapped_file *files;
    unsigned num_files;
};

/* The number of a process in decimal digits; 0: the word is no such number. */
pid_t ab_process_number(const char *word);

/* 0 and a reason in error if there is no such process or this user may not look at it. */
int ab_process_read(pid_t pid, struct ab_process *p, char *error, size_t size);
void ab_process_free(struct ab_process *p);

/*
 * The same for no more than pid, exe, has_own_root, cgroup and files. 0 if this user may not look at it, or it has
 * ended.
 */
int ab_process_glance(pid_t pid, struct ab_process *p);

/*
 * Gives up all rights that the process does not have: its user, its groups, and no capabilities. A caller that is not
 * root has no other rights than the processes that it may look at. 0 and errno if that fails; then do not go on.
 */
int ab_take_rights(const struct ab_rights *rights);

#endif
