/*
 * AES-CBC-HMAC-SHA1 and -SHA256, used as libssl uses them: set the MAC key, set `tlsaad`, then one update for each
 * record. Both providers get the same calls.
 *
 * Sent records must be equal byte for byte. Received records are made here from plain CBC and HMAC: with every padding
 * from 0 to 255, intact, with every byte of padding and MAC corrupted, and cut short. Both providers must accept the
 * same records and return the same data.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { TLS1 = 0x301, TLS1_1 = 0x302, TLS1_2 = 0x303, BLOCK = 16, AAD = 13, MAX_DATA = 16384, ROOM = MAX_DATA + 400 };

static const int versions[] = { TLS1, TLS1_1, TLS1_2 };
static unsigned long records;

/* One key in both providers, for either direction, and a context of plain CBC that makes records. */
struct connection {
    const struct cipher *c;
    struct random rnd;
    int version;
    uint8_t key[32], iv[BLOCK], mac_key[100];
    int mac_key_len; /* -1: not set */
    EVP_CIPHER_CTX *raw, *ctx[NUM_SIDES];
};

static const EVP_MD *md_of(const struct cipher *c)
{
    return strstr(c->name, "SHA256") != NULL ? EVP_sha256() : EVP_sha1();
}

static size_t mac_len_of(const struct connection *n)
{
    return (size_t)EVP_MD_get_size(md_of(n->c));
}

static size_t prefix_of(const struct connection *n)
{
    return n->version == TLS1 ? 0 : BLOCK;
}

static EVP_CIPHER_CTX *new_ctx(const struct connection *n, enum side side, int enc)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int version = n->version;
    size_t mac_size = 0;
    OSSL_PARAM params[] = {
        /* as libssl sets them */
        OSSL_PARAM_construct_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_size),
        OSSL_PARAM_construct_end(),
    };

    if (!EVP_CipherInit_ex2(ctx, n->c->cipher[side], n->key, n->iv, enc, NULL)
        || (n->mac_key_len >= 0
            && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_MAC_KEY, n->mac_key_len, (void *)n->mac_key) <= 0)
        || !EVP_CIPHER_CTX_set_params(ctx, params))
        fail("%s: %s refuses keys", n->c->name, side_names[side]);
    return ctx;
}

static void connect(struct connection *n, int enc, int version, int mac_key_len)
{
    n->version = version;
    n->mac_key_len = mac_key_len;
    random_bytes(&n->rnd, n->key, sizeof(n->key));
    random_bytes(&n->rnd, n->iv, sizeof(n->iv));
    random_bytes(&n->rnd, n->mac_key, sizeof(n->mac_key));
    n->raw = EVP_CIPHER_CTX_new();
    EVP_CipherInit_ex2(n->raw,
                       EVP_CIPHER_get_key_length(n->c->cipher[DEFAULT]) == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc(),
                       n->key, n->iv, 1, NULL);
    EVP_CIPHER_CTX_set_padding(n->raw, 0);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        n->ctx[side] = new_ctx(n, side, enc);
}

static void disconnect(struct connection *n)
{
    EVP_CIPHER_CTX_free(n->raw);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        EVP_CIPHER_CTX_free(n->ctx[side]);
}

static void make_aad(const struct connection *n, uint8_t aad[AAD], size_t len)
{
    memset(aad, 0x77, 8);
    aad[7] = (uint8_t)records;
    aad[8] = 23;
    aad[9] = (uint8_t)(n->version >> 8);
    aad[10] = (uint8_t)n->version;
    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
}

static int set_aad(const struct connection *n, enum side side, size_t len)
{
    uint8_t aad[AAD];

    make_aad(n, aad, len);
    return EVP_CIPHER_CTX_ctrl(n->ctx[side], EVP_CTRL_AEAD_TLS1_AAD, AAD, aad);
}

static void same_iv(const struct connection *n, const char *when)
{
    uint8_t iv[NUM_SIDES][BLOCK];

    for (unsigned side = 0; side < NUM_SIDES; side++)
        EVP_CIPHER_CTX_get_updated_iv(n->ctx[side], iv[side], BLOCK);
    if (memcmp(iv[DEFAULT], iv[MODULE], BLOCK) != 0)
        fail("%s, version %x: another IV %s", n->c->name, (unsigned)n->version, when);
}

/* ---- sending ---- */

static uint8_t plain[ROOM], wire[NUM_SIDES][ROOM];

static int seal(const struct connection *n, enum side side, size_t data_len, bool in_place)
{
    size_t len = prefix_of(n) + data_len;
    int added = set_aad(n, side, len), out_len = -1;

    memset(wire[side], 0xee, ROOM);
    if (in_place)
        memcpy(wire[side], plain, len);
    if (added <= 0
        || EVP_CipherUpdate(n->ctx[side], wire[side], &out_len, in_place ? wire[side] : plain, (int)len + added) <= 0)
        return -1;
    return out_len;
}

static void seal_one(const struct connection *n, size_t data_len)
{
    int len[NUM_SIDES];

    for (unsigned side = 0; side < NUM_SIDES; side++)
        len[side] = seal(n, side, data_len, records % 2 != 0);
    if (len[DEFAULT] <= 0 || len[DEFAULT] != len[MODULE] || memcmp(wire[DEFAULT], wire[MODULE], ROOM) != 0)
        fail("%s, version %x, %zu bytes: not the same record (%d, %d bytes)", n->c->name, (unsigned)n->version,
             data_len, len[DEFAULT], len[MODULE]);
    same_iv(n, "after sending");
    records++;
}

static void seal_all(const struct cipher *c)
{
    static const int mac_key_lens[] = { 20, 32, 0, 64, 65, 100, -1 };
    struct connection n = { .c = c, .rnd = { 7 } };

    random_bytes(&n.rnd, plain, sizeof(plain));
    for (unsigned i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
        for (unsigned k = 0; k < sizeof(mac_key_lens) / sizeof(mac_key_lens[0]); k++) {
            connect(&n, 1, versions[i], mac_key_lens[k]);
            for (size_t len = 0; len <= MAX_DATA && failures < 20; len += k != 0      ? 1 + len
                                                                          : len < 400 ? 1
                                                                                      : 1 + len / 9)
                seal_one(&n, len);
            seal_one(&n, MAX_DATA);
            disconnect(&n);
        }
}

/* ---- receiving ---- */

/*
 * Make a record of data_len bytes with MAC and pad + 1 bytes of padding, flip one bit at `spoilt` if that lies within
 * it, and encrypt it. Returns its length.
 */
static size_t make_record(const struct connection *n, uint8_t *out, size_t data_len, size_t pad, size_t spoilt)
{
    static uint8_t text[ROOM + AAD];
    size_t prefix = prefix_of(n), len = prefix + data_len;
    uint8_t mac[32];
    int out_len;

    random_bytes(&(struct random){ records }, out, prefix);
    memcpy(out + prefix, plain, data_len);
    make_aad(n, text, data_len);
    memcpy(text + AAD, plain, data_len);
    HMAC(md_of(n->c), n->mac_key, n->mac_key_len, text, AAD + data_len, mac, NULL);
    memcpy(out + len, mac, mac_len_of(n));
    len += mac_len_of(n);
    memset(out + len, (int)pad, pad + 1);
    len += pad + 1;
    if (spoilt < len)
        out[spoilt] ^= (uint8_t)(1u << spoilt % 8);
    EVP_CipherUpdate(n->raw, out, &out_len, out, (int)len);
    return len;
}

/*
 * Both providers open the first len bytes of a record: they must return `wanted` bytes of data, or refuse if it is -1.
 */
static void open_one(struct connection *n, const uint8_t *record, size_t len, int wanted, const char *what)
{
    int out_len[NUM_SIDES] = { -1, -1 };
    size_t prefix = prefix_of(n);

    for (unsigned side = 0; side < NUM_SIDES; side++) {
        memcpy(wire[side], record, len);
        if (set_aad(n, side, len) <= 0
            || EVP_CipherUpdate(n->ctx[side], wire[side], &out_len[side], wire[side], (int)len) <= 0)
            out_len[side] = -1;
    }
    if (out_len[DEFAULT] != out_len[MODULE] || out_len[MODULE] != wanted)
        fail("%s, version %x, record of %zu bytes, %s: %d from default, %d from the module, not %d", n->c->name,
             (unsigned)n->version, len, what, out_len[DEFAULT], out_len[MODULE], wanted);
    else if (wanted > 0 && memcmp(wire[MODULE] + prefix, plain, (size_t)wanted) != 0)
        fail("%s, version %x, record of %zu bytes, %s: wrong data", n->c->name, (unsigned)n->version, len, what);
    else if (wanted >= 0 && memcmp(wire[MODULE], wire[DEFAULT], len) != 0)
        fail("%s, version %x, record of %zu bytes, %s: another explicit IV, MAC or padding", n->c->name,
             (unsigned)n->version, len, what);
    for (size_t i = EVP_MD_is_a(md_of(n->c), "SHA256") ? 0 : prefix;
         wanted < 0 && len % BLOCK == 0 && len > prefix + mac_len_of(n) && i < len; i++)
        if (wire[MODULE][i] != 0) {
            fail("%s: a refused record of %zu bytes leaves plaintext", n->c->name, len);
            break;
        }
    ERR_clear_error();
    records++;
}

static size_t data_for(const struct connection *n, size_t pad, size_t blocks)
{
    size_t end = mac_len_of(n) + pad + 1, len = (end + BLOCK - 1) / BLOCK * BLOCK + BLOCK * blocks;

    return len - end;
}

static void every_padding(struct connection *n, size_t blocks)
{
    static uint8_t record[ROOM];

    for (size_t pad = 0; pad < 256 && failures < 20; pad++) {
        size_t data_len = data_for(n, pad, blocks), len = make_record(n, record, data_len, pad, SIZE_MAX);
        size_t end = prefix_of(n) + data_len;

        open_one(n, record, len, (int)data_len, "intact");
        for (size_t at = end; at < len; at += pad > 40 && blocks > 3 ? 13 : 1) {
            make_record(n, record, data_len, pad, at);
            open_one(n, record, len, -1, "corrupt");
        }
        if (data_len != 0) {
            make_record(n, record, data_len, pad, prefix_of(n) + records % data_len);
            open_one(n, record, len, -1, "data corrupt");
        }
    }
}

/* Records whose padding is longer than the record, and records cut at every length. */
static void too_short(struct connection *n)
{
    static uint8_t record[ROOM];
    size_t data_len = data_for(n, 7, 20), len = make_record(n, record, data_len, 7, SIZE_MAX);

    for (size_t cut = 1; cut < len; cut++)
        open_one(n, record, cut, -1, "cut short");
    data_len = data_for(n, 255, 0) % BLOCK;
    make_record(n, record, data_len, 255, SIZE_MAX);
    for (len = BLOCK; len < 256; len += BLOCK)
        open_one(n, record, len, -1, "without its beginning");
}

static void open_lengths(struct connection *n)
{
    static uint8_t record[ROOM];

    for (size_t data_len = 0; data_len <= MAX_DATA; data_len += data_len < 700 ? 1 : 1 + data_len / 11) {
        size_t pad = BLOCK - 1 - (data_len + mac_len_of(n)) % BLOCK;

        open_one(n, record, make_record(n, record, data_len, pad, SIZE_MAX), (int)data_len, "usual padding");
    }
}

static void open_all(const struct cipher *c)
{
    struct connection n = { .c = c, .rnd = { 9 } };

    for (unsigned i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        connect(&n, 0, versions[i], 20);
        if (versions[i] == TLS1) { /* the IV continues from record to record, also after a corrupt one */
            open_lengths(&n);
        } else {
            open_lengths(&n);
            every_padding(&n, 0);
            every_padding(&n, 30);
            too_short(&n);
        }
        disconnect(&n);
        connect(&n, 0, versions[i], 20);
        if (versions[i] == TLS1)
            every_padding(&n, 1);
        disconnect(&n);
    }
}

/* ---- calls that libssl does not make ---- */

static void refused(const struct cipher *c, enum side side, const char *what, int ret)
{
    if (ret > 0)
        fail("%s: %s takes %s", c->name, side_names[side], what);
    ERR_clear_error();
}

/*
 * AAD of a wrong length or none, a record that is too short or does not match its AAD: each is refused, and valid
 * records still work afterwards.
 */
static void odd_calls(const struct cipher *c)
{
    struct connection n = { .c = c, .rnd = { 11 } };
    uint8_t aad[AAD] = { 0 };
    int len;

    connect(&n, 1, TLS1_2, 20);
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        refused(c, side, "12 bytes of AAD", EVP_CIPHER_CTX_ctrl(n.ctx[side], EVP_CTRL_AEAD_TLS1_AAD, 12, aad));
        refused(c, side, "14 bytes of AAD", EVP_CIPHER_CTX_ctrl(n.ctx[side], EVP_CTRL_AEAD_TLS1_AAD, 14, aad));
        refused(c, side, "a record without room for its IV", set_aad(&n, side, 15));
        set_aad(&n, side, 100);
        refused(c, side, "a record of another length", EVP_CipherUpdate(n.ctx[side], wire[side], &len, plain, 160));
        refused(c, side, "part of a block", EVP_CipherUpdate(n.ctx[side], wire[side], &len, plain, 17));
    }
    seal_one(&n, 1000);
    same_iv(&n, "after refusals");
    disconnect(&n);
}

/*
 * A copy made between AAD and record is independent; a new AES key clears the MAC key; an init without a key restarts
 * the IV.
 */
static void copies(const struct cipher *c)
{
    struct connection n = { .c = c, .rnd = { 13 } };
    int len;

    connect(&n, 1, TLS1, 20);
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
        int added = set_aad(&n, side, 500);

        EVP_CIPHER_CTX_copy(copy, n.ctx[side]);
        EVP_CIPHER_CTX_free(n.ctx[side]);
        n.ctx[side] = copy;
        if (added <= 0 || EVP_CipherUpdate(copy, wire[side], &len, plain, 500 + added) <= 0)
            fail("%s: %s fails on a copy", c->name, side_names[side]);
    }
    if (memcmp(wire[DEFAULT], wire[MODULE], 500) != 0)
        fail("%s: a copy seals something else", c->name);
    seal_one(&n, 77);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        EVP_CipherInit_ex2(n.ctx[side], NULL, NULL, NULL, -1, NULL);
    seal_one(&n, 300);
    for (unsigned side = 0; side < NUM_SIDES; side++)
        EVP_CipherInit_ex2(n.ctx[side], NULL, n.mac_key, NULL, -1, NULL);
    seal_one(&n, 300);
    disconnect(&n);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *only = option(argc, argv, "--cipher");

    harness_open(&h);
    if (!default_has(&h, "-CBC-HMAC-")) {
        harness_close(&h);
        return SKIPPED;
    }
    for (unsigned i = 0; i < h.num_ciphers && failures < 20; i++)
        if (strstr(h.ciphers[i].name, "-CBC-HMAC-") != NULL && cipher_is_shared(&h.ciphers[i], only)) {
            seal_all(&h.ciphers[i]);
            open_all(&h.ciphers[i]);
            odd_calls(&h.ciphers[i]);
            copies(&h.ciphers[i]);
        }
    printf("%lu records, %u failures\n", records, failures);
    harness_close(&h);
    return failures != 0 || records == 0;
}
