/*
 * Every suite of AES or ChaCha20 of TLS 1.0 to 1.3 and DTLS between the module and the default provider, in all
 * pairings: records of every length, key changes, resumption; and each byte of a record altered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

enum { BLOCK = 16, MAX_FRAGMENT = 16384, LARGE = 200000 };

static unsigned char message[LARGE];

static void open_message(void)
{
    tls_open();
    for (size_t i = 0; i < sizeof(message); i++)
        message[i] = (unsigned char)(i * 2654435761u >> 13);
}

static void for_each_suite(void (*check)(const struct suite *))
{
    open_message();
    tls_for_each_suite(check);
    tls_close();
}

/* The three pairings with the module on one side or both. */
static void for_each_pairing(const struct suite *s, void (*check)(const struct suite *, enum side, enum side))
{
    check(s, SIDE_OURS, SIDE_DEFAULT);
    check(s, SIDE_DEFAULT, SIDE_OURS);
    check(s, SIDE_OURS, SIDE_OURS);
}

/* ---- lengths ---- */

static void send_both_ways(const struct link *l, size_t len)
{
    link_send(l->client, l->server, message + len % 64, len);
    link_send(l->server, l->client, message + len % 61, len);
}

static void send_lengths(const struct suite *s, enum side client, enum side server)
{
    struct link l;

    link_open(&l, s, client, server);
    for (size_t len = 1; len <= 600; len++)
        send_both_ways(&l, len);
    for (size_t len = MAX_FRAGMENT - 50; len <= MAX_FRAGMENT; len++)
        send_both_ways(&l, len);
    if (!suite_is_dtls(s)) {
        send_both_ways(&l, MAX_FRAGMENT + 1);
        send_both_ways(&l, LARGE - 64);
    }
    link_close(&l);
}

static void lengths_of(const struct suite *s)
{
    for_each_pairing(s, send_lengths);
}

static void lengths(void)
{
    for_each_suite(lengths_of);
}

/* ---- large writes, which libssl passes to AES-CBC-HMAC as several records at once ---- */

enum { ALIGNED = 512 }; /* libssl shortens those fragments of 16384 bytes, and no others, by this much */

/* Returns how many of the waiting records hold len bytes of data; all data must arrive. */
static unsigned count_records(const struct suite *s, const struct link *l, size_t len)
{
    size_t sealed = BLOCK + (len + (size_t)s->mac_len) / BLOCK * BLOCK + BLOCK;
    unsigned char *raw;
    long left = BIO_get_mem_data(l->up, &raw);
    unsigned num = 0;

    while (left > 0) {
        size_t body = (size_t)raw[3] << 8 | raw[4];

        num += body == sealed;
        raw += 5 + body;
        left -= (long)(5 + body);
    }
    return num;
}

static void write_large(const struct suite *s, enum side client, enum side server, size_t fragment, size_t data_len,
                        size_t cut)
{
    static unsigned char out[LARGE];
    size_t len = 8 * fragment + 100, done = 0, got;
    struct link l;

    link_open(&l, s, client, server);
    CHECK(SSL_set_max_send_fragment(l.client, (long)fragment));
    CHECK(SSL_write_ex(l.client, message, len, &got) && got == len);
    if (client == SIDE_OURS)
        CHECK(count_records(s, &l, data_len) == cut);
    for (; done < len; done += got)
        CHECK(SSL_read_ex(l.server, out + done, len - done, &got));
    CHECK(memcmp(out, message, len) == 0);
    link_close(&l);
}

/*
 * Write whole fragments and a rest: multi-block processes 8 at once. It is not used by TLS 1.0, which has no explicit
 * IV, nor with encrypt-then-MAC, which has no combined cipher.
 */
static void large_writes_of(const struct suite *s)
{
    size_t long_one = getenv("AB_PLAIN_CBC") != NULL ? MAX_FRAGMENT : MAX_FRAGMENT - ALIGNED;

    if (!suite_is_cbc(s) || suite_is_dtls(s) || s->version == TLS1_VERSION || s->etm || s->mac_len == 48)
        return;
    write_large(s, SIDE_OURS, SIDE_DEFAULT, MAX_FRAGMENT, long_one, 8);
    write_large(s, SIDE_OURS, SIDE_OURS, MAX_FRAGMENT, long_one, 8);
    write_large(s, SIDE_DEFAULT, SIDE_OURS, MAX_FRAGMENT, MAX_FRAGMENT, 8);
    for (size_t fragment = 512; fragment < MAX_FRAGMENT; fragment = fragment * 2 + 13)
        write_large(s, SIDE_OURS, SIDE_DEFAULT, fragment, fragment, 8);
}

static void large_writes(void)
{
    for_each_suite(large_writes_of);
}

/* ---- changes of key ---- */

static void update_keys(const struct link *l, SSL *ssl, int kind)
{
    CHECK(SSL_key_update(ssl, kind));
    send_both_ways(l, 1000);
}

static void change_keys(const struct suite *s, enum side client, enum side server)
{
    struct link l;

    link_open(&l, s, client, server);
    for (unsigned i = 0; i < 5; i++) {
        if (s->version == TLS1_3_VERSION) {
            update_keys(&l, l.client, SSL_KEY_UPDATE_NOT_REQUESTED);
            update_keys(&l, l.server, SSL_KEY_UPDATE_REQUESTED);
        } else {
            link_renegotiate(&l);
        }
        send_both_ways(&l, 3000);
    }
    link_close(&l);
}

static void key_changes_of(const struct suite *s)
{
    if (!suite_is_dtls(s))
        for_each_pairing(s, change_keys);
}

static void key_changes(void)
{
    for_each_suite(key_changes_of);
}

/* ---- resumption: the server encrypts the ticket with its own AES-256-CBC ---- */

static void resume(const struct suite *s, enum side client, enum side server)
{
    struct link l;

    link_open(&l, s, client, server);
    for (unsigned i = 0; i < 3; i++) {
        send_both_ways(&l, 100);
        link_resume(&l);
        send_both_ways(&l, 100);
    }
    link_close(&l);
}

static void resumption_of(const struct suite *s)
{
    for_each_pairing(s, resume);
}

static void resumption(void)
{
    for_each_suite(resumption_of);
}

/* ---- records altered on their way ---- */

struct record {
    unsigned char raw[MAX_RECORD];
    size_t len;
};

static void take_record(struct record *r, SSL *from, BIO *out, size_t len)
{
    int n;

    CHECK(SSL_write(from, message, (int)len) == (int)len);
    n = BIO_read(out, r->raw, sizeof(r->raw));
    CHECK(n > 0);
    r->len = (size_t)n;
}

static size_t header_len(const struct suite *s)
{
    return suite_is_dtls(s) ? 13 : 5;
}

/* The receiver's response to a record: the result of link_deliver, and its alert. */
struct verdict {
    int result, alert;
};

/*
 * Alter one byte of a record on its way to this side. If the record is dropped (DTLS), the connection must stay usable;
 * if it ends the connection, it must be the last. Nothing is ever delivered.
 */
static struct verdict alter_byte(const struct suite *s, enum side server, size_t len, size_t at, unsigned char mask)
{
    unsigned char out[MAX_RECORD] = { 0 };
    struct record good, bad;
    struct verdict v;
    struct link l;

    link_open(&l, s, SIDE_DEFAULT, server);
    take_record(&good, l.client, l.up, len);
    bad = good;
    bad.raw[at] ^= mask;
    v.result = link_deliver(l.server, l.up, bad.raw, bad.len, out, sizeof(out), &v.alert);
    CHECK(v.result < 0);
    for (size_t i = 0; i < sizeof(out); i++)
        CHECK(out[i] == 0);
    if (v.result == -2) {
        CHECK(link_deliver(l.server, l.up, good.raw, good.len, out, sizeof(out), &v.alert) == (int)len);
        CHECK(memcmp(out, message, len) == 0);
    } else {
        CHECK(SSL_read(l.server, out, sizeof(out)) <= 0 && SSL_read(l.client, out, sizeof(out)) <= 0);
    }
    link_close(&l);
    return v;
}

/*
 * TLS ends with bad_record_mac. DTLS drops the record, but ends with a wrong encrypt-then-MAC, as with the default
 * provider.
 */
static void check_altered(const struct suite *s, size_t len, size_t at, unsigned char mask)
{
    struct verdict ours, theirs;

    snprintf(host_note, sizeof(host_note), "%s, %zu bytes, byte %zu of the record", suite_label(s), len, at);
    ours = alter_byte(s, SIDE_OURS, len, at, mask);
    if (suite_is_dtls(s)) {
        theirs = alter_byte(s, SIDE_DEFAULT, len, at, mask);
        CHECK(ours.result == theirs.result && ours.alert == theirs.alert);
    } else {
        CHECK(ours.result == -1 && ours.alert == ALERT_BAD_RECORD_MAC);
    }
}

/*
 * Returns whether the byte at `at` belongs to a header: a header holds the record's length, so a change there alters
 * more than one record.
 */
static int is_in_header(const struct suite *s, const struct record *r, size_t at)
{
    size_t begin = 0, header = header_len(s);

    while (begin + header + (size_t)(r->raw[begin + header - 2] << 8 | r->raw[begin + header - 1]) <= at)
        begin += header + (size_t)(r->raw[begin + header - 2] << 8 | r->raw[begin + header - 1]);
    return at < begin + header;
}

/* TLS 1.0 sends an empty record before each: treat the two as one flight. */
static void alter_flight(const struct suite *s, size_t len, size_t first, size_t stride)
{
    struct record r;
    struct link l;

    link_open(&l, s, SIDE_DEFAULT, SIDE_DEFAULT);
    take_record(&r, l.client, l.up, len);
    link_close(&l);
    for (size_t at = first; at < r.len; at += stride)
        if (!is_in_header(s, &r, at))
            check_altered(s, len, at, (unsigned char)(1u << at % 8));
    check_altered(s, len, r.len - 1, 0x01);
}

static void altered_of(const struct suite *s)
{
    alter_flight(s, 21, 0, 1);
    alter_flight(s, 5000, 100, 331);
}

static void altered(void)
{
    for_each_suite(altered_of);
}

/* ---- records cut short ---- */

/* Shorten a record to `keep` bytes after its header, and correct the header. */
static struct verdict cut_short(const struct suite *s, enum side server, size_t keep)
{
    unsigned char out[MAX_RECORD] = { 0 };
    size_t header = header_len(s);
    struct record r;
    struct verdict v;
    struct link l;

    link_open(&l, s, SIDE_DEFAULT, server);
    take_record(&r, l.client, l.up, 100);
    r.raw[header - 2] = 0;
    r.raw[header - 1] = (unsigned char)keep;
    v.result = link_deliver(l.server, l.up, r.raw, header + keep, out, sizeof(out), &v.alert);
    for (size_t i = 0; i < sizeof(out); i++)
        CHECK(out[i] == 0);
    link_close(&l);
    return v;
}

/* Keep any number of bytes, from none on. Releases differ in the alert, so compare it with the default provider's. */
static void cut_short_of(const struct suite *s)
{
    for (size_t keep = 0; keep < 100; keep += keep < 50 ? 1 : 7) {
        struct verdict ours, theirs;

        snprintf(host_note, sizeof(host_note), "%s, cut to %zu bytes", suite_label(s), keep);
        ours = cut_short(s, SIDE_OURS, keep);
        theirs = cut_short(s, SIDE_DEFAULT, keep);
        CHECK(ours.result == theirs.result && ours.alert == theirs.alert);
        CHECK(ours.result < 0);
    }
}

static void cut_shorts(void)
{
    for_each_suite(cut_short_of);
}

int main(int argc, char **argv)
{
    static const struct host_case cases[] = {
        { "lengths", lengths }, { "key_changes", key_changes }, { "resumption", resumption },
        { "altered", altered }, { "cut_short", cut_shorts },    { "large_writes", large_writes },
        { NULL, NULL },
    };

    tls_choose_ciphers(argv);
    return host_main(cases, argc, argv);
}
