/* Create the contexts of a fork of OpenSSL: servers with the lab's keys, and clients. */
#include "lab/native/tls/contexts.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lab/native/driver/key_files.h"
#include "lab/native/driver/self_signed.h"

const char LAB_NO_GROUP[] = "this libssl has no such group",
           LAB_NO_SUITE[] = "this libssl has no such version or cipher";

enum { TICKETS = 2 }; /* of a full handshake of TLS 1.3: OpenSSL's number */

/* Return the key that the other sides of the run use: the driver of OpenSSL writes it to the folder at first use. */
static EVP_PKEY *read_key(const struct lab *lab, const struct lab_key_name *name, char *why)
{
    char file[2 * LAB_NAME_LEN + 2];
    unsigned char *der;
    const unsigned char *at;
    EVP_PKEY *key;
    size_t len = 0;

    snprintf(file, sizeof(file), "%s%s%s", name->type, name->variant[0] == '\0' ? "" : "-", name->variant);
    der = lab->keys == NULL ? NULL : lab_key_file_read(lab->keys, file, &len);
    if (der == NULL) {
        lab_refuse(why, "no other side has written such a key");
        return NULL;
    }
    at = der;
    key = d2i_AutoPrivateKey(NULL, &at, (long)len);
    free(der);
    if (key == NULL)
        lab_refuse(why, "this libssl reads no such key");
    return key;
}

static int use_certificate(SSL_CTX *ctx, EVP_PKEY *key)
{
    X509 *x = lab_self_signed(NULL, key);
    int ok = x != NULL && SSL_CTX_use_certificate(ctx, x) && SSL_CTX_use_PrivateKey(ctx, key);

    X509_free(x);
    return ok;
}

static int set_key(SSL_CTX *ctx, const struct lab *lab, const struct lab_key_name *name, char *why)
{
    EVP_PKEY *key = read_key(lab, name, why);
    int ok = key != NULL && (use_certificate(ctx, key) || lab_refuse(why, "no certificate can be made with this key"));

    EVP_PKEY_free(key);
    return ok;
}

static int set_server_group(SSL_CTX *ctx, const struct lab_suite *suite, char *why)
{
    if (lab_suite_is_transport(suite))
        return 1;
    if (lab_suite_is_servers_choice(suite) || SSL_CTX_set1_groups_list(ctx, suite->group) <= 0)
        return lab_refuse(why, LAB_NO_GROUP);
    return 1;
}

/* Return whether the fork can be told what the suite wants. */
static int can_have(const struct lab_suite *suite, enum lab_resumption resumption, char *why)
{
    if (resumption != LAB_NO_RESUMPTION && suite->version == TLS1_3_VERSION)
        return lab_refuse(why, "with this libssl the lab resumes no session of TLS 1.3");
#ifndef OPENSSL_IS_AWSLC
    if (suite->version == TLS1_3_VERSION && strcmp(suite->ciphers, "TLS_AES_128_GCM_SHA256") != 0)
        return lab_refuse(why, "BoringSSL chooses the cipher of TLS 1.3 itself, and chooses AES-128-GCM");
#endif
    return 1;
}

static void set_tickets(SSL_CTX *ctx)
{
#ifdef OPENSSL_IS_AWSLC
    SSL_CTX_set_num_tickets(ctx, TICKETS);
#else
    (void)ctx; /* BoringSSL sends as many */
#endif
}

SSL_CTX *lab_server_context(const struct lab *lab, const struct lab_side *side, const struct lab_suite *suite,
                            enum lab_resumption resumption, char *why)
{
    SSL_CTX *ctx;
    int ok;

    (void)side;
    why[0] = '\0';
    if (!can_have(suite, resumption, why))
        return NULL;
    ctx = SSL_CTX_new(TLS_server_method());
    if (ctx != NULL) {
        lab_set_memory(ctx, resumption);
        set_tickets(ctx);
    }
    ok = ctx != NULL && lab_restrict(ctx, suite) && set_server_group(ctx, suite, why)
         && set_key(ctx, lab, &suite->certificate, why);
    return lab_context_finished(ctx, ok, why, LAB_NO_SUITE);
}

/* An empty write carries the tickets alone. */
void lab_flush(SSL *server)
{
    if (SSL_version(server) == TLS1_3_VERSION)
        SSL_write(server, "", 0);
}

/* The forks' clients accept Ed25519 only if told to. */
static int set_algorithms(SSL_CTX *ctx, const struct lab_suite *suite)
{
    static const uint16_t ed25519[] = { SSL_SIGN_ED25519 };

    return strcasecmp(suite->certificate.type, "Ed25519") != 0
           || SSL_CTX_set_verify_algorithm_prefs(ctx, ed25519, sizeof(ed25519) / sizeof(ed25519[0]));
}

SSL_CTX *lab_client_context(const struct lab_side *side, const struct lab_suite *suite, int own, char *why)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());
    int ok;

    (void)side;
    (void)own;
    why[0] = '\0';
    ok = ctx != NULL && lab_restrict(ctx, suite) && set_algorithms(ctx, suite)
         && lab_set_client_groups(ctx, suite, why);
    return lab_context_finished(ctx, ok, why, LAB_NO_SUITE);
}
