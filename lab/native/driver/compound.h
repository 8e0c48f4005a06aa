/*
 * Algorithms that stand on another one, chosen by a parameter called "digest" or "cipher": MACs and KDFs. The lab names
 * them NAME/DIGEST and NAME/CIPHER, and finds out by trying which of all digests and ciphers serve.
 */
#ifndef AB_LAB_COMPOUND_H
#define AB_LAB_COMPOUND_H

#include "lab.h"

struct lab_compound {
    char name[LAB_NAME_LEN], inner[LAB_NAME_LEN]; /* inner: "" if none was named */
    const char *param;                            /* that takes `inner`: "digest", "cipher" or NULL */
    char provider[2 * LAB_NAME_LEN];              /* "default"; "default+afterburner" if another serves the inner one */
    size_t key_len;                               /* of the inner cipher; 0 if it is none */
};

/* Splits NAME/INNER. */
void lab_compound_name(struct lab_compound *v, const char *algorithm);

/* Looks at what is inside, if `settable` has a parameter for it. 0 with the reason in `why`. */
int lab_compound_choose(struct lab_compound *v, const struct lab_side *side, const OSSL_PARAM *settable,
                        const OSSL_PROVIDER *outer, char *why);

/* An algorithm that is to be listed. */
struct lab_listing {
    const struct lab_kind *kind;
    const struct lab_side *side;
    const char *name;
    const OSSL_PARAM *settable;
    const OSSL_PROVIDER *provider;
    unsigned flags; /* LAB_SIZED or not */
    lab_found_fn *found;
    void *arg;
};

/*
 * Tells of the kind's operations by NAME/INNER for all that work, found by a trial of the kind itself; by NAME alone if
 * there is no such parameter, or if nothing works, so that `measure` says why.
 */
void lab_compounds_list(const struct lab_listing *l);

#endif
