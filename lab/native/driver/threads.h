/* Threads that run the same operation together, each on a state of its own. */
#ifndef AB_LAB_THREADS_H
#define AB_LAB_THREADS_H

#include <stddef.h>

#include "lab.h"

struct lab_team;

/*
 * They wait until they are wanted. NULL if the system gives no more. `spread`: each stays on a processor of its own (in
 * turn, if they are more), since the kernel likes to wake all of them where the one that woke them runs; not for
 * providers with threads of their own, which would inherit that.
 */
struct lab_team *lab_team_new(size_t num_threads, int spread);
void lab_team_free(struct lab_team *team);

/*
 * Each thread does num operations, thread i on states[i]. Wall seconds from the first's start to the last's end;
 * negative if a call failed, with the reason in the queue of the caller's thread.
 */
double lab_team_run(struct lab_team *team, const struct lab_kind *kind, void *const *states, size_t num);

#endif
