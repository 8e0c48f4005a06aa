/*
 * HMAC over a decrypted record of a TLS CBC cipher suite, whose length is secret (the parameter tls-data-size): the
 * module returns the default provider's MAC, which is that of an ordinary message, for every padding and every
 * alignment of the end to blocks.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { HEADER = 13, MAX_RECORD = 1500, MAX_PAD = 255, KEY_LEN = 40, SHORT = 700, STEP = 61 };

static const char *const hashes[] = { "MD5", "SHA1", "SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512" };

static uint8_t key[KEY_LEN], message[HEADER + MAX_RECORD];
static unsigned num_compared;

struct tag {
    size_t len;
    uint8_t bytes[EVP_MAX_MD_SIZE];
};

/* Make a context with the key. Returns NULL if that side lacks the hash. */
static EVP_MAC_CTX *with_key(OSSL_LIB_CTX *lib, const char *hash)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)hash, 0), OSSL_PARAM_END };
    EVP_MAC *mac = EVP_MAC_fetch(lib, "HMAC", NULL);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);

    EVP_MAC_free(mac);
    if (ctx != NULL && EVP_MAC_init(ctx, key, sizeof(key), params))
        return ctx;
    EVP_MAC_CTX_free(ctx);
    return NULL;
}

/* As in libssl: each record uses a copy of the context. record_len 0: an ordinary message. */
static struct tag mac_of(const EVP_MAC_CTX *keyed, size_t len, size_t record_len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record_len), OSSL_PARAM_END };
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_dup(keyed);
    struct tag m = { 0 };

    if ((record_len != 0 && !EVP_MAC_CTX_set_params(ctx, params)) || !EVP_MAC_update(ctx, message, HEADER)
        || !EVP_MAC_update(ctx, message + HEADER, len) || !EVP_MAC_final(ctx, m.bytes, &m.len, sizeof(m.bytes)))
        fail("no MAC of %zu bytes in a record of %zu", len, record_len);
    EVP_MAC_CTX_free(ctx);
    return m;
}

static void compare(const char *hash, EVP_MAC_CTX *const ctx[NUM_SIDES], size_t len, size_t record_len)
{
    struct tag want = mac_of(ctx[DEFAULT], len, record_len), got = mac_of(ctx[MODULE], len, record_len);
    struct tag plain = mac_of(ctx[MODULE], len, 0);

    num_compared++;
    if (memcmp(&want, &got, sizeof(want)) != 0 || memcmp(&plain, &got, sizeof(got)) != 0)
        fail("%s: another MAC of %zu bytes in a record of %zu", hash, len, record_len);
}

/* Check every padding that fits into the record. */
static void check_record(const char *hash, EVP_MAC_CTX *const ctx[NUM_SIDES], size_t record_len)
{
    size_t mac_len = EVP_MAC_CTX_get_mac_size(ctx[MODULE]);

    for (size_t pad = 0; pad <= MAX_PAD && mac_len + pad + 1 <= record_len; pad++)
        compare(hash, ctx, record_len - mac_len - pad - 1, record_len);
}

static void check_hash(const struct harness *h, const char *hash)
{
    EVP_MAC_CTX *ctx[NUM_SIDES] = { with_key(h->lib[DEFAULT], hash), with_key(h->lib[MODULE], hash) };
    static unsigned turn;

    if (ctx[MODULE] == NULL)
        fail("%s: the module has no HMAC with it", hash);
    for (size_t len = 16; ctx[MODULE] != NULL && len <= MAX_RECORD; len += len < SHORT ? 1 : STEP)
        if (len >= SHORT || is_turn(&turn, STEP))
            check_record(hash, ctx, len);
    EVP_MAC_CTX_free(ctx[DEFAULT]);
    EVP_MAC_CTX_free(ctx[MODULE]);
}

/* An invalid record gets no MAC from either side. */
static void check_wrong_use(const struct harness *h, enum side side)
{
    EVP_MAC_CTX *ctx = with_key(h->lib[side], "SHA2-256");
    size_t record_len = 100, len;
    OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record_len), OSSL_PARAM_END };
    uint8_t mac[EVP_MAX_MD_SIZE];

    if (!EVP_MAC_CTX_set_params(ctx, params) || EVP_MAC_update(ctx, message, HEADER - 1)
        || EVP_MAC_update(ctx, message, HEADER + 1) || EVP_MAC_final(ctx, mac, &len, sizeof(mac)))
        fail("%s: a record without header", side_names[side]);
    if (!EVP_MAC_update(ctx, message, HEADER) || EVP_MAC_final(ctx, mac, &len, sizeof(mac))
        || EVP_MAC_update(ctx, message, record_len + 1) || EVP_MAC_final(ctx, mac, &len, sizeof(mac)))
        fail("%s: a record without data, or with too much", side_names[side]);
    EVP_MAC_CTX_free(ctx);
}

static int set_key(EVP_MAC_CTX *ctx, const char *hash)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)hash, 0), OSSL_PARAM_END };

    return EVP_MAC_init(ctx, key, sizeof(key), params);
}

/* Fill heap blocks of this size, where contexts will lie, with a known byte. */
static void fill_heap(void)
{
    enum { NUM = 64 };
    void *block[NUM];

    for (unsigned i = 0; i < NUM; i++) {
        size_t len = 800 + 16 * i;

        block[i] = malloc(len);
        memset(block[i], 0xa5, len);
        __asm__ volatile("" : : "r"(block[i]) : "memory"); /* keep the compiler from removing the stores before free */
    }
    for (unsigned i = 0; i < NUM; i++)
        free(block[i]);
}

/* Pass a record with one digest, set the key again with another digest, and then fetch the MAC. */
static struct tag mac_after_rekey(OSSL_LIB_CTX *lib, const char *before, const char *after)
{
    size_t record_len = 200;
    OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record_len), OSSL_PARAM_END };
    struct tag m = { 0 };
    EVP_MAC_CTX *ctx;

    fill_heap();
    ctx = with_key(lib, before);
    if (!EVP_MAC_CTX_set_params(ctx, params) || !EVP_MAC_update(ctx, message, HEADER)
        || !EVP_MAC_update(ctx, message + HEADER, 100) || !set_key(ctx, after)
        || !EVP_MAC_final(ctx, m.bytes, &m.len, sizeof(m.bytes)))
        fail("no MAC of a record under %s after a key of %s", before, after);
    EVP_MAC_CTX_free(ctx);
    return m;
}

/* The MAC is still that of the record, with its own length, as in the default provider. */
static void check_rekey(const struct harness *h)
{
    enum { NUM = sizeof(hashes) / sizeof(hashes[0]) };

    for (unsigned i = 0; i < NUM * NUM; i++) {
        const char *before = hashes[i / NUM], *after = hashes[i % NUM];
        struct tag want = mac_after_rekey(h->lib[DEFAULT], before, after);
        struct tag got = mac_after_rekey(h->lib[MODULE], before, after);

        if (memcmp(&want, &got, sizeof(want)) != 0)
            fail("%s, then %s: %zu bytes of MAC, not %zu, or others", before, after, got.len, want.len);
    }
}

int main(void)
{
    static struct harness h;
    struct random r = { 20 };

    harness_open(&h);
    random_bytes(&r, key, sizeof(key));
    random_bytes(&r, message, sizeof(message));
    for (size_t i = 0; i < sizeof(hashes) / sizeof(hashes[0]); i++)
        check_hash(&h, hashes[i]);
    check_wrong_use(&h, DEFAULT);
    check_wrong_use(&h, MODULE);
    check_rekey(&h);
    printf("%u records compared, %u failures\n", num_compared, failures);
    harness_close(&h);
    return failures != 0;
}
