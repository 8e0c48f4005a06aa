/* Times of many events in little room: 64 buckets for each power of two, so a quantile is off by less than 1.6 %. */
#ifndef AB_LAB_LOAD_HISTOGRAM_H
#define AB_LAB_LOAD_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_FINE = 64, HISTOGRAM_BUCKETS = 40 * HISTOGRAM_FINE };

struct histogram {
    uint64_t counts[HISTOGRAM_BUCKETS], total;
};

/* ns: from 0 on; what does not fit, from 2^45 (nine hours) on, counts in the last bucket. */
void histogram_add(struct histogram *h, uint64_t ns);
/* The middle, in nanoseconds, of the bucket that holds the event at share q (0 to 1) of all; 0 if there is none. */
double histogram_quantile(const struct histogram *h, double q);

#endif
