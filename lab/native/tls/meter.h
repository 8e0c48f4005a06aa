/*
 * A meter of this thread's CPU time. It runs only while the server works, and switches the sampler
 * (lab/native/profile/sampler.h) on and off with itself.
 */
#ifndef AB_LAB_METER_H
#define AB_LAB_METER_H

struct lab_meter {
    double began, seconds; /* seconds: of the sections since lab_meter_reset */
    double total;          /* of all sections ever, and how many they were */
    unsigned long sections;
};

void lab_meter_start(struct lab_meter *meter);
void lab_meter_stop(struct lab_meter *meter);
void lab_meter_reset(struct lab_meter *meter);

/* Which part of `total` the meter itself took: a section holds about one reading of the clock, which is timed here. */
double lab_meter_overhead(const struct lab_meter *meter);

#endif
