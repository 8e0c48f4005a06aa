/*
 * Two processes on an operating system. With the trap flag, each instruction would cost a signal. So the processor gets
 * the program's instructions one by one from a table (table.h), with a call between each two. step.S and what it calls
 * leave vector registers alone: this file, steps.c, operand.c and table.c are compiled without them, and call no
 * function of the C library during a trace that uses them.
 */
#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "platform.h"
#include "steps.h"
#include "table.h"

enum { TRAP_FLAG = 0x100, BUFFER_WORDS = 8192 };

const void *ab_trace_next(void);
void ab_trace_step(void); /* step.S */

static int side, from_other, to_other;
static pid_t other;
static uint64_t words[BUFFER_WORDS];
static size_t first_word, num_words;

_Noreturn void trace_fail(const char *why)
{
    fprintf(stderr, "trace: %s\n", why);
    _exit(1);
}

static void write_all(int to, const void *p, size_t len)
{
    const char *at = p;

    while (len > 0) {
        ssize_t n = write(to, at, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            trace_fail("the other side of a pipe is gone");
        at += n;
        len -= (size_t)n;
    }
}

static void read_all(int from, void *p, size_t len)
{
    char *at = p;

    while (len > 0) {
        ssize_t n = read(from, at, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            trace_fail("the other side of a pipe is gone");
        at += n;
        len -= (size_t)n;
    }
}

/* ---- the stream from side 0 to side 1 ---- */

static void flush(void)
{
    write_all(to_other, words, num_words * sizeof(words[0]));
    num_words = 0;
}

void trace_put(uint64_t word)
{
    if (num_words == BUFFER_WORDS)
        flush();
    words[num_words++] = word;
}

uint64_t trace_get(void)
{
    if (first_word == num_words) {
        ssize_t n = read(from_other, words, sizeof(words));

        if (n <= 0)
            trace_fail("side 0 is gone");
        while (n % (ssize_t)sizeof(words[0]) != 0) {
            read_all(from_other, (char *)words + n, 1);
            n++;
        }
        num_words = (size_t)n / sizeof(words[0]);
        first_word = 0;
    }
    return words[first_word++];
}

/*
 * ---- one step: the processor executes each instruction by itself, as code of the table that then jumps to
 * ab_trace_step. RIP is set to the next instruction before, and by what transfers control ----
 */

struct registers ab_trace_registers;

/* Returns where to go on: at the code of the next instruction, or in the program itself, without steps. */
const void *ab_trace_next(void)
{
    struct registers *r = &ab_trace_registers;
    const void *code;
    uint64_t rip;

    r->flags |= TRAP_FLAG;
    trace_trap(r);
    rip = r->rip;
    if (!(r->flags & TRAP_FLAG))
        return (const void *)(uintptr_t)rip; // NOLINT(performance-no-int-to-ptr)
    r->flags &= ~(uint64_t)TRAP_FLAG;
    code = table_code(rip);
    if (code == NULL)
        trace_fail("an instruction that the table has no code for");
    r->rip += trace_find(rip)->len;
    return code;
}

const uint8_t *trace_vectors(void)
{
    static _Alignas(64) uint8_t state[16384];

    __asm__ volatile("xsave64 %0" : "+m"(state) : "a"(0xffffffff), "d"(0xffffffff));
    return state;
}

/* INT3 of trace_begin, or of trace_end where there are no steps. */
static void on_breakpoint(int signal_number, siginfo_t *info, void *context)
{
    greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct registers r = { .rip = (uint64_t)g[REG_RIP] };

    (void)signal_number, (void)info;
    trace_trap(&r);
    if (!(r.flags & TRAP_FLAG))
        return;
    ab_trace_registers.rip = r.rip;
    g[REG_RIP] = (greg_t)(uintptr_t)ab_trace_step;
}

void trace_agree(struct trace_difference *difference)
{
    if (side == 0) {
        flush();
        read_all(from_other, difference, sizeof(*difference));
    } else {
        write_all(to_other, difference, sizeof(*difference));
    }
}

/* ---- memory for heap.c ---- */

unsigned char *trace_heap_memory(size_t *len)
{
    enum { HEAP_LEN_BITS = 34 }; /* memory that is not touched takes none */
    void *p;

    *len = (size_t)1 << HEAP_LEN_BITS;
    p = mmap(NULL, *len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        trace_fail("no memory for the heap");
    return p;
}

/* ---- what is called ---- */

int trace_side(void)
{
    return side;
}

int trace_is_reporting(void)
{
    return side == 0;
}

const char *trace_setting(const char *name)
{
    return getenv(name);
}

/* Map the table. Its pages are those of its file, so that no memory is both written and executed. */
static const void *map_table(const char *path)
{
    int file = open(path, O_RDONLY);
    struct stat status;
    void *p;

    if (file < 0 || fstat(file, &status) != 0)
        trace_fail("no table of instructions");
    p = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    if (p == MAP_FAILED)
        trace_fail("the table of instructions cannot be mapped");
    close(file);
    return p;
}

static void catch_breakpoints(void)
{
    static _Alignas(64) char stack[1 << 17];
    const stack_t s = { .ss_sp = stack, .ss_size = sizeof(stack) };
    const struct sigaction action = { .sa_sigaction = on_breakpoint, .sa_flags = SA_SIGINFO | SA_ONSTACK };

    if (sigaltstack(&s, NULL) != 0 || sigaction(SIGTRAP, &action, NULL) != 0)
        trace_fail("no handler of SIGTRAP");
}

int trace_start(void)
{
    static char buffer[BUFSIZ];
    const char *path = getenv("AB_TRACE_TABLE");
    int forward[2], back[2];

    if (path == NULL)
        return 0;
    table_use(map_table(path));
    setvbuf(stdout, buffer, _IOLBF, sizeof(buffer)); /* the same on both sides, wherever it goes */
    if (pipe(forward) != 0 || pipe(back) != 0)
        trace_fail("no pipe");
    catch_breakpoints();
    signal(SIGPIPE, SIG_IGN); /* write_all reports it */
    fflush(stdout);
    other = fork();
    if (other < 0)
        trace_fail("no second process");
    side = other == 0;
    from_other = side == 0 ? back[0] : forward[0];
    to_other = side == 0 ? forward[1] : back[1];
    close(side == 0 ? forward[0] : forward[1]); /* so that the end of one process is seen by the other */
    close(side == 0 ? back[1] : back[0]);
    return side == 0 || dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) >= 0; /* freopen would allocate a buffer */
}

int trace_finish(void)
{
    int status;

    if (side == 1)
        exit(0);
    return waitpid(other, &status, 0) == other && WIFEXITED(status);
}
