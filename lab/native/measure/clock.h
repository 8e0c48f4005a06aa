/* Time of this thread and the true clock of its core. */
#ifndef AB_LAB_CLOCK_H
#define AB_LAB_CLOCK_H

/* CPU time of the calling thread in seconds: what other processes take does not count. */
double lab_thread_seconds(void);
/* Time as it passes, in seconds from some moment on. */
double lab_wall_seconds(void);

/*
 * Core cycles a second, now: a chain of dependent adds, one cycle each, the median of several short runs (about 0.7
 * ms). The time stamp counter is no substitute: it ticks at a rate of its own.
 */
double lab_core_hz(void);

/*
 * The upper quartile of those runs, to go with the lower quartile of a time: what disturbs a run only ever lengthens
 * it.
 */
double lab_core_hz_undisturbed(void);

#endif
