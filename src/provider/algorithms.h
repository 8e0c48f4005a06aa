/* Every name the module offers, in one place: the OSSL_ALGORITHM arrays and what filters them. */
#ifndef AB_PROVIDER_ALGORITHMS_H
#define AB_PROVIDER_ALGORITHMS_H

#include "provider/provctx.h"

/*
 * Builds prov->offered from the tables, the configured `algorithms` list and the level, and prov->hash_names of all digests,
 * offered or not. 0 and an error that names the culprit if the list has a name that no table has. ab_algorithms_free undoes it.
 */
int ab_algorithms_build(struct ab_provctx *prov);
void ab_algorithms_free(struct ab_provctx *prov);

/* 1 if the operation has an algorithm of this name on offer. */
int ab_algorithms_has(const struct ab_provctx *prov, int operation, const char *name);

const OSSL_ALGORITHM *ab_algorithms_query(const struct ab_provctx *prov, int operation);

/* The cipher of this name, in any spelling that OpenSSL takes, if it is of this family: its key length; 0 if it is not. */
int ab_algorithms_find_cipher(enum ab_family family, const char *name, size_t *key_len);

/* 1 if the word of len bytes is one of the names, which ':' divides, in upper or lower case. */
int ab_algorithms_is_named(const char *names, const char *word, size_t len);

/*
 * One line an algorithm, "operation<TAB>names<TAB>state<TAB>level<TAB>reason<NEWLINE>", into text (size bytes with the
 * terminating zero); returns the length wanted. state: served, off (configuration), absent (no instructions for it),
 * failed (self test). Runs the known-answer tests that have not run yet.
 */
size_t ab_algorithms_report(struct ab_provctx *prov, char *text, size_t size);

#endif
