/* Which provider answers a fetch, for any operation that Afterburner reports on. */
#ifndef AB_CLI_CONF_ANSWER_H
#define AB_CLI_CONF_ANSWER_H

#include <openssl/provider.h>

/*
 * operation: "cipher", "digest", "mac", "kdf" ..., as the module's report writes them; properties: a query, or NULL as
 * programs do it. NULL if nobody answers, or for another operation.
 */
const OSSL_PROVIDER *ab_answer(OSSL_LIB_CTX *context, const char *operation, const char *name, const char *properties);

/* Calls back for each algorithm of these operations, but "rand", that any provider of the context offers. */
typedef void ab_offer_fn(const char *operation, const char *name, const OSSL_PROVIDER *provider, void *arg);
void ab_answer_do_all(OSSL_LIB_CTX *context, ab_offer_fn *offer, void *arg);

#endif
