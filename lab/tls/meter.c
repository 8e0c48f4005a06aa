#include "meter.h"

#include "lab/measure/clock.h"

enum { READINGS = 2000 };

void lab_meter_start(struct lab_meter *meter)
{
    meter->began = lab_thread_seconds();
}

void lab_meter_stop(struct lab_meter *meter)
{
    double seconds = lab_thread_seconds() - meter->began;

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
    double start = lab_thread_seconds(), end = start;

    for (int i = 0; i < READINGS; i++)
        end = lab_thread_seconds();
    return meter->total > 0 ? (end - start) / READINGS * (double)meter->sections / meter->total : 0;
}
