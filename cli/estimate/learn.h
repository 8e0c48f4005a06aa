/*
 * What this machine's libcrypto does for each kind of work: the functions that a child process is seen in while it does
 * nothing else, without the module; and what the module makes of it. A libcrypto that was stripped has no names for its
 * functions, but work is known by where it is spent.
 */
#ifndef AB_CLI_ESTIMATE_LEARN_H
#define AB_CLI_ESTIMATE_LEARN_H

#include "cli/estimate/functions.h"
#include "cli/measure/ratio.h"
#include "cli/linux/regions.h"
#include "cli/measure/workload.h"

/* The libcrypto that this command itself runs with. */
struct ab_own_crypto {
    struct ab_regions regions; /* of this process */
    const struct ab_region *region;
    struct ab_functions functions;
};

/* 0: there is none, as a file with a table for unwinding. */
int ab_own_crypto_open(struct ab_own_crypto *own);
void ab_own_crypto_close(struct ab_own_crypto *own);

/*
 * Sample the work for this long. Write the samples in each function of our libcrypto to functions[], and return the
 * number of all in user mode; 0: this libcrypto does not have the algorithm, or a child of ours cannot be sampled.
 */
uint64_t ab_learn_profile(const struct ab_workload *workload, const struct ab_own_crypto *own, double seconds,
                          uint32_t *functions);

struct ab_gain {
    int is_served;            /* by the module; else the ratio is 1 */
    struct ab_interval ratio; /* the time with the module over the time without */
};

/* Measure it in a child. 0 and one line in error if that fails. */
int ab_learn_gain(const struct ab_workload *workload, const char *module, double seconds, struct ab_gain *gain,
                  char *error, size_t size);

#endif
