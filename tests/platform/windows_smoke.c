/*
 * What differs most on Windows, in a program that takes seconds to build: the gates to assembly, the registers that its
 * calling convention preserves, random bytes, threads and waiting, memory, the detection of the processor.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "harness/harness.h"
#include "kernels/keccak/keccak_kernels.h"
#include "os/environment.h"
#include "os/memory.h"
#include "os/random.h"
#include "os/threads.h"

static int failures;

static void expect(int ok, const char *what)
{
    if (!ok)
        printf("FAIL %s\n", what);
    failures += !ok;
}

/* Does a function of assembly give what C gives, and keep the registers that Windows wants kept? */
static void check_permutation(ab_keccak_permute_fn *permute, const char *name)
{
    uint64_t state[AB_KECCAK_LANES], wanted[AB_KECCAK_LANES];

    for (unsigned i = 0; i < AB_KECCAK_LANES; i++)
        state[i] = wanted[i] = 0x0123456789abcdef * (i + 1);
    ab_keccak_permute_portable(wanted);
    permute(state);
    expect(memcmp(state, wanted, sizeof(state)) == 0, name);
    expect(t_changed_registers((t_any_fn *)permute, state, NULL, 0, 0, 0) == 0, name);
}

static void check_assembly(const struct ab_cpu *cpu)
{
    const uint32_t bmi = AB_BIT_ADX;

    expect(t_changed_registers((t_any_fn *)t_spoil_registers, NULL, NULL, 0, 0, 0) == t_spoiled_registers,
           "the check of registers finds an offender");
    if (cpu->level >= AB_LEVEL_AVX2 && (cpu->bits & bmi) == bmi)
        check_permutation(ab_keccak_permute_bmi2, "Keccak by BMI2");
    if (cpu->level >= AB_LEVEL_AVX512)
        check_permutation(ab_keccak_permute_avx512, "Keccak by AVX-512");
}

static void check_random(void)
{
    uint8_t a[32] = { 0 }, b[32] = { 0 };

    expect(ab_random(a, sizeof(a)) && ab_random(b, sizeof(b)) && memcmp(a, b, sizeof(a)) != 0, "random bytes");
}

static void check_memory(void)
{
    const size_t len = 1 << 16;
    uint8_t *p = ab_map_wiped_on_fork(len);

    expect(p != NULL && p[0] == 0 && p[len - 1] == 0, "a mapping");
    if (p == NULL)
        return;
    memset(p, 1, len);
    ab_unmap(p, len);
}

static _Atomic uint32_t word;

static void *answer(void *arg)
{
    ab_wait(&word, 0);
    *(int *)arg = (int)atomic_load(&word);
    return NULL;
}

static void check_threads(void)
{
    ab_thread thread;
    int seen = 0;

    expect(ab_thread_start(&thread, 1 << 18, answer, &seen), "a thread");
    ab_sleep(20000000);
    atomic_store(&word, 7);
    ab_wake_all(&word);
    ab_thread_join(thread);
    expect(seen == 7, "waiting for a word");
}

static void check_environment(void)
{
    const char *value = ab_environment("AB_SMOKE");

    expect(value != NULL && strcmp(value, "set") == 0, "the environment");
    expect(ab_environment("AB_SMOKE_UNSET") == NULL, "a variable that is not set");
}

int main(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    expect(cpu.vendor[0] != '\0', "the vendor of the processor");
    check_assembly(&cpu);
    check_random();
    check_memory();
    check_threads();
    check_environment();
    printf("windows_smoke: level %s, %s\n", ab_level_name(cpu.level), failures == 0 ? "all passed" : "failed");
    return failures != 0;
}
