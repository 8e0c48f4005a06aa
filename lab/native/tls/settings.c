/* Set what a context negotiates. OpenSSL and its forks compile this file alike. */
#include "settings.h"

#include <stdio.h>
#include <string.h>

#include "lab/native/driver/lab.h"

/*
 * Set what both ends must negotiate. OpenSSL alone asks for encrypt-then-MAC: switch it off, so that CBC and HMAC are
 * one cipher, as with most clients.
 */
int lab_restrict(SSL_CTX *ctx, const struct lab_suite *suite)
{
    SSL_CTX_set_options(ctx, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_ENCRYPT_THEN_MAC);
    SSL_CTX_set_quiet_shutdown(ctx, 1);
    if (suite->is_weak)
        SSL_CTX_set_security_level(ctx, 0);
    return SSL_CTX_set_min_proto_version(ctx, suite->version) && SSL_CTX_set_max_proto_version(ctx, suite->version)
           && (suite->version == TLS1_3_VERSION ? SSL_CTX_set_ciphersuites(ctx, suite->ciphers)
                                                : SSL_CTX_set_cipher_list(ctx, suite->ciphers));
}

/* In TLS 1.2 the client's list of groups must include the certificate's curve. */
int lab_set_client_groups(SSL_CTX *ctx, const struct lab_suite *suite, char *why)
{
    char groups[2 * LAB_NAME_LEN + 2];
    int is_named = suite->curve[0] == '\0' || strcmp(suite->curve, suite->group) == 0;

    if (lab_suite_is_servers_choice(suite) || lab_suite_is_transport(suite))
        return 1;
    snprintf(groups, sizeof(groups), "%s%s%s", suite->group, is_named ? "" : ":", is_named ? "" : suite->curve);
    return SSL_CTX_set1_groups_list(ctx, groups) > 0 || lab_refuse(why, LAB_NO_GROUP);
}

void lab_set_memory(SSL_CTX *ctx, enum lab_resumption resumption)
{
    static const unsigned char id[] = "lab";

    SSL_CTX_set_session_id_context(ctx, id, sizeof(id) - 1);
    SSL_CTX_set_session_cache_mode(ctx, resumption == LAB_BY_ID ? SSL_SESS_CACHE_SERVER : SSL_SESS_CACHE_OFF);
    if (resumption == LAB_BY_ID)
        SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
}

SSL_CTX *lab_context_finished(SSL_CTX *ctx, int ok, char *why, const char *otherwise)
{
    if (ok)
        return ctx;
    if (why[0] == '\0')
        lab_why(why, otherwise);
    SSL_CTX_free(ctx);
    return NULL;
}
