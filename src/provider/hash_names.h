/*
 * Look up the names of hash functions at the cost of one comparison: MACs and KDFs are given a name for each message or
 * key.
 */
#ifndef AB_PROVIDER_HASH_NAMES_H
#define AB_PROVIDER_HASH_NAMES_H

#include "provider/provctx.h"

/*
 * Find a name among those of all digests, offered or not, without regard to case. 0 if there is none, or no memory for
 * the table, which the first call makes.
 */
int ab_hash_names_find(struct ab_provctx *prov, const char *name, enum ab_hash_id *id);

/* Free the table. */
void ab_hash_names_free(struct ab_provctx *prov);

#endif
