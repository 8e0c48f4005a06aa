/* Count the CPU time of this thread while the server works. */
#include "meter.h"

#include "lab/native/measure/clock.h"
#include "lab/native/measure/stats.h"
#include "lab/native/profile/sampler.h"

enum { READINGS = 400, TRIES = 5 };

/* Return the seconds of a clock reading, the median of some tries. */
static double time_reading(void)
{
    double seconds[TRIES];

    for (int i = 0; i < TRIES; i++) {
        double start = lab_thread_seconds(), end = start;

        for (int k = 0; k < READINGS; k++)
            end = lab_thread_seconds();
        seconds[i] = (end - start) / READINGS;
    }
    return lab_median(seconds, TRIES);
}

void lab_meter_start(struct lab_meter *meter)
{
    lab_sampler_on = 1;
    meter->began = lab_thread_seconds();
}

void lab_meter_stop(struct lab_meter *meter)
{
    double seconds = lab_thread_seconds() - meter->began;

    lab_sampler_on = 0;
    meter->seconds += seconds;
    meter->total += seconds;
    meter->sections++;
}

void lab_meter_reset(struct lab_meter *meter)
{
    meter->seconds = 0;
}

double lab_meter_overhead(const struct lab_meter *meter)
{
    return meter->total > 0 ? time_reading() * (double)meter->sections / meter->total : 0;
}
