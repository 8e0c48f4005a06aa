/*
 * The contract of the kernels that take several operations of a curve in step, each with numbers of its own: base, multiply and
 * check of ec_kernels.h, lane by lane. Time depends on no argument, but that of check, all of whose arguments are public. Results
 * may lie on inputs. What is left of secrets on the stack is wiped.
 */
#ifndef AB_KERNELS_EC_BATCH_KERNELS_H
#define AB_KERNELS_EC_BATCH_KERNELS_H

#include "kernels/ec/ec_kernels.h"

enum { AB_EC_MAX_LANES = 8 };

/* A number a lane. */
struct ab_ec_numbers {
    uint64_t v[AB_EC_MAX_LANES][AB_EC_MAX_WORDS];
};

struct ab_ec_batch_kernels {
    const struct ab_curve_domain *domain;
    struct ab_needs needs;
    unsigned width; /* lanes: all are worked off, whether wanted or not */

    /* y may be NULL. A scalar of 0 gives zeros. */
    void (*base)(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar);
    void (*multiply)(struct ab_ec_numbers *x, struct ab_ec_numbers *y, const struct ab_ec_numbers *scalar,
                     const struct ab_ec_numbers *px, const struct ab_ec_numbers *py);
    /* Bit i of the result: lane i is right. */
    uint32_t (*check)(const struct ab_ec_numbers *u, const struct ab_ec_numbers *v, const struct ab_ec_numbers *qx,
                      const struct ab_ec_numbers *qy, const struct ab_ec_numbers *r);
};

extern const struct ab_ec_batch_kernels ab_p256_batch8_ifma;

#endif
