/* What samples say: how many are in which functions of libcrypto. */
#ifndef AB_CLI_ESTIMATE_EVIDENCE_H
#define AB_CLI_ESTIMATE_EVIDENCE_H

#include <stdint.h>

#include "cli/estimate/learn.h"
#include "cli/estimate/sampler.h"

struct ab_evidence {
    double total, total_user;        /* samples; in user mode alone */
    uint32_t *own;                   /* by function of our libcrypto; one more at the end: all elsewhere */
    uint64_t num_own;                /* in our libcrypto */
    uint64_t named[AB_NUM_CLASSES];  /* in other copies of OpenSSL, by the names of their functions */
    uint64_t num_nameless;           /* in copies of OpenSSL that have no names, */
    char nameless[256], version[48]; /* the last of these, and the version of the last copy that is not ours */
    uint64_t num_closed;             /* in copies that cannot load the module: before 3.0, or static without it */
};

/* own: NULL if this command's libcrypto could not be read. Free with ab_evidence_free. */
void ab_evidence_collect(const struct ab_sampler *s, const struct ab_own_crypto *own, struct ab_evidence *evidence);
void ab_evidence_free(struct ab_evidence *evidence);

#endif
