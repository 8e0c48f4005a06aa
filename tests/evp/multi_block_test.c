/*
 * Several records in one call, as for libssl's large writes and `openssl speed -mb`: EVP_CTRL_TLS1_1_MULTIBLOCK_*.
 * Lengths and cuts equal the default provider's; each record is what the default provider seals alone with the same
 * explicit IV. Invalid calls are refused and leave the context unchanged, where the default provider of some releases
 * crashes.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { BLOCK = 16, AAD = 13, HEADER = 5, MAX_TOTAL = 8 * 16384, ROOM = MAX_TOTAL + 1024, MAX_IVS = 4096 };

static uint8_t plain[ROOM], packed[ROOM], single[ROOM];
static uint8_t key[32], ivs[MAX_IVS][BLOCK];
static unsigned num_ivs;
static unsigned long calls;

static EVP_CIPHER_CTX *new_ctx(const struct cipher *c, enum side side, int enc)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int version = 0x303;
    OSSL_PARAM params[] = { OSSL_PARAM_construct_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version), OSSL_PARAM_END };

    if (!EVP_CipherInit_ex2(ctx, c->cipher[side], key, key, enc, params)
        || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_MAC_KEY, 20, key + 5) <= 0)
        fail("%s: %s refuses keys", c->name, side_names[side]);
    return ctx;
}

/* The sequence number ends in 255, so the next ones carry. `told`: the length inside the AAD. */
static void make_aad(uint8_t aad[AAD], unsigned version, size_t told)
{
    memset(aad, 1, AAD);
    aad[5] = 1;
    aad[6] = aad[7] = 0xff;
    aad[8] = 23;
    aad[9] = (uint8_t)(version >> 8);
    aad[10] = (uint8_t)version;
    aad[11] = (uint8_t)(told >> 8);
    aad[12] = (uint8_t)told;
}

static int settle(EVP_CIPHER_CTX *ctx, unsigned version, size_t told, size_t total, unsigned *num)
{
    uint8_t aad[AAD];
    EVP_CTRL_TLS1_1_MULTIBLOCK_PARAM p = { NULL, aad, total, *num };
    int packed_len;

    make_aad(aad, version, told);
    packed_len = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_TLS1_1_MULTIBLOCK_AAD, sizeof(p), &p);
    *num = p.interleave;
    calls++;
    return packed_len;
}

static int seal(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in, size_t total, unsigned num)
{
    EVP_CTRL_TLS1_1_MULTIBLOCK_PARAM p = { out, in, total, num };

    calls++;
    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_TLS1_1_MULTIBLOCK_ENCRYPT, sizeof(p), &p);
}

static void remember_iv(const struct cipher *c, const uint8_t iv[BLOCK])
{
    for (unsigned i = 0; i < num_ivs; i++)
        if (memcmp(ivs[i], iv, BLOCK) == 0)
            fail("%s: an explicit IV comes again", c->name);
    if (num_ivs < MAX_IVS)
        memcpy(ivs[num_ivs++], iv, BLOCK);
}

/* Returns whether the default provider opens record i, of data_len bytes of data, and it is as short as it can be. */
static bool is_record(const struct cipher *c, const uint8_t *record, size_t len, unsigned i, const uint8_t *data,
                      size_t data_len)
{
    size_t mac_len = strstr(c->name, "SHA256") != NULL ? 32 : 20;
    EVP_CIPHER_CTX *ctx = new_ctx(c, DEFAULT, 0);
    unsigned number = 0x1ffff + i;
    uint8_t aad[AAD];
    int n;
    bool ok;

    make_aad(aad, 0x303, len);
    aad[5] = (uint8_t)(number >> 16);
    aad[6] = (uint8_t)(number >> 8);
    aad[7] = (uint8_t)number;
    memcpy(single, record + HEADER, len);
    ok = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, AAD, aad) > 0
         && EVP_CipherUpdate(ctx, single, &n, single, (int)len) > 0 && (size_t)n == data_len
         && memcmp(single + BLOCK, data, data_len) == 0;
    EVP_CIPHER_CTX_free(ctx);
    return ok && len == BLOCK + (data_len + mac_len) / BLOCK * BLOCK + BLOCK && record[0] == 23 && record[1] == 3
           && record[2] == 3;
}

/* Check all records of a call: together they hold the data, and the last may have another length than the others. */
static void check_records(const struct cipher *c, size_t packed_len, size_t total, unsigned num)
{
    const uint8_t *at = packed;
    size_t done = 0, fragment = total / num;

    for (unsigned i = 0; i < num; i++) {
        size_t len = (size_t)at[3] << 8 | at[4], data_len = i == num - 1 ? total - done : fragment;

        if (i == 0 && !is_record(c, at, len, 0, plain, data_len) && is_record(c, at, len, 0, plain, data_len + 1))
            data_len = ++fragment;
        if (!is_record(c, at, len, i, plain + done, data_len)) {
            fail("%s: %zu bytes in %u records: record %u is wrong", c->name, total, num, i);
            return;
        }
        remember_iv(c, at + HEADER);
        done += data_len;
        at += HEADER + len;
    }
    if (at != packed + packed_len || done != total)
        fail("%s: %zu bytes in %u records: %zu bytes long", c->name, total, num, packed_len);
}

/* told: the length inside the AAD, or 0; then the caller chooses the number of records. */
static void one_call(const struct cipher *c, EVP_CIPHER_CTX *ctx[NUM_SIDES], size_t told, size_t total, unsigned wanted)
{
    unsigned num[NUM_SIDES] = { wanted, wanted };
    int len[NUM_SIDES];

    for (unsigned side = 0; side < NUM_SIDES; side++)
        len[side] = settle(ctx[side], 0x303, told, total, &num[side]);
    if (len[MODULE] <= 0 || len[MODULE] != len[DEFAULT] || num[MODULE] != num[DEFAULT]) {
        fail("%s: %zu bytes: %d bytes in %u records, default returns %d in %u", c->name, total, len[MODULE],
             num[MODULE], len[DEFAULT], num[DEFAULT]);
        return;
    }
    memset(packed, 0xee, sizeof(packed));
    if (seal(ctx[MODULE], packed, plain, total, num[MODULE]) != len[MODULE] || packed[len[MODULE]] != 0xee)
        fail("%s: %zu bytes in %u records: not made, or beyond the end", c->name, total, num[MODULE]);
    else
        check_records(c, (size_t)len[MODULE], total, num[MODULE]);
}

/* Releases 4.0 and 3.5.9 refuse a length inside the AAD above that of the greatest record; those before took it. */
static bool takes_long_lengths(EVP_CIPHER_CTX *ctx)
{
    unsigned num = 8;

    return settle(ctx, 0x303, 16385, 16385, &num) > 0;
}

static void all_lengths(const struct cipher *c)
{
    static const size_t odd[] = { 20000, 30001, 40960, 65535 };
    EVP_CIPHER_CTX *ctx[NUM_SIDES] = { new_ctx(c, DEFAULT, 1), new_ctx(c, MODULE, 1) };

    for (unsigned num = 4; num <= 8 && failures < 10; num += 4) {
        for (size_t total = 115 * num; total < 115 * num + 600; total += total % 5 + 1)
            one_call(c, ctx, 0, total, num);
        for (size_t total = 4096; total <= 16384 * num; total = total * 3 / 2 + num - 1)
            one_call(c, ctx, 0, total, num);
        one_call(c, ctx, 0, 16384 * num, num);
    }
    for (size_t told = 4096; told <= 16384; told += 1023)
        one_call(c, ctx, told, told, 8);
    for (unsigned i = 0; i < sizeof(odd) / sizeof(odd[0]) && takes_long_lengths(ctx[DEFAULT]); i++)
        one_call(c, ctx, odd[i], odd[i], 8);
    EVP_CIPHER_CTX_free(ctx[DEFAULT]);
    EVP_CIPHER_CTX_free(ctx[MODULE]);
}

/* ---- invalid calls ---- */

static void refused(const struct cipher *c, const char *what, int ret)
{
    if (ret > 0)
        fail("%s takes %s", c->name, what);
    ERR_clear_error();
}

static void refused_aad(const struct cipher *c, EVP_CIPHER_CTX *ctx, const char *what, unsigned version, size_t told,
                        size_t total, unsigned num)
{
    unsigned n = num;

    refused(c, what, settle(ctx, version, told, total, &n));
    refused(c, "data when the AAD was refused", seal(ctx, packed, plain, total, num));
}

static void bad_aad(const struct cipher *c, EVP_CIPHER_CTX *ctx)
{
    OSSL_PARAM none[] = { OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD, NULL, 8192),
                          OSSL_PARAM_END };

    refused_aad(c, ctx, "4 fragments of less than 115 bytes", 0x303, 0, 4 * 115 - 1, 4);
    refused_aad(c, ctx, "8 fragments of less than 115 bytes", 0x303, 0, 8 * 115 - 1, 8);
    refused_aad(c, ctx, "one byte", 0x303, 0, 1, 8);
    refused_aad(c, ctx, "fragments of more than 16384 bytes", 0x303, 0, 4 * 16384 + 4, 4);
    refused_aad(c, ctx, "more than any number of bytes", 0x303, 0, SIZE_MAX, 8);
    refused_aad(c, ctx, "less than 4096 bytes", 0x303, 4095, 4095, 8);
    refused_aad(c, ctx, "5 records", 0x303, 0, 8192, 5);
    refused_aad(c, ctx, "no records", 0x303, 0, 8192, 0);
    refused_aad(c, ctx, "TLS 1.0", 0x301, 0, 8192, 8);
    refused(c, "AAD that is not there", EVP_CIPHER_CTX_set_params(ctx, none));
}

/* After valid AAD, try data that do not match it. The context stays usable after each refusal. */
static void bad_data(const struct cipher *c, EVP_CIPHER_CTX *ctx)
{
    unsigned num = 8;
    size_t total = 8192;
    OSSL_PARAM small[] = {
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC, packed, total - 1),
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC_IN, plain, total),
        OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_INTERLEAVE, &num),
        OSSL_PARAM_END,
    };
    OSSL_PARAM no_input[] = { small[0], small[2], OSSL_PARAM_END };

    if (settle(ctx, 0x303, 0, total, &num) <= 0)
        fail("%s refuses good AAD", c->name);
    memset(packed, 0xee, sizeof(packed));
    refused(c, "more data than settled", seal(ctx, packed, plain, total + 1, 8));
    refused(c, "less data than settled", seal(ctx, packed, plain, total - 1, 8));
    refused(c, "another number of records", seal(ctx, packed, plain, total, 4));
    refused(c, "no input", seal(ctx, packed, NULL, total, 8));
    refused(c, "no output", seal(ctx, NULL, plain, total, 8));
    refused(c, "output over input", seal(ctx, plain, plain, total, 8));
    refused(c, "a short output", EVP_CIPHER_CTX_set_params(ctx, small));
    refused(c, "no input at all", EVP_CIPHER_CTX_set_params(ctx, no_input));
    if (packed[0] != 0xee)
        fail("%s writes what it refuses", c->name);
    if (seal(ctx, packed, plain, total, 8) <= 0)
        fail("%s refuses good data after bad", c->name);
    refused(c, "the same AAD twice", seal(ctx, packed, plain, total, 8));
}

static void bad_calls(const struct cipher *c)
{
    EVP_CIPHER_CTX *ctx = new_ctx(c, MODULE, 1);
    unsigned num = 8;

    refused(c, "data without AAD", seal(ctx, packed, plain, 8192, 8));
    bad_aad(c, ctx);
    bad_data(c, ctx);
    if (settle(ctx, 0x303, 0, 8192, &num) > 0 && EVP_CipherInit_ex2(ctx, NULL, key, NULL, -1, NULL))
        refused(c, "AAD from before a new key", seal(ctx, packed, plain, 8192, 8));
    EVP_CIPHER_CTX_free(ctx);
    ctx = new_ctx(c, MODULE, 0);
    refused(c, "several records to receive", settle(ctx, 0x303, 0, 8192, &num));
    EVP_CIPHER_CTX_free(ctx);
}

/* A copy made between AAD and data makes the same records, with its own IVs. */
static void copies(const struct cipher *c)
{
    EVP_CIPHER_CTX *ctx = new_ctx(c, MODULE, 1), *copy = EVP_CIPHER_CTX_new();
    unsigned num = 8;
    int len = settle(ctx, 0x303, 0, 9001, &num);

    EVP_CIPHER_CTX_copy(copy, ctx);
    if (seal(ctx, packed, plain, 9001, 8) != len)
        fail("%s: a context that was copied fails", c->name);
    check_records(c, (size_t)len, 9001, 8);
    if (seal(copy, packed, plain, 9001, 8) != len)
        fail("%s: a copy fails", c->name);
    check_records(c, (size_t)len, 9001, 8);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(copy);
}

/* Query the room for one record, by which libssl sizes its buffer. */
static void buffer_sizes(const struct cipher *c)
{
    EVP_CIPHER_CTX *ctx[NUM_SIDES] = { new_ctx(c, DEFAULT, 1), new_ctx(c, MODULE, 1) };

    refused(c, "no fragment length", EVP_CIPHER_CTX_ctrl(ctx[MODULE], EVP_CTRL_TLS1_1_MULTIBLOCK_MAX_BUFSIZE, 0, NULL));
    for (int len = 512; len <= 16384; len += 333) {
        int def = EVP_CIPHER_CTX_ctrl(ctx[DEFAULT], EVP_CTRL_TLS1_1_MULTIBLOCK_MAX_BUFSIZE, len, NULL);
        int mod = EVP_CIPHER_CTX_ctrl(ctx[MODULE], EVP_CTRL_TLS1_1_MULTIBLOCK_MAX_BUFSIZE, len, NULL);

        if (def <= 0 || def != mod)
            fail("%s: room of %d bytes for %d, default returns %d", c->name, mod, len, def);
    }
    EVP_CIPHER_CTX_free(ctx[DEFAULT]);
    EVP_CIPHER_CTX_free(ctx[MODULE]);
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct random rnd = { 3 };
    const char *only = option(argc, argv, "--cipher");

    harness_open(&h);
    if (!default_has(&h, "-CBC-HMAC-")) {
        harness_close(&h);
        return SKIPPED;
    }
    random_bytes(&rnd, key, sizeof(key));
    random_bytes(&rnd, plain, sizeof(plain));
    for (unsigned i = 0; i < h.num_ciphers && failures < 10; i++)
        if (strstr(h.ciphers[i].name, "-CBC-HMAC-") != NULL && cipher_is_shared(&h.ciphers[i], only)) {
            num_ivs = 0;
            all_lengths(&h.ciphers[i]);
            bad_calls(&h.ciphers[i]);
            copies(&h.ciphers[i]);
            buffer_sizes(&h.ciphers[i]);
        }
    printf("%lu calls, %u failures\n", calls, failures);
    harness_close(&h);
    return failures != 0 || calls == 0;
}
