/* Names of hash functions, found in the time of one comparison: MACs and KDFs are told a name for each message or key. */
#ifndef AB_PROVIDER_HASH_NAMES_H
#define AB_PROVIDER_HASH_NAMES_H

#include "afterburner/hash.h"

enum { AB_HASH_NAME_SLOTS = 512 }; /* a power of two, several times as many as there are names */

/* All zeros: none. Constant once it is filled. */
struct ab_hash_names {
    struct {
        const char *name; /* NULL: free; not ended by zero */
        unsigned char len, id;
    } slots[AB_HASH_NAME_SLOTS];
};

/* The colon-separated names of a hash; they are not copied. */
void ab_hash_names_add(struct ab_hash_names *n, const char *names, enum ab_hash_id id);

/* Upper and lower case are the same. 0 if there is none of this name. */
int ab_hash_names_find(const struct ab_hash_names *n, const char *name, enum ab_hash_id *id);

#endif
