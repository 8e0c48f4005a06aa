/* Which of the module's names (names.h) this context offers: by release, processor and configuration. */
#ifndef AB_PROVIDER_OFFER_H
#define AB_PROVIDER_OFFER_H

#include "provider/names.h"

/* 0 with an error that names the culprit if the configured `algorithms` list has a name that no table has. */
int ab_offer_check(const struct ab_provctx *prov);

/*
 * What query_operation returns for an operation (OSSL_OP_...); NULL: nothing, with an error raised if memory runs out.
 * The first call for an operation filters its names and writes their dispatch tables out.
 */
const OSSL_ALGORITHM *ab_offer_query(struct ab_provctx *prov, int operation);

/* Free the lists. */
void ab_offer_free(struct ab_provctx *prov);

/* 1 if an algorithm of this name is on offer for the operation. */
int ab_offer_has(struct ab_provctx *prov, int operation, const char *name);
/* 1 if an algorithm of this family is on offer from a table. */
int ab_offer_has_family(const struct ab_provctx *prov, enum ab_table table, unsigned family);

/* 1 if the default provider of the release that loaded us has the algorithm in this form. */
int ab_offer_is_of_release(const struct ab_provctx *prov, const struct ab_algorithm *a);

/* NULL if the processor, as configured, has what the algorithm needs to be faster than OpenSSL's own; else why not. */
const char *ab_offer_why_absent(const struct ab_provctx *prov, const struct ab_algorithm *a);

/*
 * 1 if the configured `algorithms` list does not switch the algorithm off. Before OpenSSL 3.2, ML-DSA is wanted only if
 * the list names it.
 */
int ab_offer_is_wanted(const struct ab_provctx *prov, const struct ab_algorithm *a);
/* Why an algorithm is not wanted. */
const char *ab_offer_why_off(const struct ab_provctx *prov, const struct ab_algorithm *a);

/* 1 if the processor can run no implementation of the family that is faster than OpenSSL's own. */
int ab_offer_is_slow(const struct ab_provctx *prov, enum ab_family family);

#endif
