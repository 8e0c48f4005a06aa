/*
 * CBC, used as libssl's record layer uses it: `tls-version` and `tls-mac-size` are set, each record is one update in
 * place, and there is no final.
 *
 * Decryption removes padding and MAC. It does not refuse a record with wrong padding, since that would tell an attacker
 * so (Lucky 13), but returns a random MAC. Both providers must accept and reject the same records, return the same data
 * and, if the padding is right, the same MAC; if it is wrong, a random MAC, a new one each time.
 *
 * The test makes the records: every padding length from 0 to 255, every version, with and without a MAC
 * (encrypt-then-MAC), intact and with each byte of the padding corrupted.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { SSL3 = 0x300, TLS1 = 0x301, TLS1_1 = 0x302, TLS1_2 = 0x303, DTLS1 = 0xfeff, DTLS1_2 = 0xfefd };
enum { BLOCK = 16, MAX_RECORD = 1024, ONE_IN = 11 };

static const int versions[] = { SSL3, TLS1, TLS1_1, TLS1_2, DTLS1, DTLS1_2 };
static const size_t mac_sizes[] = { 0, 16, 20, 32, 48, 64 };
static unsigned long records, random_macs;

struct record {
    int version;
    size_t mac_size, data_len, pad, len; /* len: the whole record; pad: its padding length byte */
    uint8_t plain[MAX_RECORD], wire[MAX_RECORD];
};

/* The result of one side. */
struct answer {
    int ret, len;
    bool has_mac;
    uint8_t out[MAX_RECORD + BLOCK], mac[64];
};

static size_t explicit_iv(int version)
{
    return version == SSL3 || version == TLS1 ? 0 : BLOCK;
}

/* ---- a pair of contexts that continue from record to record, as in a connection ---- */

struct connection {
    const struct cipher *c;
    struct random rnd;
    uint8_t key[32], iv[BLOCK];
    EVP_CIPHER_CTX *raw, *ctx[NUM_SIDES]; /* raw: plain CBC, which makes the records */
};

static EVP_CIPHER_CTX *tls_context(const struct connection *n, enum side side, int enc, int version, size_t mac_size)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    OSSL_PARAM params[] = {
        /* libssl passes the version as an int, whatever the list says */
        OSSL_PARAM_construct_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_size),
        OSSL_PARAM_construct_end(),
    };

    if (!EVP_CipherInit_ex2(ctx, n->c->cipher[side], n->key, n->iv, enc, NULL)
        || !EVP_CIPHER_CTX_set_params(ctx, params))
        fail("%s: %s refuses version 0x%x with a MAC of %zu", n->c->name, side_names[side], (unsigned)version,
             mac_size);
    return ctx;
}

static void connect(struct connection *n, int enc, int version, size_t mac_size)
{
    random_bytes(&n->rnd, n->key, sizeof(n->key));
    random_bytes(&n->rnd, n->iv, sizeof(n->iv));
    n->raw = EVP_CIPHER_CTX_new();
    EVP_CipherInit_ex2(n->raw, n->c->cipher[DEFAULT], n->key, n->iv, 1, NULL);
    EVP_CIPHER_CTX_set_padding(n->raw, 0);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        n->ctx[side] = tls_context(n, side, enc, version, mac_size);
}

static void disconnect(struct connection *n)
{
    EVP_CIPHER_CTX_free(n->raw);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        EVP_CIPHER_CTX_free(n->ctx[side]);
}

static void take_mac(EVP_CIPHER_CTX *ctx, size_t mac_size, struct answer *a)
{
    uint8_t *mac = NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, (void **)&mac, mac_size),
        OSSL_PARAM_construct_end(),
    };

    a->has_mac = EVP_CIPHER_CTX_get_params(ctx, params) && mac != NULL;
    if (a->has_mac)
        memcpy(a->mac, mac, mac_size);
}

static void put_through(EVP_CIPHER_CTX *ctx, const uint8_t *in, size_t len, size_t mac_size, struct answer *a)
{
    memset(a, 0, sizeof(*a));
    memcpy(a->out, in, len);
    ERR_clear_error();
    a->ret = EVP_CipherUpdate(ctx, a->out, &a->len, a->out, (int)len);
    if (a->ret == 1 && mac_size != 0)
        take_mac(ctx, mac_size, a);
}

/* ---- records ---- */

/*
 * Fill a record with random data and MAC. data_len grows until the record, with this padding, consists of whole blocks.
 */
static void make_record(struct record *r, struct random *rnd, int version, size_t mac_size, size_t data_len, size_t pad)
{
    r->version = version;
    r->mac_size = mac_size;
    r->pad = pad;
    r->data_len = data_len + (BLOCK - (data_len + mac_size + pad + 1) % BLOCK) % BLOCK;
    r->len = explicit_iv(version) + r->data_len + mac_size + pad + 1;
    random_bytes(rnd, r->plain, r->len);
    memset(r->plain + r->len - pad - 1, (int)pad, pad + 1);
    if (version == SSL3 && pad > 0) /* the content of the padding is arbitrary there */
        random_bytes(rnd, r->plain + r->len - pad - 1, pad);
}

/*
 * Returns whether the record ends in valid padding, with room for a MAC before it: RFC 5246 sec. 6.2.3.2; RFC 6101 sec.
 * 5.2.3.2.
 */
static bool is_good(const struct record *r)
{
    size_t len = r->len - explicit_iv(r->version), pad = r->plain[r->len - 1];

    if (pad + 1 + r->mac_size > len)
        return false;
    if (r->version == SSL3)
        return pad < BLOCK;
    for (size_t i = 0; i <= pad; i++)
        if (r->plain[r->len - 1 - i] != pad)
            return false;
    return true;
}

static const uint8_t *true_mac(const struct record *r)
{
    return r->plain + r->len - 1 - r->plain[r->len - 1] - r->mac_size;
}

static void show(const struct connection *n, const struct record *r, const struct answer a[NUM_SIDES], const char *what)
{
    fail("%s version 0x%x, MAC %zu, data %zu, padding %zu, record %zu: %s", n->c->name, (unsigned)r->version,
         r->mac_size, r->data_len, r->pad, r->len, what);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        printf("  %s: %d, %d bytes%s\n", side_names[side], a[side].ret, a[side].len, a[side].has_mac ? ", a MAC" : "");
}

static void compare_macs(const struct connection *n, const struct record *r, const struct answer a[NUM_SIDES])
{
    const uint8_t *mac = a[MODULE].mac;

    if (a[DEFAULT].has_mac != a[MODULE].has_mac) {
        show(n, r, a, "a MAC from one only");
    } else if (a[MODULE].has_mac && is_good(r)) {
        if (memcmp(mac, true_mac(r), r->mac_size) != 0)
            show(n, r, a, "not the record's MAC");
    } else if (a[MODULE].has_mac) {
        random_macs++;
        for (size_t i = 0; i + r->mac_size <= r->len; i++) /* 16 bytes or more cannot be equal by chance */
            if (memcmp(mac, r->plain + i, r->mac_size) == 0)
                show(n, r, a, "part of the record as the MAC, behind bad padding");
        if (memcmp(mac, a[DEFAULT].mac, r->mac_size) == 0)
            show(n, r, a, "bad padding, and the MAC is not random");
    }
}

static void compare(const struct connection *n, const struct record *r, const struct answer a[NUM_SIDES])
{
    size_t iv = explicit_iv(r->version);

    records++;
    if (a[DEFAULT].ret != a[MODULE].ret)
        show(n, r, a, "accepted by one only");
    else if (a[DEFAULT].ret == 1 && a[DEFAULT].len != a[MODULE].len)
        show(n, r, a, "lengths differ");
    else if (a[DEFAULT].ret == 1 && (size_t)a[DEFAULT].len <= r->len
             && memcmp(a[DEFAULT].out + iv, a[MODULE].out + iv, (size_t)a[DEFAULT].len) != 0)
        show(n, r, a, "data differ");
    else if (a[DEFAULT].ret == 1)
        compare_macs(n, r, a);
    else if (ERR_peek_error() == 0)
        show(n, r, a, "refused without an error");
}

/*
 * Process a record, given as plaintext in `r->plain`, with both providers. Plain CBC makes it, continuing from the
 * record before.
 */
static void send_record(struct connection *n, struct record *r)
{
    static struct answer a[NUM_SIDES];
    int len;

    EVP_CipherUpdate(n->raw, r->wire, &len, r->plain, (int)r->len);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        put_through(n->ctx[side], r->wire, r->len, r->mac_size, &a[side]);
    compare(n, r, a);
}

/* ---- the records ---- */

static void every_padding(struct connection *n, int version, size_t mac_size)
{
    static const size_t data_lens[] = { 0, 1, 13, 300 };
    static unsigned turn;
    struct record r;

    connect(n, 0, version, mac_size);
    for (size_t pad = 0; pad < 256; pad++)
        for (size_t i = 0; i < sizeof(data_lens) / sizeof(data_lens[0]); i++) {
            if (!is_turn(&turn, ONE_IN))
                continue;
            make_record(&r, &n->rnd, version, mac_size, data_lens[i], pad);
            send_record(n, &r);
        }
    disconnect(n);
}

/*
 * Flip one bit of each byte of the padding, and each bit of the length byte. After a refusal, start a new connection.
 */
static void every_spoilt_byte(struct connection *n, int version, size_t mac_size, size_t pad)
{
    static unsigned turn;
    struct record r;

    for (size_t back = 0; back <= pad; back++)
        for (unsigned bit = 0; bit < (back == 0 ? 8 : 1); bit++) {
            if (!is_turn(&turn, ONE_IN))
                continue;
            connect(n, 0, version, mac_size);
            make_record(&r, &n->rnd, version, mac_size, random_below(&n->rnd, 40), pad);
            r.plain[r.len - 1 - back] ^= (uint8_t)(1u << (back == 0 ? bit : random_below(&n->rnd, 8)));
            send_record(n, &r);
            disconnect(n);
        }
}

/* Records of every number of blocks whose last byte claims any padding. */
static void every_claim(struct connection *n, int version, size_t mac_size)
{
    struct record r = { .version = version, .mac_size = mac_size };
    static unsigned turn;

    for (r.len = BLOCK; r.len <= 24 * BLOCK; r.len += r.len < 8 * BLOCK ? BLOCK : 4 * BLOCK)
        for (size_t claim = 0; claim < 256; claim += claim < 64 ? 1 : 5) {
            if (!is_turn(&turn, ONE_IN))
                continue;
            connect(n, 0, version, mac_size);
            random_bytes(&n->rnd, r.plain, r.len);
            memset(r.plain + (claim < r.len ? r.len - claim - 1 : 0), (int)claim, claim < r.len ? claim + 1 : r.len);
            r.pad = claim;
            send_record(n, &r);
            disconnect(n);
        }
}

static void broken_lengths(struct connection *n, int version, size_t mac_size)
{
    static struct answer a[NUM_SIDES];
    struct record r = { .version = version, .mac_size = mac_size };
    static unsigned turn;

    for (r.len = 0; r.len < 80; r.len++) {
        if (!is_turn(&turn, ONE_IN))
            continue;
        connect(n, 0, version, mac_size);
        random_bytes(&n->rnd, r.plain, 80);
        for (unsigned side = 0; side < NUM_SIDES; side++)
            put_through(n->ctx[side], r.plain, r.len, mac_size, &a[side]);
        if (a[DEFAULT].ret != a[MODULE].ret || (a[DEFAULT].ret == 1 && a[DEFAULT].len != a[MODULE].len))
            show(n, &r, a, "a random record");
        records++;
        disconnect(n);
    }
}

static void encrypt_records(struct connection *n, int version, size_t mac_size)
{
    static struct answer a[NUM_SIDES];
    static unsigned turn;
    uint8_t data[400];

    connect(n, 1, version, mac_size);
    for (size_t len = 1; len < 300; len++) {
        if (!is_turn(&turn, ONE_IN))
            continue;
        random_bytes(&n->rnd, data, len);
        for (unsigned side = 0; side < NUM_SIDES; side++)
            put_through(n->ctx[side], data, len, 0, &a[side]);
        if (a[DEFAULT].ret != a[MODULE].ret || a[DEFAULT].len != a[MODULE].len
            || memcmp(a[DEFAULT].out, a[MODULE].out, (size_t)a[DEFAULT].len) != 0)
            fail("%s version 0x%x: encrypting %zu bytes differs", n->c->name, (unsigned)version, len);
        records++;
    }
    disconnect(n);
}

/*
 * Both providers refuse a call that is not in place, a final, and padding switched off. The module refuses a MAC longer
 * than any at once, the default provider at the first record.
 */
static void misuse(struct connection *n, int version)
{
    uint8_t data[64] = { 0 }, out[128];
    int ret[NUM_SIDES][3], len;

    connect(n, 1, version, 20);
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        size_t too_large = 65;
        OSSL_PARAM params[] = { OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &too_large),
                                OSSL_PARAM_construct_end() };

        ret[side][0] = EVP_CipherUpdate(n->ctx[side], out, &len, data, 64);
        ret[side][1] = EVP_CipherFinal_ex(n->ctx[side], out, &len);
        if (EVP_CIPHER_CTX_set_params(n->ctx[side], params) && side == MODULE)
            fail("%s version 0x%x: a MAC size of 65 is accepted", n->c->name, (unsigned)version);
        EVP_CIPHER_CTX_set_padding(n->ctx[side], 0);
        ret[side][2] = EVP_CipherUpdate(n->ctx[side], data, &len, data, 48);
    }
    if (memcmp(ret[DEFAULT], ret[MODULE], sizeof(ret[0])) != 0)
        fail("%s version 0x%x: misuse: default %d %d %d, module %d %d %d", n->c->name, (unsigned)version,
             ret[DEFAULT][0], ret[DEFAULT][1], ret[DEFAULT][2], ret[MODULE][0], ret[MODULE][1], ret[MODULE][2]);
    disconnect(n);
}

/* The same bad record, twice with the module, gives two different MACs. */
static void random_each_time(struct connection *n)
{
    static struct answer a[2];
    struct record r;
    int len;

    for (unsigned i = 0; i < 2; i++) {
        n->rnd.state = 77;
        connect(n, 0, TLS1_2, 20);
        make_record(&r, &n->rnd, TLS1_2, 20, 50, 9);
        r.plain[r.len - 3] ^= 1;
        EVP_CipherUpdate(n->raw, r.wire, &len, r.plain, (int)r.len);
        put_through(n->ctx[MODULE], r.wire, r.len, 20, &a[i]);
        disconnect(n);
    }
    if (!a[0].has_mac || !a[1].has_mac || memcmp(a[0].mac, a[1].mac, 20) == 0)
        fail("%s: the MAC behind bad padding is not random", n->c->name);
}

/* A copy keeps the MAC of the last record after the original was freed. (The default provider frees that MAC twice.) */
static void copy_with_mac(struct connection *n)
{
    static struct answer a;
    EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
    struct record r;
    int len;

    connect(n, 0, TLS1_2, 32);
    make_record(&r, &n->rnd, TLS1_2, 32, 50, 9);
    EVP_CipherUpdate(n->raw, r.wire, &len, r.plain, (int)r.len);
    put_through(n->ctx[MODULE], r.wire, r.len, 32, &a);
    EVP_CIPHER_CTX_copy(copy, n->ctx[MODULE]);
    EVP_CIPHER_CTX_reset(n->ctx[MODULE]);
    memset(&a, 0, sizeof(a));
    take_mac(copy, 32, &a);
    if (!a.has_mac || memcmp(a.mac, true_mac(&r), 32) != 0)
        fail("%s: a copy has lost the MAC", n->c->name);
    EVP_CIPHER_CTX_free(copy);
    disconnect(n);
}

static void run_version(struct connection *n, int version)
{
    static const size_t pads[] = { 0, 1, 15, 16, 17, 100, 254, 255 };

    for (size_t m = 0; m < sizeof(mac_sizes) / sizeof(mac_sizes[0]); m++) {
        every_padding(n, version, mac_sizes[m]);
        for (size_t p = 0; p < sizeof(pads) / sizeof(pads[0]); p++)
            every_spoilt_byte(n, version, mac_sizes[m], pads[p]);
        every_claim(n, version, mac_sizes[m]);
        broken_lengths(n, version, mac_sizes[m]);
        encrypt_records(n, version, mac_sizes[m]);
    }
    misuse(n, version);
}

static void run_cipher(const struct cipher *c)
{
    struct connection n = { .c = c, .rnd = { 4242 } };

    for (size_t v = 0; v < sizeof(versions) / sizeof(versions[0]) && failures < 10; v++)
        run_version(&n, versions[v]);
    random_each_time(&n);
    copy_with_mac(&n);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *only = option(argc, argv, "--cipher");

    harness_open(&h);
    for (unsigned i = 0; i < h.num_ciphers; i++) {
        const struct cipher *c = &h.ciphers[i];

        if (cipher_is_shared(c, only) && EVP_CIPHER_get_mode(c->cipher[DEFAULT]) == EVP_CIPH_CBC_MODE
            && !(EVP_CIPHER_get_flags(c->cipher[DEFAULT]) & EVP_CIPH_FLAG_CTS) && strstr(c->name, "HMAC") == NULL)
            run_cipher(c);
    }
    printf("%lu records, %lu random MACs, %u failures\n", records, random_macs, failures);
    harness_close(&h);
    return failures != 0 || records == 0;
}
