/*
 * What a process pays once, for startup.sh to count: `load` loads the module; `first FAMILY` runs the test of the first
 * use of a family with the implementation that this processor would use, and `whole FAMILY` its whole known-answer
 * test.
 */
#include <stdio.h>
#include <string.h>

#include "crypto/implementation.h"
#include "host.h"

static void load(void)
{
    struct host h;

    host_open(&h);
    CHECK(strcmp(host_provider_of(h.lib, "AES-128-GCM"), "afterburner") == 0);
    host_close(&h);
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
    else if (argc == 3 && (strcmp(argv[1], "first") == 0 || strcmp(argv[1], "whole") == 0))
        test_family(argv[2], strcmp(argv[1], "first") == 0);
    else
        return 2;
    puts("ok");
    return 0;
}
