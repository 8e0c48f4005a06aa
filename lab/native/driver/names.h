/* Of an algorithm's many names, the one that the lab shows; and the names of all that a side offers. */
#ifndef AB_LAB_NAMES_H
#define AB_LAB_NAMES_H

#include <stddef.h>

#include "lab.h"

struct lab_name {
    char text[64]; /* upper case; empty: none yet */
};

/*
 * For EVP_*_names_do_all, with a struct lab_name as argument: keeps the longest plain name, the first in order of the
 * alphabet if several are as long. So AES-128-GCM rather than id-aes128-GCM, SHA2-256 rather than SHA256, whatever the
 * order of registration. Not plain, and taken only for want of another: an OID, the identifier of another standard
 * ("id-", "ssl3-", "RSA-", "X942KDF-"), and a name with '/', which in the lab's names comes before a variant: so
 * SHA512-256, not SHA2-512/256.
 */
void lab_name_offer(const char *name, void *arg);

/* Names, each once. Starts as { 0 }. */
struct lab_names {
    struct lab_name *list;
    size_t num;
};

void lab_names_add(struct lab_names *names, const struct lab_name *name);
void lab_names_free(struct lab_names *names);

/* Defines collect_TYPE, for EVP_TYPE_do_all_provided with a struct lab_names as argument. */
#define LAB_COLLECT(TYPE) \
    static void collect_##TYPE(EVP_##TYPE *it, void *names) \
    { struct lab_name n = { "" }; EVP_##TYPE##_names_do_all(it, lab_name_offer, &n); lab_names_add(names, &n); }

/* What more than one kind asks for. */
void lab_names_of_ciphers(const struct lab_side *side, struct lab_names *names);
void lab_names_of_digests(const struct lab_side *side, struct lab_names *names);

#endif
