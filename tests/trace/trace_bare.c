/*
 * Two passes of one program on bare metal. The program handles its own debug exceptions. After the first pass, side 0,
 * its data are made what they were at the start, and side 1 begins; the words that side 0 has sent lie in memory.
 *
 * The table of instructions is the first multiboot module, which decode.py makes of the image.
 */
#include <stddef.h>
#include <string.h>

#include "emulator/bare.h"
#include "harness/harness.h"
#include "platform.h"
#include "steps.h"
#include "table.h"

void ab_trace_trap(struct registers *r);
int main(void);

extern const uint8_t ab_trace_entry[], ab_stack_top[];
extern uint8_t _data[], _edata[], _ebss[];

/* start.S maps the first GiB; mboot.c32 puts the module right behind the image. */
#define HEAP 0x10000000
#define WORDS 0x30000000
#define WORDS_END 0x3f000000
enum { HEAP_LEN = WORDS - HEAP, DATA_LEN = 1 << 17 };

/* What outlives the first pass. */
static struct {
    const uint32_t *multiboot_info;
    int side;
    uint64_t *next, *end; /* the word to be written or read, and after the last one that was written */
    uint8_t data[DATA_LEN];
} kept __attribute__((section(".kept")));

static void find_table(void)
{
    enum { MODULES_GIVEN = 8 };
    const uint32_t *info = kept.multiboot_info;

    if (!(info[0] & MODULES_GIVEN) || info[5] == 0)
        ab_bare_stop("there is no table of instructions");
    table_use((const void *)(uintptr_t)*(const uint32_t *)(uintptr_t)info[6]);
}

/* ---- from the first pass to the second ---- */

int trace_side(void)
{
    return kept.side;
}

int trace_is_reporting(void)
{
    return kept.side == 1;
}

void trace_put(uint64_t word)
{
    if (kept.next == (uint64_t *)WORDS_END)
        trace_fail("no room for the trace");
    *kept.next++ = word;
}

uint64_t trace_get(void)
{
    if (kept.next == kept.end)
        trace_fail("side 0 has sent no more");
    return *kept.next++;
}

void trace_agree(struct trace_difference *difference)
{
    (void)difference; /* side 0 is over */
}

void trace_fail(const char *why)
{
    ab_bare_stop(why);
}

static _Noreturn void start_pass(int side)
{
    kept.side = side;
    kept.end = kept.next;
    kept.next = (uint64_t *)WORDS;
    memcpy(_data, kept.data, (size_t)(_edata - _data));
    memset(_edata, 0, (size_t)(_ebss - _edata));
    memset((void *)HEAP, 0, HEAP_LEN);
    __asm__ volatile("mov %0, %%rsp\n\tcall *%1" : : "r"(ab_stack_top), "r"(ab_bare_main), "D"(kept.multiboot_info));
    __builtin_unreachable();
}

int trace_finish(void)
{
    if (kept.side == 0)
        start_pass(1);
    return 1;
}

/* ---- exceptions: a task state with one stack, which code that uses bytes below its own needs (Intel SDM vol. 3 sec.
 * 6.14.5, 7.7) ---- */

enum { CODE = 8, TASK = 24, STACK_LEN = 16384, DEBUG = 1, BREAKPOINT = 3, OWN_STACK = 1 };

static struct {
    uint32_t reserved0;
    uint64_t stacks[3], reserved1, interrupt_stacks[7], reserved2;
    uint16_t reserved3, permissions;
} __attribute__((packed)) task = { .permissions = sizeof(task) };

static void catch_steps(void)
{
    static _Alignas(64) uint8_t stack[STACK_LEN];
    static uint64_t descriptors[5] = { 0, 0x00af9a000000ffff, 0x00af92000000ffff };
    const uint64_t at = (uintptr_t)&task;
    const struct {
        uint16_t size;
        const uint64_t *base;
    } __attribute__((packed)) table = { sizeof(descriptors) - 1, descriptors };

    task.interrupt_stacks[OWN_STACK - 1] = (uintptr_t)stack + STACK_LEN;
    descriptors[TASK / 8] = (sizeof(task) - 1) | (at & 0xffffff) << 16 | 0x89ULL << 40 | (at >> 24 & 0xff) << 56;
    descriptors[TASK / 8 + 1] = at >> 32;
    __asm__ volatile("lgdt %0\n\tltr %w1" : : "m"(table), "r"(TASK) : "memory");
    ab_bare_catch(DEBUG, ab_trace_entry, OWN_STACK);
    ab_bare_catch(BREAKPOINT, ab_trace_entry, OWN_STACK);
}

void ab_trace_trap(struct registers *r)
{
    trace_trap(r);
}

const uint8_t *trace_vectors(void)
{
    static _Alignas(64) uint8_t state[4096];

    __asm__ volatile("xsave64 %0" : "+m"(state) : "a"(0xffffffff), "d"(0xffffffff));
    return state;
}

/* ---- what is called ---- */

int trace_start(void)
{
    find_table();
    catch_steps();
    return 1;
}

const char *trace_setting(const char *name)
{
    return ab_bare_setting(name);
}

unsigned char *trace_heap_memory(size_t *len)
{
    *len = HEAP_LEN;
    return (unsigned char *)HEAP;
}

void ab_bare_main(const uint32_t *multiboot_info)
{
    if (kept.multiboot_info == NULL) {
        kept.multiboot_info = multiboot_info;
        kept.next = (uint64_t *)WORDS;
        if (_edata - _data > DATA_LEN)
            ab_bare_stop("no room for the data");
        memcpy(kept.data, _data, (size_t)(_edata - _data));
    }
    ab_bare_start(multiboot_info);
    if (kept.side == 0)
        ab_bare_be_quiet();
    ab_bare_finish(main());
}
