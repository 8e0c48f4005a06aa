/*
 * What a process pays once, for startup.sh to count: `load` loads the module; `cpuid` does it step by step, and fails
 * if it executes a CPUID more than it must; `first FAMILY` runs the test of the first use of a family with the
 * implementation that this processor would use, and `whole FAMILY` its whole known-answer test.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include "crypto/implementation.h"
#include "host.h"
#include "os/cpuid.h"

static void load(void)
{
    struct host h;

    host_open(&h);
    CHECK(strcmp(host_provider_of(h.lib, "AES-128-GCM"), "afterburner") == 0);
    host_close(&h);
}

/* ---- CPUID: with the trap flag set, SIGTRAP comes before each instruction but the first ---- */

static volatile sig_atomic_t num_cpuids, num_steps;

static void step(int signal, siginfo_t *info, void *context)
{
    static const uint8_t cpuid[] = { 0x0f, 0xa2 };
    const ucontext_t *c = context;

    (void)signal, (void)info;
    num_steps = num_steps + 1;
    if (memcmp((const void *)c->uc_mcontext.gregs[REG_RIP], cpuid, sizeof(cpuid)) == 0)
        num_cpuids = num_cpuids + 1;
}

static void step_on(void)
{
    __asm__ volatile("pushfq\n\torl $0x100, (%%rsp)\n\tpopfq" : : : "cc", "memory");
}

static void step_off(void)
{
    __asm__ volatile("pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq" : : : "cc", "memory");
}

/*
 * One says who made the processor; the C library keeps the others, if it keeps any. The module is mapped before, so
 * that its relocation is not stepped through.
 */
static void count_cpuids(void)
{
    struct sigaction action = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *module;
    uint32_t registers[4];
    const int limit = ab_cpuid_kept(1, 0, registers) ? 1 : 4;

    CHECK(lib != NULL && OSSL_PROVIDER_set_default_search_path(lib, AB_MODULE_DIR));
    CHECK(dlopen(AB_MODULE_DIR "/afterburner.so", RTLD_NOW) != NULL);
    CHECK(sigaction(SIGTRAP, &action, NULL) == 0);
    step_on();
    module = OSSL_PROVIDER_load(lib, "afterburner");
    step_off();
    CHECK(module != NULL && OSSL_PROVIDER_unload(module));
    OSSL_LIB_CTX_free(lib);
    printf("CPUID: %d in %d instructions, at most %d\n", (int)num_cpuids, (int)num_steps, limit);
    CHECK(num_steps > 10000 && num_cpuids > 0 && num_cpuids <= limit);
}

static int find_family(const char *name, enum ab_family *family)
{
    for (unsigned i = 0; i < AB_NUM_FAMILIES; i++)
        if (strcmp(ab_family_name((enum ab_family)i), name) == 0) {
            *family = (enum ab_family)i;
            return 1;
        }
    return 0;
}

static void test_family(const char *name, int is_first_use)
{
    struct ab_implementation implementation;
    struct ab_test_support support;
    enum ab_family family;
    struct ab_cpu cpu;
    unsigned i;

    CHECK(find_family(name, &family));
    ab_cpu_detect(&cpu);
    i = ab_family_first(family, &cpu);
    CHECK(i != AB_NO_IMPLEMENTATION && ab_family_get(family, i, &implementation));
    ab_family_support(family, &cpu, &support);
    CHECK(is_first_use ? ab_family_first_use_test(family, &implementation, &support)
                       : ab_family_self_test(family, &implementation, &support));
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "load") == 0)
        load();
    else if (argc == 2 && strcmp(argv[1], "cpuid") == 0)
        count_cpuids();
    else if (argc == 3 && (strcmp(argv[1], "first") == 0 || strcmp(argv[1], "whole") == 0))
        test_family(argv[2], strcmp(argv[1], "first") == 0);
    else
        return 2;
    puts("ok");
    return 0;
}
