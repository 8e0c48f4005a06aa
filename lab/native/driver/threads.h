/* Threads that run the same operation together, each on a state of its own. */
#ifndef AB_LAB_THREADS_H
#define AB_LAB_THREADS_H

#include <stddef.h>

#include "lab.h"

struct lab_team;

/*
 * Start threads, which wait for lab_team_run. Return NULL if the system cannot start them. spread: pin each thread to a
 * processor, in turn, since the kernel tends to wake all of them on the waker's processor; not for providers with
 * threads of their own, which would inherit the pinning.
 */
struct lab_team *lab_team_new(size_t num_threads, int spread);
void lab_team_free(struct lab_team *team);

/*
 * Do num operations in each thread, thread i on states[i]. Return the wall seconds from the first start to the last
 * end; negative if a call failed, with the reason in the caller's error queue.
 */
double lab_team_run(struct lab_team *team, const struct lab_kind *kind, void *const *states, size_t num);

#endif
