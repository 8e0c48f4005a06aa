/* Create the libssl contexts of the server of a side and of the clients. */
#include "contexts.h"

#include <openssl/evp.h>
#include <string.h>

#include "certificate.h"

const char LAB_NO_GROUP[] = "this OpenSSL has no such group",
           LAB_NO_SUITE[] = "this OpenSSL has no such version or cipher";

static int set_server_group(SSL_CTX *ctx, OSSL_LIB_CTX *libctx, const struct lab_suite *suite, char *why)
{
    EVP_PKEY *key;

    if (lab_suite_is_transport(suite))
        return 1;
    if (!lab_suite_is_servers_choice(suite))
        return SSL_CTX_set1_groups_list(ctx, suite->group) > 0 || lab_refuse(why, LAB_NO_GROUP);
    key = lab_key_generate(libctx, &suite->exchange);
    if (key != NULL && SSL_CTX_set0_tmp_dh_pkey(ctx, key))
        return 1;
    EVP_PKEY_free(key);
    return lab_refuse(why, LAB_NO_GROUP);
}

SSL_CTX *lab_server_context(const struct lab *lab, const struct lab_side *side, const struct lab_suite *suite,
                            enum lab_resumption resumption, char *why)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(side->libctx, NULL, TLS_server_method());
    int ok;

    why[0] = '\0';
    if (ctx != NULL)
        lab_set_memory(ctx, resumption);
    ok = ctx != NULL && lab_restrict(ctx, suite) && set_server_group(ctx, side->libctx, suite, why)
         && lab_certificate_use(ctx, lab, side, &suite->certificate, why);
    return lab_context_finished(ctx, ok, why, LAB_NO_SUITE);
}

void lab_flush(SSL *server)
{
    (void)server;
}

static SSL_CTX *new_client(OSSL_LIB_CTX *libctx, const struct lab_suite *suite, char *why)
{
    SSL_CTX *ctx = libctx == NULL ? NULL : SSL_CTX_new_ex(libctx, NULL, TLS_client_method());

    why[0] = '\0';
    return lab_context_finished(ctx, ctx != NULL && lab_restrict(ctx, suite) && lab_set_client_groups(ctx, suite, why),
                                why, LAB_NO_SUITE);
}

SSL_CTX *lab_client_context(const struct lab_side *side, const struct lab_suite *suite, int own, char *why)
{
    static OSSL_LIB_CTX *libctx;
    SSL_CTX *ctx;

    if (libctx == NULL)
        libctx = OSSL_LIB_CTX_new();
    if (own || (libctx != NULL && !lab_key_type_is_offered(libctx, suite->certificate.type)))
        return new_client(side->libctx, suite, why);
    ctx = new_client(libctx, suite, why);
    return ctx != NULL || strcmp(why, LAB_NO_GROUP) != 0 ? ctx : new_client(side->libctx, suite, why);
}
