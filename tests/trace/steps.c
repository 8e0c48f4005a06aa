/*
 * What happens between two instructions: the registers are those that the next one starts with. This runs while vector
 * registers hold what is traced.
 */
#include "steps.h"

#include <stddef.h>
#include <valgrind/memcheck.h>

#include "platform.h"
#include "trace.h"

enum { TRAP_FLAG = 0x100, INT3 = 0xcc, RAX = 0 };

/* A record of the stream: a header, the address with this in the upper bits, and words. */
enum record { RECORD_STEP = 0, RECORD_PUBLIC = 1, RECORD_END = 2 };
enum { KIND_AT = 62, COUNT_AT = 56, COUNT_MASK = 63 };
enum state { IDLE, TRACING, DIFFERENT };
static const uint64_t address_mask = ((uint64_t)1 << COUNT_AT) - 1;

static volatile int state; /* enum state */
static uint64_t num_steps, all_steps, last, kept_word;
static int is_kept; /* kept_word is the next word of side 0 */
static struct trace_difference difference;

static uint64_t get(void)
{
    if (!is_kept)
        return trace_get();
    is_kept = 0;
    return kept_word;
}

static void keep(uint64_t word)
{
    kept_word = word;
    is_kept = 1;
}

static void differ(enum trace_kind kind, uint64_t at, uint64_t here_0, uint64_t here_1)
{
    if (difference.kind == TRACE_EQUAL)
        difference = (struct trace_difference){ kind, num_steps, last, at, { here_0, here_1 } };
}

/* Send or compare what the next instruction reveals. */
static void step(const struct registers *r)
{
    uint64_t head, value;
    const struct instruction *in;

    if (trace_side() == 1) {
        head = get();
        if (head != (r->rip | (head & (uint64_t)COUNT_MASK << COUNT_AT))) {
            differ(TRACE_BRANCH, head & address_mask, head & address_mask, r->rip);
            keep(head);
            return;
        }
    }
    in = trace_find(r->rip);
    if (in == NULL)
        trace_fail("an instruction was not decoded");
    if (trace_side() == 0)
        trace_put(r->rip | (uint64_t)in->num_operands << COUNT_AT);
    for (uint32_t i = 0; i < in->num_operands; i++) {
        const struct operand *o = &in->operands[i];

        value = operand_value(o, r);
        if (trace_side() == 0) {
            trace_put(value);
            continue;
        }
        head = get();
        if (o->kind == OPERAND_UNKNOWN)
            differ(TRACE_UNKNOWN, r->rip, 0, 0);
        else if (head != value)
            differ(o->kind <= OPERAND_LANES ? TRACE_ADDRESS : TRACE_OPERAND, r->rip, head, value);
    }
    num_steps++;
    last = r->rip;
}

/* The request to Valgrind that AB_PUBLIC makes: RAX points at its code, the address and the length. */
static const uint64_t *request(const struct registers *r)
{
    static const uint8_t magic[] = { 0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1,
                                     0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33, 0x48, 0x87, 0xdb };
    const uint8_t *rip = (const uint8_t *)(uintptr_t)r->rip; /* XCHG RBX, RBX is the end of the request */

    for (size_t i = sizeof(magic); i-- > 0;)
        if ((rip - 16)[i] != magic[i])
            return NULL;
    return (const uint64_t *)(uintptr_t)r->general[RAX];
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

    if (trace_side() == 0) {
        trace_put(rip | (uint64_t)RECORD_PUBLIC << KIND_AT);
        trace_put(len);
    } else {
        if (get() != (rip | (uint64_t)RECORD_PUBLIC << KIND_AT))
            trace_fail("the two sides disagree on what is public");
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
        copy_bytes(&word, p + i, part);
        if (trace_side() == 0) {
            trace_put(word);
        } else {
            word = get();
            copy_bytes(p + i, &word, part);
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

void trace_trap(struct registers *r)
{
    const uint64_t *asked;

    if (state == IDLE) { /* after the INT3 of trace_begin */
        state = TRACING;
        r->flags |= TRAP_FLAG;
        return;
    }
    if (state == DIFFERENT) { /* after the INT3 of trace_end */
        state = IDLE;
        return;
    }
    if (*(const uint8_t *)(uintptr_t)r->rip == INT3) { /* that of trace_end, which is skipped */
        r->rip++;
        r->flags &= ~(uint64_t)TRAP_FLAG;
        state = IDLE;
        return;
    }
    step(r);
    if (difference.kind == TRACE_EQUAL && (asked = request(r)) != NULL && asked[0] == VG_USERREQ__MAKE_MEM_DEFINED)
        share(r->rip, (uint8_t *)(uintptr_t)asked[1], asked[2]); // NOLINT(performance-no-int-to-ptr)
    if (trace_side() == 1 && difference.kind != TRACE_EQUAL) {   /* go on without steps, to the INT3 of trace_end */
        r->flags &= ~(uint64_t)TRAP_FLAG;
        state = DIFFERENT;
    }
}

void trace_begin(void)
{
    difference = (struct trace_difference){ 0 };
    num_steps = last = 0;
    __asm__ volatile("int3" : : : "memory");
}

struct trace_difference trace_end(void)
{
    uint64_t head;

    __asm__ volatile("int3" : : : "memory");
    if (trace_side() == 0) {
        trace_put((uint64_t)RECORD_END << KIND_AT);
    } else if ((head = get()) != (uint64_t)RECORD_END << KIND_AT) {
        keep(head);
        differ(TRACE_BRANCH, 0, 0, 0);
        drain();
    }
    trace_agree(&difference);
    all_steps += num_steps;
    return difference;
}

uint64_t trace_steps(void)
{
    return all_steps;
}
