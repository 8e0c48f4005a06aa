/*
 * What the counters of running processes show (afterburner/counters.h). Their memory is theirs: nothing in it is
 * believed but what a number is worth. It is read by children with a time limit, since a process can let a read of its
 * memory wait for ever.
 */
#ifndef AB_CLI_TOP_COUNTS_H
#define AB_CLI_TOP_COUNTS_H

#include <stdint.h>
#include <sys/types.h>

#include "afterburner/counters.h"
#include "cli/text/text.h"

enum { AB_MAX_COUNTERS = 16 }; /* mappings of one process: one for each library context with the module */

/* A process that has the module. */
struct ab_counted_process {
    pid_t pid;
    unsigned num; /* of its mappings; 0: its counters are off */
    uint64_t address[AB_MAX_COUNTERS];
};

/* What was counted under one name; the text is safe to print. */
struct ab_count {
    char algorithm[2 * AB_COUNTERS_NAME_LEN]; /* "AES-256-GCM" */
    char level[AB_COUNTERS_LEVEL_LEN];
    const char *operation; /* "encrypt"; constant */
    uint64_t calls, bytes;
};

struct ab_counts {
    struct ab_count *all;
    unsigned num;
};

/* Append those of these processes that have the module to out, as struct ab_counted_process. 0: one line in error. */
int ab_counts_find(const pid_t *pids, unsigned num, struct ab_text *out, char *error, size_t size);

/* Read the counters of a process. 0 with one line in error. */
int ab_counts_read(const struct ab_counted_process *p, struct ab_counts *counts, char *error, size_t size);

/* The count with the same name, operation and level; NULL if there is none. */
struct ab_count *ab_counts_same(const struct ab_counts *counts, const struct ab_count *wanted);

void ab_counts_free(struct ab_counts *counts);

#endif
