/* Two processes on an operating system: SIGTRAP says that the trap flag has raised its exception. */
#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "platform.h"
#include "steps.h"

enum { TRAP_FLAG = 0x100, SKIPPED = 77 };
enum { TABLE_BITS = 20, TABLE_LEN = 1 << TABLE_BITS, BUFFER_WORDS = 8192, MAX_RANGES = 64, CODE_LEN = 256 };

static struct instruction *table; /* of both sides; side 0 fills it before it sends what refers to it */
static int side, from_decoder, to_decoder, from_other, to_other;
static pid_t other;
static struct {
    uint64_t start, end;
} code[MAX_RANGES];
static unsigned num_ranges;
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

/* ---- decoded instructions ---- */

static struct instruction *slot(uint64_t rip)
{
    uint64_t i = rip * 0x9e3779b97f4a7c15 >> (64 - TABLE_BITS);

    while (table[i].rip != 0 && table[i].rip != rip)
        i = (i + 1) % TABLE_LEN;
    return &table[i];
}

static int note_range(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size, (void)arg;
    for (unsigned i = 0; i < info->dlpi_phnum && num_ranges < MAX_RANGES; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        code[num_ranges].start = info->dlpi_addr + p->p_vaddr;
        code[num_ranges++].end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
    }
    return 0;
}

/* Returns the number of bytes of code that may be read from there on, at most CODE_LEN. */
static uint64_t code_len(uint64_t rip)
{
    for (unsigned i = 0; i < num_ranges; i++)
        if (rip >= code[i].start && rip < code[i].end)
            return code[i].end - rip < CODE_LEN ? code[i].end - rip : CODE_LEN;
    return 0;
}

static void decode(uint64_t rip)
{
    static unsigned num_decoded;
    uint64_t head[2] = { rip, code_len(rip) }, count;

    if (head[1] == 0)
        trace_fail("code outside of all that was loaded at the start");
    write_all(to_decoder, head, sizeof(head));
    write_all(to_decoder, (const void *)(uintptr_t)rip, head[1]);
    read_all(from_decoder, &count, sizeof(count));
    for (uint64_t i = 0; i < count; i++) {
        struct instruction decoded, *at;

        read_all(from_decoder, &decoded, sizeof(decoded));
        at = slot(decoded.rip);
        num_decoded += at->rip == 0;
        *at = decoded;
    }
    if (num_decoded > TABLE_LEN / 4 * 3)
        trace_fail("the table of instructions is full");
}

const struct instruction *trace_find(uint64_t rip)
{
    const struct instruction *found = slot(rip);

    if (found->rip != 0)
        return found;
    if (side == 1)
        trace_fail("side 0 has not decoded what it sent");
    decode(rip);
    found = slot(rip);
    return found->rip == 0 ? NULL : found;
}

/* ---- one step ---- */

static const int general[16] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

const uint8_t *trace_vectors(const struct registers *r)
{
    return r->vectors;
}

static void on_trap(int signal_number, siginfo_t *info, void *context)
{
    mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
    struct registers r = { .rip = (uint64_t)m->gregs[REG_RIP],
                           .flags = (uint64_t)m->gregs[REG_EFL],
                           .vectors = (const uint8_t *)m->fpregs };

    (void)signal_number, (void)info;
    for (unsigned i = 0; i < 16; i++)
        r.general[i] = (uint64_t)m->gregs[general[i]];
    trace_trap(&r);
    m->gregs[REG_RIP] = (greg_t)r.rip;
    m->gregs[REG_EFL] = (greg_t)r.flags;
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

void trace_name(uint64_t address, char *out, uint64_t len)
{
    uint64_t head[2] = { address, 0 }, answer;
    char text[512] = "";

    write_all(to_decoder, head, sizeof(head));
    read_all(from_decoder, &answer, sizeof(answer));
    if (answer >= sizeof(text))
        trace_fail("a name is too long");
    read_all(from_decoder, text, answer);
    snprintf(out, len, "%s", text);
}

static volatile sig_atomic_t num_traps;

static void count_trap(int signal_number, siginfo_t *info, void *context)
{
    greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;

    (void)signal_number, (void)info;
    g[REG_EFL] = num_traps++ == 0 ? g[REG_EFL] | TRAP_FLAG : g[REG_EFL] & ~(greg_t)TRAP_FLAG;
}

static void handle(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK };

    if (sigaction(SIGTRAP, &action, NULL) != 0)
        trace_fail("no handler of SIGTRAP");
}

/* Some emulators of system calls and processors ignore the trap flag. */
static void try_trap_flag(void)
{
    handle(count_trap);
    __asm__ volatile("int3\n\tnop\n\tnop" : : : "memory");
    if (num_traps < 2) {
        printf("trace: skipped: this machine does not single-step a process by its trap flag\n");
        exit(SKIPPED);
    }
}

int trace_start(void)
{
    static _Alignas(64) char stack[1 << 17];
    static char buffer[BUFSIZ];
    const stack_t s = { .ss_sp = stack, .ss_size = sizeof(stack) };
    const char *decoder = getenv("AB_TRACE_DECODER");
    int forward[2], back[2];

    if (decoder == NULL || sscanf(decoder, "%d,%d", &from_decoder, &to_decoder) != 2)
        return 0;
    setvbuf(stdout, buffer, _IOLBF, sizeof(buffer)); /* the same on both sides, wherever it goes */
    if (sigaltstack(&s, NULL) != 0 || pipe(forward) != 0 || pipe(back) != 0)
        trace_fail("no stack or pipe");
    try_trap_flag();
    table = mmap(NULL, TABLE_LEN * sizeof(*table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        trace_fail("no memory");
    dl_iterate_phdr(note_range, NULL);
    handle(on_trap);
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
