/*
 * Look up the names of hash functions at the cost of one comparison: MACs and KDFs are given a name for each message or
 * key.
 */
#ifndef AB_PROVIDER_HASH_NAMES_H
#define AB_PROVIDER_HASH_NAMES_H

#include "afterburner/hash.h"

enum { AB_HASH_NAME_SLOTS = 256 }; /* a power of two, several times the number of names */

/* All zeros: empty. Constant after it is filled. */
struct ab_hash_names {
    struct {
        const char *name; /* NULL: free; not zero-terminated */
        unsigned char len, id;
    } slots[AB_HASH_NAME_SLOTS];
};

/* Add the colon-separated names of a hash; they are not copied. */
void ab_hash_names_add(struct ab_hash_names *n, const char *names, enum ab_hash_id id);

/* Find a name, without regard to case. Returns 0 if there is none. */
int ab_hash_names_find(const struct ab_hash_names *n, const char *name, enum ab_hash_id *id);

#endif
