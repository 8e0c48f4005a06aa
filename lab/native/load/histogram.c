/* Count times in buckets whose width grows with the time, and compute quantiles from the counts. */
#include "histogram.h"

enum { FINE_BITS = 6 };

/* Values up to 127 have buckets of their own; above, the leading bit and the next six choose the bucket. */
static unsigned bucket_of(uint64_t ns)
{
    unsigned power = ns < 2 * HISTOGRAM_FINE ? 0 : 63 - (unsigned)__builtin_clzll(ns) - FINE_BITS;
    unsigned bucket = power * HISTOGRAM_FINE + (unsigned)(ns >> power);

    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

static double middle_of(unsigned bucket)
{
    unsigned power = bucket < 2 * HISTOGRAM_FINE ? 0 : bucket / HISTOGRAM_FINE - 1;
    double width = (double)(UINT64_C(1) << power);

    return ((double)(bucket - power * HISTOGRAM_FINE) + (power == 0 ? 0 : 0.5)) * width;
}

void histogram_add(struct histogram *h, uint64_t ns)
{
    h->counts[bucket_of(ns)]++;
    h->total++;
}

double histogram_quantile(const struct histogram *h, double q)
{
    double wanted = q * (double)h->total, seen = 0;

    for (unsigned i = 0; i < HISTOGRAM_BUCKETS && h->total > 0; i++) {
        seen += (double)h->counts[i];
        if (seen > 0 && seen >= wanted)
            return middle_of(i);
    }
    return 0;
}
