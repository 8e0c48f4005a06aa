/* The processes that the words of a command line mean: numbers, or names as in /proc/PID/comm. */
#ifndef AB_CLI_TOP_TARGETS_H
#define AB_CLI_TOP_TARGETS_H

#include <stddef.h>
#include <sys/types.h>

struct ab_targets {
    pid_t *pids;
    unsigned num;
    char name[64]; /* of the first; chosen by the process: quote it */
};

/* Add the processes that the word means, if they are not among the targets yet. Return how many it means. */
unsigned ab_targets_add(struct ab_targets *t, const char *word);

/* The same for words of a command line. Returns 0, with one line printed, if one means no process. */
int ab_targets_add_words(struct ab_targets *t, char *const *words, int num);

/* Add all processes but this one and others that run the same program, such as `afterburner exec`. */
void ab_targets_add_all(struct ab_targets *t);

/* The name of a process, as far as it fits; "" if there is no such process. Chosen by the process: quote it. */
void ab_target_name(pid_t pid, char *name, size_t size);

void ab_targets_free(struct ab_targets *t);

#endif
