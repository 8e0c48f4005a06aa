/*
 * CBC records that no honest peer would send. The test knows the keys of the connection, so it makes its own records
 * (RFC 2246 sec. 6.2.3.2, RFC 4346 and 5246 sec. 6.2.3.2, RFC 7366): all 256 paddings, every padding byte and every MAC
 * byte wrong, paddings longer than the record, records too short for a MAC. The receiver must respond like one that
 * uses the default provider, in alert and in bytes.
 */
#include <openssl/core_names.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

enum { BLOCK = 16, MAX_PLAIN = 1024, MAX_MAC = 48, HEADER = 5 };

static const unsigned char message[MAX_PLAIN] = "What the client says, again and again, to be told from noise.";

/* The writing half of the client's connection. */
struct writer {
    const struct suite *suite;
    unsigned char mac_key[MAX_MAC], key[32], iv[BLOCK]; /* iv: TLS 1.0 chains the records */
    unsigned char sequence[8];
};

static const char *mac_digest(const struct suite *s)
{
    return s->mac_len == 20 ? "SHA1" : s->mac_len == 32 ? "SHA256" : "SHA384";
}

static const char *prf_digest(const struct suite *s)
{
    if (s->version != TLS1_2_VERSION)
        return "MD5-SHA1";
    return s->mac_len == 48 ? "SHA384" : "SHA256";
}

/* key_block = PRF(master_secret, "key expansion", server_random + client_random); RFC 5246 sec. 6.3 */
static void derive_key_block(const struct link *l, const struct suite *s, unsigned char *out, size_t len)
{
    unsigned char master[48], seed[64], label[] = "key expansion";
    char digest[16];
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "TLS1-PRF", NULL);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, master, sizeof(master)),
                            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, label, sizeof(label) - 1),
                            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, seed, sizeof(seed)), OSSL_PARAM_END };

    strcpy(digest, prf_digest(s));
    params[0].data_size = strlen(digest);
    CHECK(SSL_SESSION_get_master_key(SSL_get_session(l->client), master, sizeof(master)) == sizeof(master));
    CHECK(SSL_get_server_random(l->client, seed, 32) == 32 && SSL_get_client_random(l->client, seed + 32, 32) == 32);
    CHECK(ctx != NULL && EVP_KDF_derive(ctx, out, len, params));
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
}

static void take_over(struct writer *w, const struct link *l, const struct suite *s)
{
    size_t mac_len = (size_t)s->mac_len, key_len = (size_t)s->key_len;
    unsigned char block[2 * MAX_MAC + 2 * 32];

    derive_key_block(l, s, block, 2 * mac_len + 2 * key_len);
    memset(w, 0, sizeof(*w));
    w->suite = s;
    memcpy(w->mac_key, block, mac_len);
    memcpy(w->key, block + 2 * mac_len, key_len);
    /* the last block of ciphertext that the client sent; a MAC may follow it */
    memcpy(w->iv, l->last_up + sizeof(l->last_up) - BLOCK - (s->etm ? mac_len : 0), BLOCK);
    w->sequence[7] = 1; /* the handshake's Finished was number 0 */
}

/* HMAC(sequence, type, version, length, data) */
static void make_mac(const struct writer *w, const unsigned char *data, size_t len, unsigned char *mac)
{
    unsigned char input[13 + MAX_RECORD];
    unsigned mac_len;

    memcpy(input, w->sequence, 8);
    input[8] = SSL3_RT_APPLICATION_DATA;
    input[9] = (unsigned char)(w->suite->version >> 8);
    input[10] = (unsigned char)w->suite->version;
    input[11] = (unsigned char)(len >> 8);
    input[12] = (unsigned char)len;
    memcpy(input + 13, data, len);
    CHECK(
        HMAC(EVP_get_digestbyname(mac_digest(w->suite)), w->mac_key, w->suite->mac_len, input, 13 + len, mac, &mac_len)
        != NULL);
}

static void encrypt(struct writer *w, const unsigned char iv[BLOCK], unsigned char *data, size_t len)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, w->suite->cipher, NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n;

    CHECK(len % BLOCK == 0 && EVP_EncryptInit_ex2(ctx, cipher, w->key, iv, NULL));
    CHECK(EVP_CIPHER_CTX_set_padding(ctx, 0) && EVP_EncryptUpdate(ctx, data, &n, data, (int)len) && n == (int)len);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

/* The defect of a record; all zero for none. */
struct flaw {
    size_t pad_byte; /* change this padding byte, counted from 1 backwards from the last but one */
    size_t mac_byte; /* change this byte of the MAC, counted from 1 */
    int pad_length;  /* the value of the last byte, if not -1 */
    size_t cut;      /* the number of whole blocks to keep */
};

static const struct flaw no_flaw = { 0, 0, -1, 0 };

struct raw {
    unsigned char data[MAX_RECORD];
    size_t len;
};

/* Make a record of `len` bytes of the message and `pad` + 1 bytes of padding. */
static void make_record(struct writer *w, struct raw *r, size_t len, size_t pad, const struct flaw *flaw)
{
    const struct suite *s = w->suite;
    size_t mac_len = (size_t)s->mac_len, iv_len = s->version == TLS1_VERSION ? 0 : BLOCK, total;
    unsigned char *iv = r->data + HEADER, *plain = iv + iv_len, mac[MAX_MAC];

    memset(iv, 0xa5, iv_len);
    memcpy(plain, message, len);
    total = len;
    if (!s->etm) {
        make_mac(w, plain, len, mac);
        memcpy(plain + total, mac, mac_len);
        if (flaw->mac_byte != 0)
            plain[total + flaw->mac_byte - 1] ^= 0x10;
        total += mac_len;
    }
    memset(plain + total, (int)pad, pad + 1);
    total += pad + 1;
    if (flaw->pad_byte != 0)
        plain[total - 1 - flaw->pad_byte] ^= 0x01;
    if (flaw->pad_length >= 0)
        plain[total - 1] = (unsigned char)flaw->pad_length;
    if (flaw->cut != 0) {
        memmove(plain, plain + total - flaw->cut * BLOCK, flaw->cut * BLOCK);
        total = flaw->cut * BLOCK;
    }
    encrypt(w, iv_len == 0 ? w->iv : iv, plain, total);
    memcpy(w->iv, plain + total - BLOCK, BLOCK);
    total += iv_len;
    if (s->etm) {
        make_mac(w, iv, total, iv + total);
        if (flaw->mac_byte != 0)
            iv[total + flaw->mac_byte - 1] ^= 0x10;
        total += mac_len;
    }
    r->data[0] = SSL3_RT_APPLICATION_DATA;
    r->data[1] = (unsigned char)(s->version >> 8);
    r->data[2] = (unsigned char)s->version;
    r->data[3] = (unsigned char)(total >> 8);
    r->data[4] = (unsigned char)total;
    r->len = HEADER + total;
    w->sequence[7]++;
}

/* Returns the shortest length, at least `from`, that gives whole blocks with this padding. */
static size_t length_for(const struct suite *s, size_t from, size_t pad)
{
    size_t mac_len = s->etm ? 0 : (size_t)s->mac_len;

    while ((from + mac_len + pad + 1) % BLOCK != 0)
        from++;
    return from;
}

/* ---- valid records ---- */

/* All 256 paddings, with several lengths each, in one connection: sequence numbers and chained IVs continue. */
static void all_paddings(const struct suite *s)
{
    unsigned char out[MAX_RECORD];
    struct writer w;
    struct raw r;
    struct link l;
    int alert;

    for (size_t pad = 0; pad < 256; pad++) {
        if (pad % 64 == 0) { /* before the sequence number exceeds its last byte */
            if (pad != 0)
                link_close(&l);
            link_open(&l, s, SIDE_DEFAULT, SIDE_OURS);
            take_over(&w, &l, s);
        }
        for (size_t from = 1; from < 100; from += 49) {
            size_t len = length_for(s, from, pad);

            make_record(&w, &r, len, pad, &no_flaw);
            CHECK(link_deliver(l.server, l.up, r.data, r.len, out, sizeof(out), &alert) == (int)len);
            CHECK(memcmp(out, message, len) == 0 && alert == ALERT_NONE);
        }
    }
    link_close(&l);
}

/* ---- invalid records ---- */

struct answer {
    int result, alert; /* of link_deliver */
    unsigned char out[MAX_PLAIN];
};

static struct answer ask(const struct suite *s, enum side side, size_t len, size_t pad, const struct flaw *flaw)
{
    struct answer a = { 0, 0, { 0 } };
    struct writer w;
    struct raw r;
    struct link l;

    link_open(&l, s, SIDE_DEFAULT, side);
    take_over(&w, &l, s);
    make_record(&w, &r, len, pad, flaw);
    a.result = link_deliver(l.server, l.up, r.data, r.len, a.out, sizeof(a.out), &a.alert);
    for (size_t i = 0; a.result < 0 && i < sizeof(a.out); i++)
        CHECK(a.out[i] == 0);
    link_close(&l);
    return a;
}

static void refused(const struct suite *s, size_t len, size_t pad, struct flaw flaw)
{
    struct answer a;

    snprintf(host_note, sizeof(host_note),
             "%s: %zu bytes, padding %zu; wrong: padding byte %zu, MAC byte %zu, "
             "length byte %d, cut %zu",
             suite_label(s), len, pad, flaw.pad_byte, flaw.mac_byte, flaw.pad_length, flaw.cut);
    a = ask(s, SIDE_OURS, len, pad, &flaw);
    CHECK(a.result == -1 && a.alert == ALERT_BAD_RECORD_MAC);
}

/*
 * Compare with the default provider's response, whatever it is, for records that are only malformed. With
 * encrypt-then-MAC, a shorter padding than intended may be valid and deliver more bytes.
 */
static void as_default(const struct suite *s, size_t len, size_t pad, struct flaw flaw)
{
    struct answer ours, theirs;

    snprintf(host_note, sizeof(host_note), "%s: %zu bytes, padding %zu, length byte %d, cut %zu", suite_label(s), len,
             pad, flaw.pad_length, flaw.cut);
    ours = ask(s, SIDE_OURS, len, pad, &flaw);
    theirs = ask(s, SIDE_DEFAULT, len, pad, &flaw);
    CHECK(ours.result == theirs.result && ours.alert == theirs.alert);
    CHECK(memcmp(ours.out, theirs.out, sizeof(ours.out)) == 0);
    CHECK(s->etm || ours.result < 0);
}

static void wrong_bytes(const struct suite *s)
{
    static const size_t pads[] = { 1, 2, 15, 16, 17, 64, 254, 255 };
    struct flaw flaw;

    for (size_t i = 0; i < sizeof(pads) / sizeof(pads[0]); i++)
        for (size_t at = 1; at <= pads[i]; at += pads[i] == 255 || at >= pads[i] - 1 ? 1 : 7) {
            flaw = no_flaw;
            flaw.pad_byte = at;
            refused(s, length_for(s, 1 + 13 * i, pads[i]), pads[i], flaw);
        }
    for (size_t at = 1; at <= (size_t)s->mac_len; at++) {
        flaw = no_flaw;
        flaw.mac_byte = at;
        refused(s, length_for(s, at, 7), 7, flaw);
        refused(s, length_for(s, 300, 255), 255, flaw);
    }
}

static void wrong_form(const struct suite *s)
{
    struct flaw flaw = no_flaw;

    for (int says = 0; says < 256; says++)
        if (says != 11) {
            flaw.pad_length = says;
            as_default(s, length_for(s, 40, 11), 11, flaw);
        }
    for (size_t blocks = 1; blocks < 8; blocks++) {
        flaw = no_flaw;
        flaw.cut = blocks;
        as_default(s, length_for(s, 128, 0), 0, flaw);
        as_default(s, length_for(s, 128, 15), 15, flaw);
        as_default(s, length_for(s, 128, 40), 40, flaw);
    }
}

static int is_in_scope(const struct suite *s)
{
    return suite_is_cbc(s) && !suite_is_dtls(s);
}

static void paddings_of(const struct suite *s)
{
    if (is_in_scope(s))
        all_paddings(s);
}

static void bytes_of(const struct suite *s)
{
    if (is_in_scope(s))
        wrong_bytes(s);
}

static void form_of(const struct suite *s)
{
    if (is_in_scope(s))
        wrong_form(s);
}

static void run_all_paddings(void)
{
    tls_open();
    tls_for_each_suite(paddings_of);
    tls_close();
}

static void run_wrong_bytes(void)
{
    tls_open();
    tls_for_each_suite(bytes_of);
    tls_close();
}

static void run_wrong_form(void)
{
    tls_open();
    tls_for_each_suite(form_of);
    tls_close();
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "all_paddings", run_all_paddings },
        { "wrong_bytes", run_wrong_bytes },
        { "wrong_form", run_wrong_form },
        { NULL, NULL },
    };

    tls_choose_ciphers(argv);
    return host_main(cases, argc, argv);
}
