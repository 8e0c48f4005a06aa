/* Create the libssl contexts of the server of a side and of the clients. */
#include "contexts.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "certificate.h"

static const char NO_GROUP[] = "this OpenSSL has no such group",
                  NO_SUITE[] = "this OpenSSL has no such version or cipher";

/*
 * Set what both ends must negotiate. OpenSSL alone asks for encrypt-then-MAC: switch it off, so that CBC and HMAC are
 * one cipher, as with most clients.
 */
static int restrict_to(SSL_CTX *ctx, const struct lab_suite *suite)
{
    SSL_CTX_set_options(ctx, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_ENCRYPT_THEN_MAC);
    SSL_CTX_set_quiet_shutdown(ctx, 1);
    if (suite->is_weak)
        SSL_CTX_set_security_level(ctx, 0);
    return SSL_CTX_set_min_proto_version(ctx, suite->version) && SSL_CTX_set_max_proto_version(ctx, suite->version)
           && (suite->version == TLS1_3_VERSION ? SSL_CTX_set_ciphersuites(ctx, suite->ciphers)
                                                : SSL_CTX_set_cipher_list(ctx, suite->ciphers));
}

/* TLS 1.2 does not negotiate finite-field groups: the server chooses. */
static int is_servers_choice(const struct lab_suite *suite)
{
    return suite->version == TLS1_2_VERSION && strcmp(suite->exchange.type, "DH") == 0;
}

static int set_server_group(SSL_CTX *ctx, OSSL_LIB_CTX *libctx, const struct lab_suite *suite, char *why)
{
    EVP_PKEY *key;

    if (lab_suite_is_transport(suite))
        return 1;
    if (!is_servers_choice(suite))
        return SSL_CTX_set1_groups_list(ctx, suite->group) > 0 || lab_refuse(why, NO_GROUP);
    key = lab_key_generate(libctx, &suite->exchange);
    if (key != NULL && SSL_CTX_set0_tmp_dh_pkey(ctx, key))
        return 1;
    EVP_PKEY_free(key);
    return lab_refuse(why, NO_GROUP);
}

/* In TLS 1.2 the client's list of groups must include the certificate's curve. */
static int set_client_groups(SSL_CTX *ctx, const struct lab_suite *suite, char *why)
{
    char groups[2 * LAB_NAME_LEN + 2];
    int is_named = suite->curve[0] == '\0' || strcmp(suite->curve, suite->group) == 0;

    if (is_servers_choice(suite) || lab_suite_is_transport(suite))
        return 1;
    snprintf(groups, sizeof(groups), "%s%s%s", suite->group, is_named ? "" : ":", is_named ? "" : suite->curve);
    return SSL_CTX_set1_groups_list(ctx, groups) > 0 || lab_refuse(why, NO_GROUP);
}

static void set_memory(SSL_CTX *ctx, enum lab_resumption resumption)
{
    static const unsigned char id[] = "lab";

    SSL_CTX_set_session_id_context(ctx, id, sizeof(id) - 1);
    SSL_CTX_set_session_cache_mode(ctx, resumption == LAB_BY_ID ? SSL_SESS_CACHE_SERVER : SSL_SESS_CACHE_OFF);
    if (resumption == LAB_BY_ID)
        SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
}

/* Return the context if ok; otherwise free it and return NULL. */
static SSL_CTX *finished(SSL_CTX *ctx, int ok, char *why, const char *otherwise)
{
    if (ok)
        return ctx;
    if (why[0] == '\0')
        lab_why(why, otherwise);
    SSL_CTX_free(ctx);
    return NULL;
}

SSL_CTX *lab_server_context(const struct lab *lab, const struct lab_side *side, const struct lab_suite *suite,
                            enum lab_resumption resumption, char *why)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(side->libctx, NULL, TLS_server_method());
    int ok;

    why[0] = '\0';
    if (ctx != NULL)
        set_memory(ctx, resumption);
    ok = ctx != NULL && restrict_to(ctx, suite) && set_server_group(ctx, side->libctx, suite, why)
         && lab_certificate_use(ctx, lab, side, &suite->certificate, why);
    return finished(ctx, ok, why, NO_SUITE);
}

static SSL_CTX *new_client(OSSL_LIB_CTX *libctx, const struct lab_suite *suite, char *why)
{
    SSL_CTX *ctx = libctx == NULL ? NULL : SSL_CTX_new_ex(libctx, NULL, TLS_client_method());

    why[0] = '\0';
    return finished(ctx, ctx != NULL && restrict_to(ctx, suite) && set_client_groups(ctx, suite, why), why, NO_SUITE);
}

SSL_CTX *lab_client_context(const struct lab_side *side, const struct lab_suite *suite, char *why)
{
    static OSSL_LIB_CTX *libctx;
    SSL_CTX *ctx;

    if (libctx == NULL)
        libctx = OSSL_LIB_CTX_new();
    if (libctx != NULL && !lab_key_type_is_offered(libctx, suite->certificate.type))
        return new_client(side->libctx, suite, why);
    ctx = new_client(libctx, suite, why);
    return ctx != NULL || strcmp(why, NO_GROUP) != 0 ? ctx : new_client(side->libctx, suite, why);
}
