/*
 * Handshakes over finite fields between module and default provider in all pairings: DHE of TLS 1.2 with DSA and RSA
 * certificates, with the server's own parameters and with those that libssl chooses, and the ffdhe groups of TLS 1.3.
 */
#include <openssl/core_names.h>
#include <openssl/x509.h>
#include <string.h>

#include "lab/native/driver/self_signed.h"
#include "tls.h"

/* The server's keys, and what both sides negotiate. */
struct setting {
    const char *label, *certificate, *suite;
    const char *group; /* for TLS 1.3, or the group whose p and g the server sends; NULL: libssl's choice */
    int version;
};

static const struct setting settings[] = {
    { "DHE-DSS, libssl's parameters", "DSA", "DHE-DSS-AES128-GCM-SHA256", NULL, TLS1_2_VERSION },
    { "DHE-DSS, own parameters", "DSA", "DHE-DSS-AES256-GCM-SHA384", "modp_2048", TLS1_2_VERSION },
    { "DHE-RSA, own parameters", "RSA", "DHE-RSA-AES128-GCM-SHA256", "ffdhe3072", TLS1_2_VERSION },
    { "DHE-RSA, libssl's parameters", "RSA", "DHE-RSA-AES128-GCM-SHA256", NULL, TLS1_2_VERSION },
    { "TLS 1.3", "RSA", NULL, "ffdhe2048", TLS1_3_VERSION },
    { "TLS 1.3", "RSA", NULL, "ffdhe3072", TLS1_3_VERSION },
    { "TLS 1.3", "RSA", NULL, "ffdhe4096", TLS1_3_VERSION },
    { "TLS 1.3", "RSA", NULL, "ffdhe8192", TLS1_3_VERSION },
};
enum { NUM_SETTINGS = sizeof(settings) / sizeof(settings[0]) };

static EVP_PKEY *generate(OSSL_LIB_CTX *lib, const char *type, OSSL_PARAM *params, int is_key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, type, NULL);
    EVP_PKEY *made = NULL;

    CHECK(ctx != NULL && (is_key ? EVP_PKEY_keygen_init(ctx) : EVP_PKEY_paramgen_init(ctx)) == 1);
    CHECK(params == NULL || EVP_PKEY_CTX_set_params(ctx, params) == 1);
    CHECK(EVP_PKEY_generate(ctx, &made) == 1);
    EVP_PKEY_CTX_free(ctx);
    return made;
}

static EVP_PKEY *group_parameters(OSSL_LIB_CTX *lib, const char *group)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("group", (char *)group, strlen(group)), OSSL_PARAM_END };

    return generate(lib, "DH", params, 0);
}

/* Use p, q and g of a group of RFC 5114, since generating DSA parameters takes long. */
static EVP_PKEY *generate_dsa(OSSL_LIB_CTX *lib)
{
    EVP_PKEY *group = group_parameters(lib, "dh_2048_256"), *template = NULL, *key = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "DSA", NULL);
    OSSL_PARAM *all = NULL, numbers[4], *next = numbers;

    CHECK(EVP_PKEY_todata(group, EVP_PKEY_KEY_PARAMETERS, &all) == 1);
    for (OSSL_PARAM *p = all; p->key != NULL; p++)
        if (strcmp(p->key, "p") == 0 || strcmp(p->key, "q") == 0 || strcmp(p->key, "g") == 0)
            *next++ = *p;
    *next = OSSL_PARAM_construct_end();
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &template, EVP_PKEY_KEY_PARAMETERS, numbers) == 1);
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(lib, template, NULL);
    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(template);
    EVP_PKEY_free(group);
    OSSL_PARAM_free(all);
    return key;
}

/* A key and certificate of each type for each library context. */
static struct {
    EVP_PKEY *key[2];
    X509 *certificate[2];
} own[NUM_SIDES];

static int is_rsa(const struct setting *s)
{
    return strcmp(s->certificate, "RSA") == 0;
}

static SSL_CTX *context(const struct setting *s, enum side side, const SSL_METHOD *method)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(tls_host[side].lib, NULL, method);

    CHECK(ctx != NULL && SSL_CTX_set_min_proto_version(ctx, s->version) == 1);
    CHECK(SSL_CTX_set_max_proto_version(ctx, s->version) == 1);
    SSL_CTX_set_security_level(ctx, 1);
    CHECK(s->version == TLS1_3_VERSION || SSL_CTX_set_cipher_list(ctx, s->suite) == 1);
    CHECK(s->version != TLS1_3_VERSION || SSL_CTX_set1_groups_list(ctx, s->group) == 1);
    return ctx;
}

static SSL_CTX *server_context(const struct setting *s, enum side side)
{
    SSL_CTX *ctx = context(s, side, TLS_server_method());

    CHECK(SSL_CTX_use_certificate(ctx, own[side].certificate[is_rsa(s)]) == 1);
    CHECK(SSL_CTX_use_PrivateKey(ctx, own[side].key[is_rsa(s)]) == 1);
    if (s->version != TLS1_3_VERSION && s->group == NULL)
        CHECK(SSL_CTX_set_dh_auto(ctx, 1) == 1);
    else if (s->version != TLS1_3_VERSION)
        CHECK(SSL_CTX_set0_tmp_dh_pkey(ctx, group_parameters(tls_host[side].lib, s->group)) == 1);
    return ctx;
}

static void shake_hands(const struct setting *s, enum side client_side, enum side server_side)
{
    SSL_CTX *server_ctx = server_context(s, server_side), *client_ctx = context(s, client_side, TLS_client_method());
    SSL *server, *client;
    BIO *up = BIO_new(BIO_s_mem()), *down = BIO_new(BIO_s_mem());
    X509_STORE *trusted = SSL_CTX_get_cert_store(client_ctx);
    char text[6] = "";

    CHECK(X509_STORE_add_cert(trusted, own[server_side].certificate[is_rsa(s)]) == 1);
    SSL_CTX_set_verify(client_ctx, SSL_VERIFY_PEER, NULL);
    server = SSL_new(server_ctx);
    client = SSL_new(client_ctx);
    BIO_up_ref(up);
    BIO_up_ref(down);
    SSL_set_bio(client, down, up);
    SSL_set_bio(server, up, down);
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    for (int i = 0; i < 8; i++) {
        SSL_do_handshake(client);
        SSL_do_handshake(server);
    }
    CHECK(SSL_is_init_finished(client) && SSL_is_init_finished(server));
    CHECK(SSL_write(client, "hello", 5) == 5 && SSL_read(server, text, 5) == 5 && memcmp(text, "hello", 5) == 0);
    SSL_free(client);
    SSL_free(server);
    SSL_CTX_free(client_ctx);
    SSL_CTX_free(server_ctx);
}

int main(void)
{
    tls_open();
    for (enum side side = 0; side < NUM_SIDES; side++)
        for (int rsa = 0; rsa < 2; rsa++) {
            own[side].key[rsa] = rsa ? generate(tls_host[side].lib, "RSA", NULL, 1) : generate_dsa(tls_host[side].lib);
            own[side].certificate[rsa] = lab_self_signed(tls_host[side].lib, own[side].key[rsa]);
            CHECK(own[side].certificate[rsa] != NULL);
        }
    for (unsigned i = 0; i < NUM_SETTINGS; i++)
        for (unsigned pairing = 0; pairing < 4; pairing++) {
            snprintf(host_note, sizeof(host_note), "%s, %s, pairing %u", settings[i].label,
                     settings[i].group == NULL ? "" : settings[i].group, pairing);
            shake_hands(&settings[i], pairing & 1, pairing >> 1);
        }
    for (enum side side = 0; side < NUM_SIDES; side++)
        for (int rsa = 0; rsa < 2; rsa++) {
            EVP_PKEY_free(own[side].key[rsa]);
            X509_free(own[side].certificate[rsa]);
        }
    tls_close();
    return 0;
}
