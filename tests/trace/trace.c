/*
 * The trap flag of the processor (EFLAGS.TF, Intel SDM vol. 3 sec. 17.3.1.4) raises SIGTRAP after every instruction,
 * and after every iteration of a string instruction. The handler reads the registers that the next instruction starts
 * with. INT3 starts a trace and ends it.
 */
#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

#include "operand.h"

enum { TRAP_FLAG = 0x100, INT3 = 0xcc, SKIPPED = 77 };
enum { TABLE_BITS = 20, TABLE_LEN = 1 << TABLE_BITS, BUFFER_WORDS = 8192, MAX_RANGES = 64, CODE_LEN = 256 };

/* A record of the stream: a header, the address with this in the upper bits, and words. */
enum record { RECORD_STEP = 0, RECORD_PUBLIC = 1, RECORD_END = 2 };
enum { KIND_AT = 62, COUNT_AT = 56, COUNT_MASK = 63 };
enum state { IDLE, TRACING, DIFFERENT };
static const uint64_t address_mask = ((uint64_t)1 << COUNT_AT) - 1;

static struct instruction *table; /* of both sides; side 0 fills it before it sends what refers to it */
static int side, from_decoder, to_decoder, from_other, to_other;
static volatile sig_atomic_t state; /* enum state */
static uint64_t num_steps, all_steps, last;
static struct trace_difference difference;
static pid_t other;
static struct {
    uint64_t start, end;
} code[MAX_RANGES];
static unsigned num_ranges;
static uint64_t words[BUFFER_WORDS];
static size_t first_word, num_words;

static _Noreturn void fail(const char *why)
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
            fail("the other side of a pipe is gone");
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
            fail("the other side of a pipe is gone");
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

static void put(uint64_t word)
{
    if (num_words == BUFFER_WORDS)
        flush();
    words[num_words++] = word;
}

static uint64_t get(void)
{
    if (first_word == num_words) {
        ssize_t n = read(from_other, words, sizeof(words));

        if (n <= 0)
            fail("side 0 is gone");
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
        fail("code outside of all that was loaded at the start");
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
        fail("the table of instructions is full");
}

static const struct instruction *find(uint64_t rip)
{
    const struct instruction *found = slot(rip);

    if (found->rip != 0)
        return found;
    if (side == 1)
        fail("side 0 has not decoded what it sent");
    decode(rip);
    found = slot(rip);
    if (found->rip == 0)
        fail("the decoder has no answer");
    return found;
}

/* ---- one step ---- */

static void differ(enum trace_kind kind, uint64_t at, uint64_t here_0, uint64_t here_1)
{
    if (difference.kind == TRACE_EQUAL)
        difference = (struct trace_difference){ kind, num_steps, last, at, { here_0, here_1 } };
}

/* Send or compare what the next instruction reveals. */
static void step(const ucontext_t *u)
{
    uint64_t rip = (uint64_t)u->uc_mcontext.gregs[REG_RIP], head, value;
    const struct instruction *in;

    if (side == 1) {
        head = get();
        if (head != (rip | (head & (uint64_t)COUNT_MASK << COUNT_AT))) {
            differ(TRACE_BRANCH, head & address_mask, head & address_mask, rip);
            first_word--;
            return;
        }
    }
    in = find(rip);
    if (side == 0)
        put(rip | in->num_operands << COUNT_AT);
    for (uint64_t i = 0; i < in->num_operands; i++) {
        const struct operand *o = &in->operands[i];

        value = operand_value(o, u);
        if (side == 0) {
            put(value);
            continue;
        }
        head = get();
        if (o->kind == OPERAND_UNKNOWN)
            differ(TRACE_UNKNOWN, rip, 0, 0);
        else if (head != value)
            differ(o->kind <= OPERAND_LANES ? TRACE_ADDRESS : TRACE_OPERAND, rip, head, value);
    }
    num_steps++;
    last = rip;
}

/* The request to Valgrind that AB_PUBLIC makes: RAX points at its code, the address and the length. */
static const uint64_t *request(const ucontext_t *u)
{
    static const uint8_t magic[] = { 0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1,
                                     0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33, 0x48, 0x87, 0xdb };
    const uint8_t *rip = (const uint8_t *)u->uc_mcontext.gregs[REG_RIP]; /* XCHG RBX, RBX is the end of the request */

    if (rip[0] != 0x48 || rip[1] != 0x87 || rip[2] != 0xdb || memcmp(rip - 16, magic, sizeof(magic)) != 0)
        return NULL;
    return (const uint64_t *)u->uc_mcontext.gregs[REG_RAX];
}

static void skip(uint64_t count)
{
    while (count-- > 0)
        (void)get();
}

/* A value was declared public: side 1 takes that of side 0. */
static void share(uint64_t rip, uint8_t *p, uint64_t len)
{
    uint64_t word, other_len;

    if (side == 0) {
        put(rip | (uint64_t)RECORD_PUBLIC << KIND_AT);
        put(len);
    } else {
        if (get() != (rip | (uint64_t)RECORD_PUBLIC << KIND_AT))
            fail("the two sides disagree on what is public");
        other_len = get();
        if (other_len != len) {
            differ(TRACE_PUBLIC, rip, other_len, len);
            skip((other_len + 7) / 8);
            return;
        }
    }
    for (uint64_t i = 0; i < len; i += sizeof(word)) {
        size_t part = len - i < sizeof(word) ? len - i : sizeof(word);

        word = 0;
        memcpy(&word, p + i, part);
        if (side == 0) {
            put(word);
        } else {
            word = get();
            memcpy(p + i, &word, part);
        }
    }
}

/* Side 1: go on to the end of the trace. */
static void drain(void)
{
    for (;;) {
        uint64_t head = get(), count = head >> COUNT_AT & COUNT_MASK;

        if (head >> KIND_AT == RECORD_END)
            return;
        if (head >> KIND_AT == RECORD_PUBLIC)
            count = (get() + 7) / 8;
        skip(count);
    }
}

static void on_trap(int signal_number, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    greg_t *g = u->uc_mcontext.gregs;
    const uint64_t *asked;

    (void)signal_number, (void)info;
    if (state == IDLE) { /* after the INT3 of trace_begin */
        state = TRACING;
        g[REG_EFL] |= TRAP_FLAG;
        return;
    }
    if (state == DIFFERENT) { /* after the INT3 of trace_end */
        state = IDLE;
        return;
    }
    if (*(const uint8_t *)g[REG_RIP] == INT3) { /* that of trace_end, which is skipped */
        g[REG_RIP]++;
        g[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        state = IDLE;
        return;
    }
    step(u);
    if (difference.kind == TRACE_EQUAL && (asked = request(u)) != NULL && asked[0] == VG_USERREQ__MAKE_MEM_DEFINED)
        share((uint64_t)g[REG_RIP], (uint8_t *)asked[1], asked[2]); // NOLINT(performance-no-int-to-ptr)
    if (side == 1 && difference.kind != TRACE_EQUAL) {              /* go on without steps, to the INT3 of trace_end */
        g[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        state = DIFFERENT;
    }
}

/* ---- what is called ---- */

void trace_begin(void)
{
    difference = (struct trace_difference){ 0 };
    num_steps = last = 0;
    __asm__ volatile("int3" : : : "memory");
}

struct trace_difference trace_end(void)
{
    __asm__ volatile("int3" : : : "memory");
    if (side == 0) {
        put((uint64_t)RECORD_END << KIND_AT);
        flush();
        read_all(from_other, &difference, sizeof(difference));
    } else {
        if (get() != (uint64_t)RECORD_END << KIND_AT) {
            first_word--;
            differ(TRACE_BRANCH, 0, 0, 0);
            drain();
        }
        write_all(to_other, &difference, sizeof(difference));
    }
    all_steps += num_steps;
    return difference;
}

uint64_t trace_steps(void)
{
    return all_steps;
}

void trace_name(uint64_t address, char *out, uint64_t len)
{
    uint64_t head[2] = { address, 0 }, answer;
    char text[512] = "";

    write_all(to_decoder, head, sizeof(head));
    read_all(from_decoder, &answer, sizeof(answer));
    if (answer >= sizeof(text))
        fail("a name is too long");
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
        fail("no handler of SIGTRAP");
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

int trace_start(const int decoder[2])
{
    static _Alignas(64) char stack[1 << 17];
    const stack_t s = { .ss_sp = stack, .ss_size = sizeof(stack) };
    int forward[2], back[2];

    from_decoder = decoder[0];
    to_decoder = decoder[1];
    if (sigaltstack(&s, NULL) != 0 || pipe(forward) != 0 || pipe(back) != 0)
        fail("no stack or pipe");
    try_trap_flag();
    table = mmap(NULL, TABLE_LEN * sizeof(*table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        fail("no memory");
    dl_iterate_phdr(note_range, NULL);
    handle(on_trap);
    signal(SIGPIPE, SIG_IGN); /* write_all reports it */
    fflush(stdout);
    other = fork();
    if (other < 0)
        fail("no second process");
    side = other == 0;
    from_other = side == 0 ? back[0] : forward[0];
    to_other = side == 0 ? forward[1] : back[1];
    close(side == 0 ? forward[0] : forward[1]); /* so that the end of one process is seen by the other */
    close(side == 0 ? back[1] : back[0]);
    return side;
}

int trace_finish(void)
{
    int status;

    return waitpid(other, &status, 0) == other && WIFEXITED(status);
}
