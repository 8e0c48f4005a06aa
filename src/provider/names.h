/* Every name that the module has: one table for each operation. Which of them are offered: src/provider/offer.h. */
#ifndef AB_PROVIDER_NAMES_H
#define AB_PROVIDER_NAMES_H

#include "provider/provctx.h"

/* In the place of a family (enum ab_family). */
enum {
    AB_ANY_HASH = AB_NUM_FAMILIES, /* whichever hash function the caller names */
    AB_NO_FAMILY,                  /* no kernels of its own; goes with AES */
    AB_HYBRID                      /* + enum ab_hybrid_id: ML-KEM and a curve; provider/keymgmt/hybrid_key.h */
};

#define AB_PROPERTIES "provider=afterburner"

struct ab_algorithm {
    const char *names; /* with ':' between */
    uint16_t family;
    const OSSL_DISPATCH *functions;
    unsigned since, before; /* AB_RELEASE; since 0: from the first, before 0: without end */
    const char *properties; /* begins with AB_PROPERTIES; NULL: just that */
};

struct ab_table_of_names {
    int operation;
    const char *name; /* in the report; NULL: not there */
    const struct ab_algorithm *rows;
    unsigned num;
};

extern const struct ab_table_of_names ab_names[AB_NUM_TABLES];

/* 1 if the word of len bytes is one of the names, in upper or lower case. */
int ab_names_match(const char *names, const char *word, size_t len);

/* If the cipher of this name, in any spelling that OpenSSL takes, is of this family: 1 and its key length; else 0. */
int ab_names_find_cipher(enum ab_family family, const char *name, size_t *key_len);

#endif
