/*
 * Kinds with a pair of operations, of which one produces what the other consumes. Before a side is timed, its product
 * is passed to OpenSSL's default provider, or its input is produced there. Where the default provider lacks the
 * operation, the side is its own counterpart.
 */
#ifndef AB_LAB_PAIR_H
#define AB_LAB_PAIR_H

#include "pk.h"

struct lab_pair {
    const char *make; /* the operation that produces; any other consumes */

    /*
     * Start one of them with s->key: set ctx, md_ctx, once, `same` and the buffers that it writes. Return 1, or 0 or
     * less on failure.
     */
    int (*open)(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make);
};

/* For a kind's `new`. */
void *lab_pair_new(const struct lab_pair *pair, const struct lab *lab, const struct lab_side *side,
                   const struct lab_request *request, char *why);

#endif
