/* The one of an algorithm's names that the lab shows, and lists of such names. */
#ifndef AB_LAB_NAMES_H
#define AB_LAB_NAMES_H

#include <stddef.h>

#include "lab.h"

struct lab_name {
    char text[64]; /* upper case; empty: none yet */
};

/*
 * A callback for EVP_*_names_do_all with a struct lab_name as argument: keep the longest plain name, and of equally
 * long ones the first alphabetically. The result does not depend on the order of registration: AES-128-GCM rather than
 * id-aes128-GCM, SHA2-256 rather than SHA256. Names that are not plain are used only if there is no other: an OID, an
 * identifier of another standard ("id-", "ssl3-", "RSA-", "X942KDF-"), and a name with '/', which separates variants in
 * the lab's names (SHA512-256, not SHA2-512/256).
 */
void lab_name_offer(const char *name, void *arg);

/* A list of distinct names. Initialise with { 0 }. */
struct lab_names {
    struct lab_name *list;
    size_t num;
};

void lab_names_add(struct lab_names *names, const struct lab_name *name);
void lab_names_free(struct lab_names *names);

/* Define collect_TYPE, a callback for EVP_TYPE_do_all_provided with a struct lab_names as argument. */
#define LAB_COLLECT(TYPE) \
    static void collect_##TYPE(EVP_##TYPE *it, void *names) \
    { struct lab_name n = { "" }; EVP_##TYPE##_names_do_all(it, lab_name_offer, &n); lab_names_add(names, &n); }

/* Lists that several kinds use. */
void lab_names_of_ciphers(const struct lab_side *side, struct lab_names *names);
void lab_names_of_digests(const struct lab_side *side, struct lab_names *names);

#endif
