/* Two providers, which say when they end: see digests.h. */
#include "digests.h"

#include <openssl/conf.h>
#include <openssl/core_dispatch.h>
#include <openssl/evp.h>
#include <stdio.h>

#include "transcript.h"

struct answers digests;

typedef void function(void);

struct provider {
    const char *name;
    OSSL_ALGORITHM digests[4];
};

static OSSL_FUNC_digest_get_params_fn get_params;
static OSSL_FUNC_digest_digest_fn digest_nothing;
static OSSL_FUNC_provider_query_operation_fn query;
static OSSL_FUNC_provider_teardown_fn teardown;

static int get_params(OSSL_PARAM params[])
{
    (void)params;
    return 1;
}

static int digest_nothing(void *provider, const unsigned char *in, size_t in_len, unsigned char *out, size_t *out_len,
                          size_t out_size)
{
    (void)provider;
    (void)in;
    (void)in_len;
    (void)out;
    (void)out_size;
    *out_len = 0;
    return 1;
}

static const OSSL_DISPATCH digest_functions[] = { { OSSL_FUNC_DIGEST_DIGEST, (function *)digest_nothing },
                                                  { OSSL_FUNC_DIGEST_GET_PARAMS, (function *)get_params },
                                                  { 0, NULL } };
static const struct provider test = { "test",
                                      { { "SHA256:another-name", "provider=test", digest_functions, NULL },
                                        { "RIPEMD160", "provider=test", digest_functions, NULL },
                                        { "RSA:a-name-for-RSA", "provider=test", digest_functions, NULL } } },
                             other = { "other",
                                       { { "SHA256:another-name", "provider=other", digest_functions, NULL },
                                         { "RIPEMD160", "provider=other", digest_functions, NULL } } };

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_store)
{
    const struct provider *p = provider;

    *no_store = digests.is_unstored;
    if (operation != OSSL_OP_DIGEST)
        return NULL;
    digests.num_queries++;
    return p->digests + digests.is_reduced;
}

static void teardown(void *provider)
{
    say("teardown of %s after %d queries\n", ((const struct provider *)provider)->name, digests.num_queries);
}

static const OSSL_DISPATCH functions[] = { { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (function *)query },
                                           { OSSL_FUNC_PROVIDER_TEARDOWN, (function *)teardown },
                                           { 0, NULL } };

static int begin(const struct provider *p, const OSSL_DISPATCH **out, void **provider)
{
    if (digests.fetches_in != NULL)
        EVP_MD_free(EVP_MD_fetch(digests.fetches_in, "SHA256", NULL));
    *out = functions;
    *provider = (void *)p;
    return 1;
}

int begin_digests(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider)
{
    (void)handle;
    (void)in;
    return begin(&test, out, provider);
}

int begin_other_digests(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                        void **provider)
{
    (void)handle;
    (void)in;
    return begin(&other, out, provider);
}

/* ---- how tests use them ---- */

void activate_two(OSSL_LIB_CTX *context, const char *first, const char *second)
{
    CONF *conf = NCONF_new_ex(context, NULL);
    BIO *in = BIO_new(BIO_s_mem());

    BIO_printf(in, "openssl_conf = i\n[i]\nproviders = p\n[p]\n%s = a\n%s = a\n[a]\nactivate = 1\n", first, second);
    need(NCONF_load_bio(conf, in, NULL) > 0 && CONF_modules_load(conf, NULL, 0) > 0, "a configuration");
    NCONF_free(conf);
    BIO_free(in);
}

enum { NUM_FLUSHES = 8000 }; /* half of the answers go whenever there are 500 */

void flush_answers(OSSL_LIB_CTX *context)
{
    for (int i = 0; i < NUM_FLUSHES; i++) {
        char properties[32];

        snprintf(properties, sizeof(properties), "?a.property=%d", i);
        EVP_RAND_free(EVP_RAND_fetch(context, "CTR-DRBG", properties)); /* the companion does not keep these */
    }
}
