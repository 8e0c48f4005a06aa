/* CPU time of the thread and the true clock of its core. */
#ifndef AB_LAB_CLOCK_H
#define AB_LAB_CLOCK_H

/* Return the CPU time of the calling thread in seconds. Time of other processes does not count. */
double lab_thread_seconds(void);
/* Return the wall time in seconds from an arbitrary start. */
double lab_wall_seconds(void);

/*
 * Measure the current core cycles per second by a chain of dependent adds, one cycle each: the median of several short
 * runs (about 0.7 ms). The time stamp counter is no substitute, since it runs at a constant rate.
 */
double lab_core_hz(void);

/*
 * Return the upper quartile of such runs, for use with the lower quartile of a time: disturbances only lengthen a run.
 */
double lab_core_hz_undisturbed(void);

#endif
