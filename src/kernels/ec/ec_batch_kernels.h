/*
 * The contract of the kernels that do several operations of a curve in step, each with its own numbers: lane i of every
 * argument belongs to operation i, for which base, multiply and check do what ec_kernels.h says. Bounds, aliasing and
 * secrecy are those of that header: check is public, base and multiply are secret.
 */
#ifndef AB_KERNELS_EC_BATCH_KERNELS_H
#define AB_KERNELS_EC_BATCH_KERNELS_H

#include "kernels/ec/ec_kernels.h"

enum { AB_EC_MAX_LANES = 8 };

/* One number for each lane. */
struct ab_ec_numbers {
    uint64_t v[AB_EC_MAX_LANES][AB_EC_MAX_WORDS];
};

struct ab_ec_batch_kernels {
    struct ab_needs needs;
    const struct ab_curve_domain *domain;
    unsigned width; /* number of lanes; every lane is computed, so each needs valid numbers */

    void (*base)(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar);
    void (*multiply)(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                     const struct ab_ec_numbers *px, const struct ab_ec_numbers *py);
    /* Bit i of the result is 1 if lane i verifies. */
    uint32_t (*check)(const struct ab_ec_numbers *u, const struct ab_ec_numbers *v, const struct ab_ec_numbers *qx,
                      const struct ab_ec_numbers *qy, const struct ab_ec_numbers *r);
};

extern const struct ab_ec_batch_kernels ab_p256_batch8_ifma;

#endif
