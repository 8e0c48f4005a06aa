/* Deliberate offenders. Inline assembly keeps compilers from replacing an offence with something harmless. */
#include "offenders.h"

#include <string.h>

#include "afterburner/cpu.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "trace.h"

static uint8_t secret[64], table[4096];
static volatile uint64_t sink;

static void branch(void)
{
    __asm__ volatile("testb $1, %0\n\tjz 1f\n\tnop\n1:" : : "m"(secret[0]) : "cc");
}

static void load(void)
{
    sink = ((volatile uint8_t *)table)[secret[0]];
}

static void store(void)
{
    ((volatile uint8_t *)table)[64 * secret[0]] = 1;
}

static void push(void)
{
    uint64_t n = secret[0];

    __asm__ volatile(
        "mov %%rsp, %%rax\n\tlea -1024(%%rsp), %%rsp\n\tlea (%%rsp, %0, 8), %%rsp\n\tpush %0\n\tmov %%rax, %%rsp"
        :
        : "r"(n)
        : "rax", "memory");
}

static void divide(void)
{
    uint64_t n = 1000000007, d = 3U + secret[0];

    __asm__ volatile("xor %%edx, %%edx\n\tdivq %1" : "+a"(n) : "r"(d) : "rdx", "cc");
    sink = n;
}

static void divide_from_memory(void)
{
    uint64_t n = 1000000007, d = 3U + secret[0];

    __asm__ volatile("xor %%edx, %%edx\n\tdivq %1" : "+a"(n) : "m"(d) : "rdx", "cc");
    sink = n;
}

static void divide_floats(void)
{
    double n = 1, d = secret[0];

    __asm__ volatile("divsd %1, %0" : "+x"(n) : "x"(d));
    sink = n < 1;
}

static void shift(void)
{
    uint64_t n = 5;

    __asm__ volatile("shl %%cl, %0" : "+r"(n) : "c"(secret[0]) : "cc");
    sink = n;
}

static void leave_early(void)
{
    const volatile uint8_t *p = secret;
    size_t i = 0;

    while (i < sizeof(secret) && p[i] == 0)
        i++;
    sink = i;
}

static void count_string(void)
{
    void *to = table;
    size_t len = secret[0];

    __asm__ volatile("rep stosb" : "+D"(to), "+c"(len) : "a"(0) : "memory");
}

static void gather(void)
{
    int32_t lanes[8] = { 0, 1, 2, 3, 4, 5, 6, secret[0] };

    __asm__ volatile("vmovdqu %0, %%ymm1\n\tvpcmpeqd %%ymm2, %%ymm2, %%ymm2\n\t"
                     "vpgatherdd %%ymm2, (%1, %%ymm1, 4), %%ymm0\n\tvzeroupper"
                     :
                     : "m"(lanes), "r"(table)
                     : "xmm0", "xmm1", "xmm2", "memory");
}

static void mask_a_store(void)
{
    int32_t lanes[8] = { -1, -secret[0] };

    __asm__ volatile("vmovdqu %0, %%ymm1\n\tvpmaskmovd %%ymm1, %%ymm1, (%1)\n\tvzeroupper"
                     :
                     : "m"(lanes), "r"(table)
                     : "xmm1", "memory");
}

/* What the library does with a value that it declares public: the traces are to be equal. */
static void reveal(void)
{
    AB_PUBLIC(secret, sizeof(secret));
    branch();
    load();
    leave_early();
}

/* Constant-time code on secrets. */
static void keep(void)
{
    uint64_t value = 0;

    for (size_t i = 0; i < sizeof(secret); i++)
        value = ab_ct_select(ab_ct_eq(i, secret[0]), secret[i], value);
    sink = value;
}

static const struct offender {
    const char *name;
    void (*run)(void);
    int needs_avx2;
    enum trace_kind kind;
} offenders[] = {
    { "secret branch", branch, 0, TRACE_BRANCH },
    { "address of a load", load, 0, TRACE_ADDRESS },
    { "address of a store", store, 0, TRACE_ADDRESS },
    { "address of a push", push, 0, TRACE_ADDRESS },
    { "early exit", leave_early, 0, TRACE_BRANCH },
    { "length of a string instruction", count_string, 0, TRACE_OPERAND },
    { "operand of a division", divide, 0, TRACE_OPERAND },
    { "operand of a division in memory", divide_from_memory, 0, TRACE_OPERAND },
    { "operand of a division of floats", divide_floats, 0, TRACE_OPERAND },
    { "shift count", shift, 0, TRACE_OPERAND },
    { "index of a gather", gather, 1, TRACE_ADDRESS },
    { "mask of a store", mask_a_store, 1, TRACE_OPERAND },
    { "declared public", reveal, 0, TRACE_EQUAL },
    { "constant time", keep, 0, TRACE_EQUAL },
};

void trace_offend(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    t_where.subject = "deliberate offender";
    for (size_t i = 0; i < sizeof(offenders) / sizeof(offenders[0]); i++) {
        if (offenders[i].needs_avx2 && cpu.level < AB_LEVEL_AVX2)
            continue;
        memset(secret, ct_either(0, 1), sizeof(secret));
        t_where.check = offenders[i].name;
        trace_begin();
        offenders[i].run();
        CHECK(trace_end().kind == offenders[i].kind);
    }
}
