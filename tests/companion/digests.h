/* Providers with two digests that compute nothing. */
#ifndef AB_COMPANION_TEST_DIGESTS_H
#define AB_COMPANION_TEST_DIGESTS_H

#include <openssl/provider.h>

/* Their digests have the property provider=test or provider=other. */
OSSL_provider_init_fn begin_digests, begin_other_digests;

/*
 * How they answer. is_unstored: libcrypto is to ask again. is_reduced: the first digest is taken away. fetches_in: they
 * fetch SHA-256 in this context when they begin.
 */
extern struct answers {
    int num_queries, is_unstored, is_reduced;
    OSSL_LIB_CTX *fetches_in;
} digests;

/* Activates two providers by a configuration: they go with the library context. */
void activate_two(OSSL_LIB_CTX *context, const char *first, const char *second);

/* Lets libcrypto forget the answers that it keeps itself. */
void flush_answers(OSSL_LIB_CTX *context);

#endif
