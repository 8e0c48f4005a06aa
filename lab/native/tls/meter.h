/*
 * A meter of this thread's CPU time. It runs only while the server works, and switches the sampler
 * (lab/native/profile/sampler.h) on and off with itself.
 */
#ifndef AB_LAB_METER_H
#define AB_LAB_METER_H

struct lab_meter {
    double began, seconds; /* seconds: in sections since lab_meter_reset */
    double total;          /* of all sections so far, and their number */
    unsigned long sections;
};

void lab_meter_start(struct lab_meter *meter);
void lab_meter_stop(struct lab_meter *meter);
void lab_meter_reset(struct lab_meter *meter);

/*
 * Return the share of `total` that the meter itself took: a section contains about one clock reading, which is timed
 * here.
 */
double lab_meter_overhead(const struct lab_meter *meter);

#endif
