/*
 * Kinds with a pair of operations: what one makes, the other accepts. Before a side is timed, what it makes is given to
 * OpenSSL's own default provider, or what it is to accept is made there; where that has no such operation, the side is
 * its own counterpart.
 */
#ifndef AB_LAB_PAIR_H
#define AB_LAB_PAIR_H

#include "pk.h"

struct lab_pair {
    const char *make; /* the operation that makes; any other accepts */

    /* Starts one of them with s->key: sets ctx, md_ctx, once, `same` and the buffers it writes. 1, or at most 0. */
    int (*open)(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make);
};

/* For a kind's `new`. */
void *lab_pair_new(const struct lab_pair *pair, const struct lab *lab, const struct lab_side *side,
                   const struct lab_request *request, char *why);

#endif
