/*
 * TLS handshakes with every kind of group, with certificates on each fast curve, of RSA and of ML-DSA, and by RSA key
 * exchange, in both roles: two SSL objects over memory, each on a library context with or without the module. Every
 * group that this libssl has with the default provider alone must also exist with the module, since libssl asks the
 * provider of its keys for the list of groups.
 */
#include <openssl/err.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "lab/native/driver/self_signed.h"

#define RSA_EXCHANGE "RSA, as key exchange" /* in place of a curve's name */

enum side { SIDE_DEFAULT, SIDE_OURS, NUM_SIDES };

static struct host host[NUM_SIDES];

static void open_hosts(void)
{
    host_open(&host[SIDE_OURS]);
    host[SIDE_DEFAULT].lib = OSSL_LIB_CTX_new();
    host[SIDE_DEFAULT].base = OSSL_PROVIDER_load(host[SIDE_DEFAULT].lib, "default");
    CHECK(host[SIDE_DEFAULT].base != NULL);
}

static void close_hosts(void)
{
    host_close(&host[SIDE_OURS]);
    OSSL_PROVIDER_unload(host[SIDE_DEFAULT].base);
    OSSL_LIB_CTX_free(host[SIDE_DEFAULT].lib);
}

/* ---- certificates ---- */

/* Use 1024 bits, since the default provider is slow. */
static EVP_PKEY *generate_rsa(OSSL_LIB_CTX *lib, const char *type)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, type, NULL);
    EVP_PKEY *key = NULL;

    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, 1024) == 1
          && EVP_PKEY_generate(ctx, &key) == 1);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static EVP_PKEY *generate(OSSL_LIB_CTX *lib, const char *curve)
{
    if (strncmp(curve, "RSA", 3) == 0)
        return generate_rsa(lib, strcmp(curve, "RSA-PSS") == 0 ? "RSA-PSS" : "RSA");
    return host_signs_whole_messages(curve) ? EVP_PKEY_Q_keygen(lib, NULL, curve)
                                            : EVP_PKEY_Q_keygen(lib, NULL, "EC", curve);
}

/* ---- one connection ---- */

/* TLS 1.2 also needs the certificates' curves in the list, and no group twice. */
static void list_groups(char list[128], int version, const char *group)
{
    static const char *const of_certificates[] = { "P-256", "P-384", "P-521" };

    snprintf(list, 128, "%s", group);
    for (size_t i = 0; i < 3 && version == TLS1_2_VERSION; i++)
        if (strcmp(group, of_certificates[i]) != 0)
            snprintf(list + strlen(list), 128 - strlen(list), ":%s", of_certificates[i]);
}

/* Returns NULL if this libssl has no such group in this version. */
static SSL_CTX *new_ctx(enum side side, int is_server, int version, const char *group, const char *curve)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(host[side].lib, NULL, is_server ? TLS_server_method() : TLS_client_method());
    char groups[128];

    CHECK(ctx != NULL && SSL_CTX_set_min_proto_version(ctx, version) && SSL_CTX_set_max_proto_version(ctx, version));
    CHECK(SSL_CTX_set_cipher_list(ctx, strcmp(curve, RSA_EXCHANGE) == 0 ? "kRSA:@SECLEVEL=0" : "ECDHE:@SECLEVEL=0"));
    list_groups(groups, version, group);
    if (SSL_CTX_set1_groups_list(ctx, groups))
        return ctx;
    SSL_CTX_free(ctx);
    ERR_clear_error();
    return NULL;
}

static void use_certificate(SSL_CTX *ctx, enum side side, const char *curve)
{
    EVP_PKEY *key = generate(host[side].lib, curve);
    X509 *cert = lab_self_signed(host[side].lib, key);

    CHECK(cert != NULL && X509_verify(cert, key) == 1);
    CHECK(SSL_CTX_use_certificate(ctx, cert) && SSL_CTX_use_PrivateKey(ctx, key) && SSL_CTX_check_private_key(ctx));
    X509_free(cert);
    EVP_PKEY_free(key);
}

static int shake_hands(SSL *client, SSL *server)
{
    for (unsigned i = 0; i < 10; i++) {
        int c = SSL_do_handshake(client), s = SSL_do_handshake(server);

        if (c == 1 && s == 1)
            return 1;
        if (c != 1 && SSL_get_error(client, c) != SSL_ERROR_WANT_READ)
            return 0;
        if (s != 1 && SSL_get_error(server, s) != SSL_ERROR_WANT_READ)
            return 0;
    }
    return 0;
}

/* Returns 1 if the handshake completes and a message arrives. */
static int connect(SSL_CTX *client_ctx, SSL_CTX *server_ctx)
{
    SSL *client = SSL_new(client_ctx), *server = SSL_new(server_ctx);
    BIO *ends[2];
    char got[8] = "";
    int ok;

    CHECK(client != NULL && server != NULL && BIO_new_bio_pair(&ends[0], 1 << 16, &ends[1], 1 << 16));
    SSL_set_bio(client, ends[0], ends[0]);
    SSL_set_bio(server, ends[1], ends[1]);
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    ok = shake_hands(client, server) && SSL_write(client, "hello", 5) == 5 && SSL_read(server, got, 5) == 5
         && memcmp(got, "hello", 5) == 0;
    SSL_free(client);
    SSL_free(server);
    return ok;
}

/* Before OpenSSL 3.5 the module brings the hybrids of ML-KEM, which the default provider lacks. */
static int is_brought(const char *group)
{
    return OpenSSL_version_num() < 0x30500000 && strstr(group, "MLKEM") != NULL;
}

/*
 * Try all four pairs of sides: whatever works between two default providers works between any two. A group that the
 * module brings works with the module on both sides. Returns whether that last pair works.
 */
static int check_pairs(int version, const char *group, const char *curve)
{
    int can = -1;

    for (unsigned i = 0; i < NUM_SIDES * NUM_SIDES; i++) { /* first with the default provider on both sides */
        enum side client = i % NUM_SIDES, server = i / NUM_SIDES;
        SSL_CTX *client_ctx, *server_ctx;
        int ok = 0;

        snprintf(host_note, sizeof(host_note), "TLS 1.%d, group %s, certificate %s, %s client, %s server",
                 version == TLS1_3_VERSION ? 3 : 2, group, curve, client == SIDE_OURS ? "our" : "default",
                 server == SIDE_OURS ? "our" : "default");
        client_ctx = new_ctx(client, 0, version, group, curve);
        server_ctx = new_ctx(server, 1, version, group, curve);
        if (client_ctx != NULL && server_ctx != NULL) {
            use_certificate(server_ctx, server, curve);
            ok = connect(client_ctx, server_ctx);
        }
        SSL_CTX_free(client_ctx);
        SSL_CTX_free(server_ctx);
        if (is_brought(group))
            CHECK(ok == (client == SIDE_OURS && server == SIDE_OURS));
        else
            CHECK(can == -1 || ok == can);
        can = ok;
        ERR_clear_error();
    }
    return can;
}

/* ---- cases ---- */

static void check_group_list(int version, const char *const *groups, unsigned at_least)
{
    unsigned num = 0;

    for (; *groups != NULL; groups++)
        num += (unsigned)check_pairs(version, *groups, "P-256");
    CHECK(num >= at_least);
    printf("    %u groups\n", num);
}

static void groups_1_3(void)
{
    static const char *const groups[] = { "P-256",
                                          "P-384",
                                          "P-521",
                                          "X25519",
                                          "X448",
                                          "ffdhe2048",
                                          "brainpoolP256r1tls13",
                                          "brainpoolP384r1tls13",
                                          "brainpoolP512r1tls13",
                                          "X25519MLKEM768",
                                          "SecP256r1MLKEM768",
                                          "SecP384r1MLKEM1024",
                                          NULL };

    open_hosts();
    check_group_list(TLS1_3_VERSION, groups, 9);
    close_hosts();
}

static void groups_1_2(void)
{
    static const char *const groups[] = {
        "P-256",           "P-384",     "P-521",     "X25519",          "X448",
        "secp224r1",       "secp256k1", "secp192k1", "brainpoolP256r1", "brainpoolP384r1",
        "brainpoolP512r1", "sect283k1", "sect571r1", "sect163k1",       NULL
    };

    open_hosts();
    check_group_list(TLS1_2_VERSION, groups, 6);
    close_hosts();
}

static void certificates(void)
{
    static const char *const curves[] = { "P-256", "P-384", "P-521", "ED25519", "RSA", "RSA-PSS" };

    open_hosts();
    for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
        for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++)
            CHECK(check_pairs(version, "X25519", curves[i]) && check_pairs(version, "P-384", curves[i]));
    close_hosts();
}

/* The module makes keys of the type where it offers it. */
static void check_provider(const char *type)
{
    EVP_KEYMGMT *offered = EVP_KEYMGMT_fetch(host[SIDE_OURS].lib, type, "provider=afterburner");
    EVP_PKEY *key = generate(host[SIDE_OURS].lib, type);

    CHECK(key != NULL);
    CHECK(strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), offered == NULL ? "default" : "afterburner")
          == 0);
    EVP_KEYMGMT_free(offered);
    EVP_PKEY_free(key);
    ERR_clear_error();
}

/* libssl asks the provider of the keys for these signature algorithms, too. TLS 1.3 alone has them, since 3.5. */
static void post_quantum_certificates(void)
{
    static const char *const types[] = { "ML-DSA-44", "ML-DSA-65", "ML-DSA-87" };

    open_hosts();
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]) && OpenSSL_version_num() >= 0x30500000; i++) {
        check_provider(types[i]);
        CHECK(check_pairs(TLS1_3_VERSION, "X25519MLKEM768", types[i])
              && check_pairs(TLS1_3_VERSION, "P-256", types[i]));
    }
    close_hosts();
}

/* The client sends an encrypted premaster secret, up to TLS 1.2. */
static void rsa_exchange(void)
{
    open_hosts();
    CHECK(check_pairs(TLS1_2_VERSION, "X25519", RSA_EXCHANGE));
    close_hosts();
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "groups_1_3", groups_1_3 },     { "groups_1_2", groups_1_2 },
        { "certificates", certificates }, { "post_quantum_certificates", post_quantum_certificates },
        { "rsa_exchange", rsa_exchange }, { NULL, NULL },
    };

    return host_main(cases, argc, argv);
}
