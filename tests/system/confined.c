/*
 * Runs a program under the seccomp filters that systemd makes of MemoryDenyWriteExecute= and SystemCallFilter=
 * (systemd.exec(5)): memory that is or becomes executable other than by mapping a file is refused with EPERM; a system
 * call that is not in the list ends the process with SIGSYS.
 *
 * usage: confined NUMBER,NUMBER,... PROGRAM [ARGUMENT...]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_LINES = 2048, NUMBER = offsetof(struct seccomp_data, nr), ARCH = offsetof(struct seccomp_data, arch) };

struct program {
    struct sock_filter lines[MAX_LINES];
    unsigned short num;
};

static void fail(const char *what)
{
    perror(what);
    exit(125);
}

static void add(struct program *p, unsigned short code, unsigned k, unsigned char if_true, unsigned char if_false)
{
    if (p->num == MAX_LINES)
        fail("too many system calls");
    p->lines[p->num++] = (struct sock_filter){ code, if_true, if_false, k };
}

static void add_return(struct program *p, unsigned what)
{
    add(p, BPF_RET | BPF_K, what, 0, 0);
}

static void load(struct program *p, unsigned offset)
{
    add(p, BPF_LD + BPF_W + BPF_ABS, offset, 0, 0);
}

/* Another architecture has other numbers. */
static void begin(struct program *p)
{
    load(p, ARCH);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add_return(p, SECCOMP_RET_KILL_PROCESS);
    load(p, NUMBER);
}

static void install(const struct program *p)
{
    struct sock_fprog filter = { p->num, (struct sock_filter *)p->lines };

    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        fail("seccomp");
}

/* Refuses the call if all of `bits` are set in its third argument. */
static void refuse(struct program *p, unsigned call, unsigned bits)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    load(p, offsetof(struct seccomp_data, args) + 2 * sizeof(__u64));
    add(p, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, bits, 0, 1);
    add_return(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, NUMBER);
}

static void deny_writable_code(void)
{
    struct program p = { .num = 0 };

    begin(&p);
    refuse(&p, SYS_mmap, PROT_WRITE | PROT_EXEC);
    refuse(&p, SYS_mprotect, PROT_EXEC);
    refuse(&p, SYS_pkey_mprotect, PROT_EXEC);
    refuse(&p, SYS_shmat, SHM_EXEC);
    add_return(&p, SECCOMP_RET_ALLOW);
    install(&p);
}

static void allow_only(const char *list)
{
    struct program p = { .num = 0 };
    char *end;

    begin(&p);
    for (; *list != '\0'; list = *end == ',' ? end + 1 : end) {
        add(&p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)strtoul(list, &end, 10), 0, 1);
        add_return(&p, SECCOMP_RET_ALLOW);
        if (end == list)
            fail("no list of numbers");
    }
    add_return(&p, SECCOMP_RET_KILL_PROCESS);
    install(&p);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: confined NUMBER,NUMBER,... PROGRAM [ARGUMENT...]\n", stderr);
        return 125;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("no new privileges");
    deny_writable_code();
    allow_only(argv[1]); /* last: it may not have seccomp in it */
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 125;
}
