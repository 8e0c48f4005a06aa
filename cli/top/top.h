/* Printing what `afterburner top` has seen. */
#ifndef AB_CLI_TOP_TOP_H
#define AB_CLI_TOP_TOP_H

#include "cli/top/counts.h"

/* What was counted under one name between two looks, and since the process began. */
struct ab_top_row {
    const struct ab_count *total;
    double calls, bytes; /* a second */
};

struct ab_top_process {
    pid_t pid;
    char name[64]; /* chosen by the process: quote it */
    int is_counted;
    struct ab_top_row *rows; /* the busiest first */
    unsigned num_rows;
};

struct ab_top {
    struct ab_top_process *all;
    unsigned num;
    double seconds; /* between the two looks */
};

void ab_top_print(const struct ab_top *top);
void ab_top_print_json(const struct ab_top *top);

#endif
