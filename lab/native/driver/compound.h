/*
 * MACs and KDFs that use another algorithm, chosen by a parameter "digest" or "cipher". The lab names them NAME/DIGEST
 * and NAME/CIPHER, and finds out by trial which digests and ciphers work.
 */
#ifndef AB_LAB_COMPOUND_H
#define AB_LAB_COMPOUND_H

#include "lab.h"

struct lab_compound {
    char name[LAB_NAME_LEN], inner[LAB_NAME_LEN]; /* inner: "" if the name has none */
    const char *param;                            /* the parameter that names `inner`: "digest", "cipher" or NULL */
    char provider[2 * LAB_NAME_LEN]; /* "default", or "default+afterburner" if the inner one has another provider */
    size_t key_len;                  /* of the inner cipher; 0 if there is none */
};

/* Split NAME/INNER. */
void lab_compound_name(struct lab_compound *v, const char *algorithm);

/* Fetch the inner algorithm if `settable` has a parameter for it. Return 1, or 0 with the reason in `why`. */
int lab_compound_choose(struct lab_compound *v, const struct lab_side *side, const OSSL_PARAM *settable,
                        const OSSL_PROVIDER *outer, char *why);

/* An algorithm to list. */
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
 * Report the kind's operations as NAME/INNER for every inner algorithm that works, by trying each. Report NAME alone if
 * there is no such parameter, or if none works, so that `measure` can say why.
 */
void lab_compounds_list(const struct lab_listing *l);

#endif
