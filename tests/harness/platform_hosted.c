/* The platform part of the harness for an operating system. */
#include <stdio.h>
#include <stdlib.h>

#include "harness/guard.h"
#include "harness/harness.h"
#include "harness/levels.h"

static uint8_t *regions[T_NUM_REGIONS];

void t_put(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

/* AB_TEST_SAMPLE is set in runs under sanitizers, on other platforms and by many compilers. */
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

int t_is_memory_watched(void)
{
#ifdef AB_MEMORY_IS_WATCHED
    return 1;
#else
    return 0;
#endif
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

__attribute__((constructor)) static void start(void)
{
    const char *seed = getenv("AB_TEST_SEED");

    for (unsigned i = 0; i < T_NUM_REGIONS; i++) {
        regions[i] = t_map_guarded(T_REGION_LEN);
        if (regions[i] == NULL) {
            perror("guard pages");
            exit(1);
        }
    }
    t_report_faults();
    if (seed != NULL) {
        fprintf(stderr, "AB_TEST_SEED=%s\n", seed);
        t_seed(strtoull(seed, NULL, 0));
    }
}
