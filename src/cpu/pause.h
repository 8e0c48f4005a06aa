/* A hint to the processor inside a loop that polls memory. */
#ifndef AB_CPU_PAUSE_H
#define AB_CPU_PAUSE_H

/* Leave the core's units to its other thread for a moment, and leave the loop without a penalty. */
void ab_cpu_pause(void);

#endif
