/* The platform part of the harness for an operating system. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/harness.h"
#include "harness/levels.h"

static uint8_t *regions[T_NUM_REGIONS];

void t_put(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

/* AB_TEST_SAMPLE is set in runs under sanitizers. */
int t_is_slow(void)
{
    return getenv("AB_TEST_SAMPLE") != NULL;
}

int t_is_emulated(void)
{
    return 0;
}

int t_is_brief(void)
{
    return 0;
}

int t_level_wanted(const char *name)
{
    (void)name;
    return 1;
}

uint8_t *t_region(unsigned i)
{
    return regions[i];
}

/*
 * A guard page was touched or an instruction is unknown: print the case. (The calls are not async-signal-safe, but the
 * process ends here.)
 */
/* NOLINTBEGIN(bugprone-signal-handler,cert-msc54-cpp,cert-sig30-c) */
static void on_fault(int signal_number)
{
    fflush(stdout);
    fprintf(stderr, "FAIL %s in ", strsignal(signal_number));
    fflush(stderr);
    t_print_where();
    _exit(1);
}
/* NOLINTEND(bugprone-signal-handler,cert-msc54-cpp,cert-sig30-c) */

__attribute__((constructor)) static void start(void)
{
    const char *seed = getenv("AB_TEST_SEED");
    size_t page = 4096, size = T_REGION_LEN + 2 * page;
    int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };

    for (unsigned i = 0; i < T_NUM_REGIONS; i++) {
        uint8_t *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        if (p == MAP_FAILED || mprotect(p + page, T_REGION_LEN, PROT_READ | PROT_WRITE) != 0) {
            perror("mmap");
            exit(1);
        }
        regions[i] = p + page;
    }
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        signal(signals[i], on_fault);
    if (seed != NULL) {
        printf("AB_TEST_SEED=%s\n", seed);
        t_seed(strtoull(seed, NULL, 0));
    }
}
