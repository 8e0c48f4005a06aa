/* A value for each parameter of MACs and KDFs: see sample.h. */
#include "sample.h"

#include <openssl/core_names.h>
#include <string.h>

enum { OCTETS = 13 };

/* The value of a parameter: text, a number, or octets of the key (number 0). */
static const struct value {
    const char *key, *text;
    unsigned number;
} values[] = {
    { "digest", "SHA2-256", 0 },
    { "cipher", "AES-256-CBC", 0 },
    { "mode", "EXPAND_ONLY", 0 },
    { "iter", NULL, 3 },
    { "n", NULL, 16 },
    { "r", NULL, 2 },
    { "p", NULL, 1 },
    { "key", NULL, 0 },
    { "secret", NULL, 0 },
    { "pass", NULL, 0 },
    { "salt", NULL, 0 },
    { "info", NULL, 0 },
    { "seed", NULL, 0 },
    { "iv", NULL, 0 },
    { "custom", NULL, 0 },
    { "prefix", NULL, 0 },
    { "label", NULL, 0 },
    { "data", NULL, 0 },
    { "xcghash", NULL, 0 },
    { "session_id", NULL, 0 },
    { "type", "C", 0 },
    { "id", NULL, 1 },
    { "cekalg", "AES-256-WRAP", 0 },
    { "mac", "HMAC", 0 },
};

static const struct value *find_value(const char *key)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (strcmp(values[i].key, key) == 0)
            return &values[i];
    return NULL;
}

static int is(const char *key, const char *one, const char *other)
{
    return strcmp(key, one) == 0 || strcmp(key, other) == 0;
}

static int has(const OSSL_PARAM *list, const char *key)
{
    return OSSL_PARAM_locate_const(list, key) != NULL;
}

static int is_kbkdf(const OSSL_PARAM *list)
{
    return has(list, OSSL_KDF_PARAM_KBKDF_USE_L);
}

/*
 * Parameters that are left out although they have a value: SSKDF and X963KDF use a hash as long as no MAC is named, and
 * accept their secret under either of two names, as X942KDF does. KBKDF is given HMAC, which needs no cipher, and a
 * seed of the MAC's length or none; its r, which counts bits, is not the r of scrypt.
 */
static int is_left_out(const struct value *v, const OSSL_PARAM *list)
{
    return (strcmp(v->key, "mac") == 0 && has(list, OSSL_KDF_PARAM_MAC_SIZE))
           || (strcmp(v->key, "key") == 0 && has(list, OSSL_KDF_PARAM_SECRET))
           || ((is(v->key, "cipher", "seed") || strcmp(v->key, "r") == 0) && is_kbkdf(list));
}

/* Only GMAC accepts an IV. */
static const char *choose_text(const struct value *v, const OSSL_PARAM *list, const char *inner)
{
    if (strcmp(v->key, "mode") == 0 && is_kbkdf(list))
        return "COUNTER";
    if (inner != NULL && is(v->key, "digest", "cipher"))
        return inner;
    if (strcmp(v->key, "cipher") == 0 && OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_IV) != NULL)
        return "AES-256-GCM";
    return v->text;
}

static void add(struct sample *s, const struct value *v, const char *text, const unsigned char *key)
{
    unsigned *number = &s->numbers[s->num];
    OSSL_PARAM *p = &s->params[s->num++];

    *number = v->number;
    if (text != NULL)
        *p = OSSL_PARAM_construct_utf8_string(v->key, (char *)text, 0);
    else if (v->number != 0)
        *p = OSSL_PARAM_construct_uint(v->key, number);
    else
        *p = OSSL_PARAM_construct_octet_string(v->key, (void *)key, is(v->key, "key", "secret") ? SAMPLE_KEY : OCTETS);
}

void sample_settle(struct sample *s, const OSSL_PARAM *list, const char *inner, const unsigned char *key)
{
    s->num = 0;
    for (const OSSL_PARAM *p = list; p != NULL && p->key != NULL && s->num < SAMPLE_PARAMS; p++) {
        const struct value *v = find_value(p->key);

        if (v != NULL && OSSL_PARAM_locate_const(list, p->key) == p && !is_left_out(v, list))
            add(s, v, choose_text(v, list, inner), key);
    }
    s->params[s->num] = OSSL_PARAM_construct_end();
}

size_t sample_mac(OSSL_LIB_CTX *lib, const char *name, const char *inner, const unsigned char *key,
                  const unsigned char *message, size_t len, unsigned char *out)
{
    EVP_MAC *mac = EVP_MAC_fetch(lib, name, NULL);
    EVP_MAC_CTX *ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
    struct sample s;
    size_t out_len = 0;
    int ok = 0;

    if (ctx != NULL) {
        sample_settle(&s, EVP_MAC_settable_ctx_params(mac), inner, key);
        ok = EVP_MAC_init(ctx, NULL, 0, s.params) && EVP_MAC_update(ctx, message, len)
             && EVP_MAC_final(ctx, out, &out_len, EVP_MAX_MD_SIZE);
    }
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return ok ? out_len : 0;
}

size_t sample_kdf(OSSL_LIB_CTX *lib, const char *name, const char *inner, const unsigned char *key, unsigned char *out)
{
    EVP_KDF *kdf = EVP_KDF_fetch(lib, name, NULL);
    EVP_KDF_CTX *ctx = kdf == NULL ? NULL : EVP_KDF_CTX_new(kdf);
    struct sample s;
    size_t size = 0;
    int ok = 0;

    if (ctx != NULL) {
        sample_settle(&s, EVP_KDF_settable_ctx_params(kdf), inner, key);
        ok = EVP_KDF_CTX_set_params(ctx, s.params);
        size = EVP_KDF_CTX_get_kdf_size(ctx);
        size = size < SAMPLE_LEN && size > 0 ? size : SAMPLE_LEN;
        ok = ok && EVP_KDF_derive(ctx, out, size, NULL) > 0;
    }
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return ok ? size : 0;
}
