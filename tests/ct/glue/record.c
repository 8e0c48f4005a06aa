/*
 * Records of TLS CBC suites, received as libssl receives them: the time must not depend on whether padding or MAC is
 * wrong. With a separate cipher and HMAC, measure until the MAC of the data is computed; with AES-CBC-HMAC, the call
 * that refuses the record.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/glue/glue.h"

enum { LEN = 592, BLOCK = 16, HEADER = 13, MAC = 20, PAD = 11, TLS1_2 = 0x303 };

static uint8_t records[2][GLUE_NUM][LEN], header[HEADER];
static const uint8_t key[16] = { 3 }, mac_key[MAC] = { 5 }, iv[BLOCK] = { 0 };
static EVP_CIPHER_CTX *ctx;
static EVP_MAC_CTX *mac;

/* Explicit IV, data, MAC, padding. The MAC is wrong in both classes; in class 1 the padding is wrong, too. */
static void make_record(uint8_t out[LEN], unsigned class)
{
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    uint8_t plain[LEN];
    int len;

    random_bytes(&glue_random, plain, LEN);
    memset(plain + LEN - PAD - 1, PAD, PAD + 1);
    if (class == 1)
        plain[LEN - PAD / 2] ^= 1;
    GLUE_MUST(EVP_CipherInit_ex2(c, harness_find(&glue_harness, "AES-128-CBC")->cipher[glue_side], key, iv, 1, NULL)
              && EVP_CIPHER_CTX_set_padding(c, 0) && EVP_CipherUpdate(c, out, &len, plain, LEN));
    EVP_CIPHER_CTX_free(c);
}

static bool open_cipher(const char *name, size_t mac_len)
{
    const struct cipher *cipher = harness_find(&glue_harness, name);
    int version = TLS1_2;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_len),
        OSSL_PARAM_END,
    };

    if (cipher == NULL || cipher->cipher[glue_side] == NULL)
        return false;
    ctx = EVP_CIPHER_CTX_new();
    GLUE_MUST(EVP_CipherInit_ex2(ctx, cipher->cipher[glue_side], key, iv, 0, NULL)
              && (mac_len != 0 || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_MAC_KEY, MAC, (void *)mac_key) > 0)
              && EVP_CIPHER_CTX_set_params(ctx, params));
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++)
            make_record(records[class][i], class);
    memcpy(header, (const uint8_t[HEADER]){ 0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, LEN >> 8, LEN & 0xff }, HEADER);
    return true;
}

static void close_cipher(void)
{
    EVP_CIPHER_CTX_free(ctx);
    EVP_MAC_CTX_free(mac);
    mac = NULL;
}

/* ---- separate cipher and HMAC ---- */

static bool open_apart(void)
{
    const size_t record_len = LEN - BLOCK;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA1", 4),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, (size_t *)&record_len),
        OSSL_PARAM_END,
    };
    EVP_MAC *hmac = EVP_MAC_fetch(keys_lib, "HMAC", BY(glue_side));

    mac = EVP_MAC_CTX_new(hmac);
    EVP_MAC_free(hmac);
    GLUE_MUST(EVP_MAC_init(mac, mac_key, sizeof(mac_key), params));
    return open_cipher("AES-128-CBC", MAC);
}

static double time_apart(unsigned class)
{
    uint8_t record[LEN], right[EVP_MAX_MD_SIZE], *found = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, (void **)&found, MAC), OSSL_PARAM_END };
    EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(mac);
    size_t mac_len;
    uint64_t start;
    double time;
    int len;

    memcpy(record, records[class][glue_any()], LEN);
    start = stopwatch_start();
    GLUE_MUST(EVP_CipherUpdate(ctx, record, &len, record, LEN) && EVP_CIPHER_CTX_get_params(ctx, params)
              && found != NULL && EVP_MAC_update(copy, header, HEADER)
              && EVP_MAC_update(copy, record + BLOCK, (size_t)len - BLOCK)
              && EVP_MAC_final(copy, right, &mac_len, sizeof(right)));
    GLUE_MUST(CRYPTO_memcmp(found, right, MAC) != 0);
    time = stopwatch_stop(start, class);
    EVP_MAC_CTX_free(copy);
    return time;
}

/* ---- AES-CBC-HMAC ---- */

static bool open_stitched(void)
{
    return open_cipher("AES-128-CBC-HMAC-SHA1", 0);
}

static double time_stitched(unsigned class)
{
    uint8_t record[LEN];
    uint64_t start;
    int len;

    memcpy(record, records[class][glue_any()], LEN);
    start = stopwatch_start();
    GLUE_MUST(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, HEADER, header) > 0
              && EVP_CipherUpdate(ctx, record, &len, record, LEN) <= 0);
    return stopwatch_stop(start, class);
}

const struct glue_case glue_record_cases[] = {
    { "CBC record and HMAC", open_apart, { time_apart, NULL }, close_cipher },
    { "CBC record with HMAC in one", open_stitched, { time_stitched, NULL }, close_cipher },
    { .name = NULL },
};
