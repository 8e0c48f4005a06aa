/* How busy other work keeps the processors. */
#ifndef AB_CLI_MEASURE_BUSY_H
#define AB_CLI_MEASURE_BUSY_H

/* Seconds since some start: of all processors, those of any work, and those of this process's children. */
struct ab_busy {
    double all, busy, own;
};

/* 0 if the system does not say. */
int ab_busy_read(struct ab_busy *b);

/* The share of the processors' time since then that was other work's, from 0 to 1; 0 if the system does not say. */
double ab_busy_others(const struct ab_busy *since);

#endif
