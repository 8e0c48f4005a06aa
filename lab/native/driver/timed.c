/*
 * The timed function. It is in a file of its own, so that it is never inlined: a profiler recognises by its name what
 * belongs to an operation (lab/afterburner_lab/compilers/callgrind.py).
 */
#include "lab/native/measure/clock.h"
#include "slices.h"

double lab_time_operations(const struct lab_subject *subject, size_t i, size_t num, int wall)
{
    double (*now)(void) = wall ? lab_wall_seconds : lab_thread_seconds;
    double start = now();

    if (!subject->kind->run(subject->states[i], num))
        return -1;
    return subject->kind->metered == NULL ? now() - start : subject->kind->metered(subject->states[i]);
}
