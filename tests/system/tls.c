/* TLS within one process: see tls.h. */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/native/driver/self_signed.h"

#define CBC(version, aes, suite, key, mac) \
    { version, suite, aes, key, mac, 0 }, { version, suite, aes, key, mac, 1 }
#define SHA1_SUITES(version)                                                   \
    CBC(version, "AES-128-CBC", "ECDHE-ECDSA-AES128-SHA", 16, 20), \
    CBC(version, "AES-256-CBC", "ECDHE-ECDSA-AES256-SHA", 32, 20)

#define CHACHA "ChaCha20-Poly1305"

static const struct suite suites[] = {
    /* terminated by {0} */
    SHA1_SUITES(TLS1_VERSION),
    SHA1_SUITES(TLS1_1_VERSION),
    SHA1_SUITES(TLS1_2_VERSION),
    CBC(TLS1_2_VERSION, "AES-128-CBC", "ECDHE-ECDSA-AES128-SHA256", 16, 32),
    CBC(TLS1_2_VERSION, "AES-256-CBC", "AES256-SHA256", 32, 32),
    CBC(TLS1_2_VERSION, "AES-256-CBC", "ECDHE-ECDSA-AES256-SHA384", 32, 48),
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256", "AES-128-GCM", 16, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES256-GCM-SHA384", "AES-256-GCM", 32, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES128-CCM", "AES-128-CCM", 16, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES256-CCM", "AES-256-CCM", 32, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES128-CCM8", "AES-128-CCM", 16, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-AES256-CCM8", "AES-256-CCM", 32, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-ECDSA-CHACHA20-POLY1305", CHACHA, 32, 0, 0 },
    { TLS1_2_VERSION, "ECDHE-RSA-CHACHA20-POLY1305", CHACHA, 32, 0, 0 },
    { TLS1_3_VERSION, "TLS_CHACHA20_POLY1305_SHA256", CHACHA, 32, 0, 0 },
    { TLS1_3_VERSION, "TLS_AES_128_GCM_SHA256", "AES-128-GCM", 16, 0, 0 },
    { TLS1_3_VERSION, "TLS_AES_256_GCM_SHA384", "AES-256-GCM", 32, 0, 0 },
    { TLS1_3_VERSION, "TLS_AES_128_CCM_SHA256", "AES-128-CCM", 16, 0, 0 },
    { TLS1_3_VERSION, "TLS_AES_128_CCM_8_SHA256", "AES-128-CCM", 16, 0, 0 },
    SHA1_SUITES(DTLS1_VERSION),
    SHA1_SUITES(DTLS1_2_VERSION),
    CBC(DTLS1_2_VERSION, "AES-128-CBC", "ECDHE-ECDSA-AES128-SHA256", 16, 32),
    CBC(DTLS1_2_VERSION, "AES-256-CBC", "ECDHE-ECDSA-AES256-SHA384", 32, 48),
    { DTLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256", "AES-128-GCM", 16, 0, 0 },
    { DTLS1_2_VERSION, "ECDHE-ECDSA-AES256-GCM-SHA384", "AES-256-GCM", 32, 0, 0 },
    { DTLS1_2_VERSION, "ECDHE-ECDSA-AES128-CCM", "AES-128-CCM", 16, 0, 0 },
    { DTLS1_2_VERSION, "ECDHE-ECDSA-AES256-CCM8", "AES-256-CCM", 32, 0, 0 },
    { DTLS1_2_VERSION, "ECDHE-ECDSA-CHACHA20-POLY1305", CHACHA, 32, 0, 0 },
    { 0, NULL, NULL, 0, 0, 0 },
};

struct host tls_host[NUM_SIDES];
static EVP_PKEY *keys[2];
static X509 *certificates[2];

int suite_is_dtls(const struct suite *s)
{
    return s->version == DTLS1_VERSION || s->version == DTLS1_2_VERSION;
}

int suite_is_cbc(const struct suite *s)
{
    return s->mac_len != 0;
}

static const char *version_name(int version)
{
    switch (version) {
    case TLS1_VERSION: return "TLSv1.0";
    case TLS1_1_VERSION: return "TLSv1.1";
    case TLS1_2_VERSION: return "TLSv1.2";
    case TLS1_3_VERSION: return "TLSv1.3";
    case DTLS1_VERSION: return "DTLSv1.0";
    default: return "DTLSv1.2";
    }
}

const char *suite_label(const struct suite *s)
{
    static char text[128];

    snprintf(text, sizeof(text), "%s %s%s", version_name(s->version), s->name, s->etm ? ", encrypt-then-MAC" : "");
    return text;
}

static void open_default(struct host *h)
{
    h->lib = OSSL_LIB_CTX_new();
    h->base = OSSL_PROVIDER_load(h->lib, "default");
    CHECK(h->base != NULL);
}

/* With AB_CONTROL set the module is not loaded, which tests the checks themselves on the default provider. */
static int is_control(void)
{
    return getenv("AB_CONTROL") != NULL;
}

void tls_open(void)
{
    if (is_control())
        open_default(&tls_host[SIDE_OURS]);
    else
        host_open(&tls_host[SIDE_OURS]);
    open_default(&tls_host[SIDE_DEFAULT]);
    keys[0] = EVP_EC_gen("P-256");
    keys[1] = EVP_RSA_gen(2048);
    for (unsigned i = 0; i < 2; i++) {
        CHECK(keys[i] != NULL);
        certificates[i] = lab_self_signed(NULL, keys[i]);
        CHECK(certificates[i] != NULL);
    }
}

/* The contexts of one suite, of clients and of servers: its connections share them, since they are slow to make. */
static struct {
    const struct suite *suite;
    SSL_CTX *of[NUM_SIDES][2];
} contexts;

static void free_contexts(void)
{
    for (unsigned side = 0; side < NUM_SIDES; side++)
        for (unsigned is_server = 0; is_server < 2; is_server++)
            SSL_CTX_free(contexts.of[side][is_server]);
    memset(&contexts, 0, sizeof(contexts));
}

void tls_close(void)
{
    free_contexts();
    for (unsigned i = 0; i < 2; i++) {
        X509_free(certificates[i]);
        EVP_PKEY_free(keys[i]);
    }
    for (unsigned i = 0; i < NUM_SIDES; i++) {
        OSSL_PROVIDER_unload(tls_host[i].module);
        OSSL_PROVIDER_unload(tls_host[i].base);
        OSSL_LIB_CTX_free(tls_host[i].lib);
    }
}

/* The name that libssl tries first; NULL: it fetches the cipher directly. */
static const char *stitched_name(const struct suite *s)
{
    static char name[64];

    if (!suite_is_cbc(s) || s->etm || suite_is_dtls(s) || s->mac_len == 48)
        return NULL;
    snprintf(name, sizeof(name), "%s-HMAC-%s", s->cipher, s->mac_len == 20 ? "SHA1" : "SHA256");
    return name;
}

static int wants_plain_cbc(void)
{
    return getenv("AB_PLAIN_CBC") != NULL;
}

/* Returns whether the module offers ChaCha20-Poly1305, which it leaves to OpenSSL where that is as fast. */
static int is_chacha_served(void)
{
    static int is_served = -1;

    if (is_served < 0) {
        char **names = host_served(&tls_host[SIDE_OURS]), **name = names;

        while (*name != NULL && strcmp(*name, CHACHA) != 0)
            name++;
        is_served = *name != NULL;
        host_free_names(names);
    }
    return is_served;
}

static void check_served(const struct suite *s)
{
    const char *ours = is_control() ? "default" : "afterburner", *stitched = stitched_name(s);
    int is_left = !is_control() && strcmp(s->cipher, CHACHA) == 0 && !is_chacha_served();

    CHECK(strcmp(host_provider_of(tls_host[SIDE_OURS].lib, s->cipher), is_left ? "default" : ours) == 0);
    if (stitched != NULL)
        CHECK(strcmp(host_provider_of(tls_host[SIDE_OURS].lib, stitched), wants_plain_cbc() ? "" : ours) == 0);
    ERR_clear_error();
}

void tls_choose_ciphers(char **argv)
{
    if (!wants_plain_cbc())
        return;
    if (getenv("OPENSSL_ia32cap") == NULL) {
        CHECK(setenv("OPENSSL_ia32cap", "~0x200000200000000", 1) == 0); /* bits 57 and 33 */
        execv("/proc/self/exe", argv);
    }
    CHECK(setenv("OPENSSL_ia32cap", ":~0x20000000", 1) == 0); /* SHA; libcrypto has read the variable before */
}

static SSL_CTX *new_ctx(const struct suite *s, enum side side, int is_server)
{
    const SSL_METHOD *method = suite_is_dtls(s) ? (is_server ? DTLS_server_method() : DTLS_client_method())
                                                : (is_server ? TLS_server_method() : TLS_client_method());
    SSL_CTX *ctx = SSL_CTX_new_ex(tls_host[side].lib, NULL, method);
    char list[128];

    CHECK(ctx != NULL);
    SSL_CTX_set_security_level(ctx, 0);
    SSL_CTX_set_options(ctx, SSL_OP_NO_QUERY_MTU | SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
    if (!s->etm)
        SSL_CTX_set_options(ctx, SSL_OP_NO_ENCRYPT_THEN_MAC);
    snprintf(list, sizeof(list), "%s:@SECLEVEL=0", s->name);
    if (!SSL_CTX_set_min_proto_version(ctx, s->version) || !SSL_CTX_set_max_proto_version(ctx, s->version)
        || !(s->version == TLS1_3_VERSION ? SSL_CTX_set_ciphersuites(ctx, s->name)
                                          : SSL_CTX_set_cipher_list(ctx, list))) {
        SSL_CTX_free(ctx);
        return NULL;
    }
    if (is_server)
        for (unsigned i = 0; i < 2; i++)
            CHECK(SSL_CTX_use_certificate(ctx, certificates[i]) && SSL_CTX_use_PrivateKey(ctx, keys[i]));
    return ctx;
}

static SSL_CTX *shared_ctx(const struct suite *s, enum side side, int is_server)
{
    SSL_CTX **ctx = &contexts.of[side][is_server];

    if (contexts.suite != s)
        free_contexts();
    contexts.suite = s;
    if (*ctx == NULL) {
        *ctx = new_ctx(s, side, is_server);
        CHECK(*ctx != NULL);
        if (is_server)
            CHECK(SSL_CTX_set_session_id_context(*ctx, (const unsigned char *)"system", 6));
    }
    return *ctx;
}

static int is_known(const struct suite *s)
{
    SSL_CTX *ctx = new_ctx(s, SIDE_DEFAULT, 0);

    SSL_CTX_free(ctx);
    ERR_clear_error();
    return ctx != NULL;
}

void tls_for_each_suite(void (*check)(const struct suite *))
{
    unsigned num = 0, unknown = 0;

    for (const struct suite *s = suites; s->version != 0; s++) {
        snprintf(host_note, sizeof(host_note), "%s", suite_label(s));
        if (is_known(s)) {
            check_served(s);
            check(s);
            num++;
        } else {
            unknown++;
        }
    }
    *host_note = '\0';
    CHECK(num > 0);
    printf("    %u suites, %u more are unknown to this libssl\n", num, unknown);
}

static SSL *new_ssl(const struct link *l, int is_server)
{
    SSL *ssl = SSL_new(is_server ? l->server_ctx : l->client_ctx);

    CHECK(ssl != NULL);
    CHECK(BIO_up_ref(l->up) && BIO_up_ref(l->down));
    SSL_set0_rbio(ssl, is_server ? l->up : l->down);
    SSL_set0_wbio(ssl, is_server ? l->down : l->up);
    SSL_set_mtu(ssl, 1400);
    if (is_server)
        SSL_set_accept_state(ssl);
    else
        SSL_set_connect_state(ssl);
    return ssl;
}

static void step(SSL *ssl)
{
    int result = SSL_do_handshake(ssl);

    CHECK(result == 1 || SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ);
}

/* Keep the tail of the data that waits for the server, before it is read. */
static void remember_tail(struct link *l)
{
    char *data;
    long len = BIO_get_mem_data(l->up, &data);

    if (len >= (long)sizeof(l->last_up))
        memcpy(l->last_up, data + len - sizeof(l->last_up), sizeof(l->last_up));
}

static void shake_hands(struct link *l)
{
    for (unsigned i = 0; i < 10 && !(SSL_is_init_finished(l->client) && SSL_is_init_finished(l->server)); i++) {
        step(l->client);
        remember_tail(l);
        step(l->server);
    }
    CHECK(SSL_is_init_finished(l->client) && SSL_is_init_finished(l->server));
}

static void settle_side(SSL *ssl)
{
    unsigned char byte;
    int result = SSL_read(ssl, &byte, 1);

    CHECK(result <= 0 && SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ);
}

/* Let both sides process what has arrived (tickets, key updates, renegotiation). */
static void settle(struct link *l)
{
    for (unsigned i = 0; i < 6; i++) {
        settle_side(l->client);
        settle_side(l->server);
    }
    CHECK(BIO_pending(l->up) == 0 && BIO_pending(l->down) == 0);
}

void link_open(struct link *l, const struct suite *s, enum side client, enum side server)
{
    memset(l, 0, sizeof(*l));
    l->up = BIO_new(BIO_s_mem());
    l->down = BIO_new(BIO_s_mem());
    CHECK(l->up != NULL && l->down != NULL);
    BIO_set_mem_eof_return(l->up, -1);
    BIO_set_mem_eof_return(l->down, -1);
    l->client_ctx = shared_ctx(s, client, 0);
    l->server_ctx = shared_ctx(s, server, 1);
    l->client = new_ssl(l, 0);
    l->server = new_ssl(l, 1);
    shake_hands(l);
    CHECK(strcmp(SSL_get_cipher_name(l->server), s->name) == 0 || s->version == TLS1_3_VERSION);
    settle(l);
}

static void replace_ssl(SSL **ssl, const struct link *l, int is_server)
{
    SSL_set_shutdown(*ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN); /* otherwise its session is discarded with it */
    SSL_free(*ssl);
    *ssl = new_ssl(l, is_server);
}

void link_resume(struct link *l)
{
    SSL_SESSION *session = SSL_get1_session(l->client);

    CHECK(session != NULL && SSL_SESSION_is_resumable(session));
    replace_ssl(&l->client, l, 0);
    replace_ssl(&l->server, l, 1);
    CHECK(SSL_set_session(l->client, session));
    shake_hands(l);
    CHECK(SSL_session_reused(l->client) && SSL_session_reused(l->server));
    settle(l);
    SSL_SESSION_free(session);
}

void link_renegotiate(struct link *l)
{
    unsigned char before[64], after[64];
    size_t len = SSL_get_finished(l->client, before, sizeof(before));

    CHECK(SSL_renegotiate(l->client));
    for (unsigned i = 0; i < 6; i++) {
        step(l->client);
        settle_side(l->server);
    }
    settle(l);
    CHECK(SSL_get_finished(l->client, after, sizeof(after)) == len && memcmp(before, after, len) != 0);
}

void link_close(struct link *l)
{
    SSL_free(l->client);
    SSL_free(l->server);
    BIO_free(l->up);
    BIO_free(l->down);
    ERR_clear_error();
}

void link_send(SSL *from, SSL *to, const unsigned char *data, size_t len)
{
    static unsigned char out[1 << 18];
    size_t sent, got, done = 0;

    CHECK(len <= sizeof(out));
    CHECK(SSL_write_ex(from, data, len, &sent) && sent == len);
    memset(out, 0x55, len);
    while (done < len) {
        CHECK(SSL_read_ex(to, out + done, len - done, &got));
        done += got;
    }
    CHECK(memcmp(out, data, len) == 0);
}

/* The alert that this side sent last. */
static int sent_alert;

static void note_alert(const SSL *ssl, int where, int code)
{
    (void)ssl;
    if ((where & SSL_CB_WRITE_ALERT) == SSL_CB_WRITE_ALERT)
        sent_alert = code & 255;
}

int link_deliver(SSL *to, BIO *incoming, const unsigned char *raw, size_t raw_len, unsigned char *out, size_t room,
                 int *alert)
{
    int result, error;

    sent_alert = ALERT_NONE;
    SSL_set_info_callback(to, note_alert);
    CHECK(BIO_write(incoming, raw, (int)raw_len) == (int)raw_len);
    result = SSL_read(to, out, (int)room);
    error = SSL_get_error(to, result);
    ERR_clear_error();
    *alert = sent_alert;
    if (result > 0)
        return result;
    /*
     * libssl 3.0.13 takes the reason of a fatal alert in DTLS off the queue, where SSL_get_error then does not find it.
     */
    CHECK(error == SSL_ERROR_WANT_READ || error == SSL_ERROR_SSL
          || (error == SSL_ERROR_SYSCALL && SSL_is_dtls(to) && *alert != ALERT_NONE));
    return error == SSL_ERROR_WANT_READ ? -2 : -1;
}
