#include "keyed.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <string.h>

enum { MAX_PARAMS = 16, KEY_LEN = 32, OCTETS = 13 };

/* What a parameter is given: text, a number, or octets of the job's key (number 0). */
static const struct value {
    const char *key, *text;
    unsigned number;
} values[] = {
    { "digest", "SHA2-256", 0 }, { "mac", "HMAC", 0 }, { "mode", "EXPAND_ONLY", 0 }, { "iter", NULL, 3 },
    { "n", NULL, 16 },           { "r", NULL, 2 },     { "p", NULL, 1 },             { "key", NULL, 0 },
    { "secret", NULL, 0 },       { "pass", NULL, 0 },  { "salt", NULL, 0 },          { "info", NULL, 0 },
    { "seed", NULL, 0 },         { "iv", NULL, 0 },    { "custom", NULL, 0 },        { "prefix", NULL, 0 },
    { "label", NULL, 0 },        { "data", NULL, 0 },
};

struct settings {
    OSSL_PARAM params[MAX_PARAMS + 1];
    unsigned numbers[MAX_PARAMS], num;
};

static const struct value *find_value(const char *key)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (strcmp(values[i].key, key) == 0)
            return &values[i];
    return NULL;
}

static void add(struct settings *s, const struct job *j, const struct value *v)
{
    int is_key = strcmp(v->key, "key") == 0 || strcmp(v->key, "secret") == 0;
    unsigned *number = &s->numbers[s->num];
    OSSL_PARAM *p = &s->params[s->num++];

    *number = v->number;
    if (v->text != NULL)
        *p = OSSL_PARAM_construct_utf8_string(v->key, (char *)v->text, 0);
    else if (v->number != 0)
        *p = OSSL_PARAM_construct_uint(v->key, number);
    else
        *p = OSSL_PARAM_construct_octet_string(v->key, (void *)j->key, is_key ? KEY_LEN : OCTETS);
}

static void settle(struct settings *s, const struct job *j, const OSSL_PARAM *list)
{
    s->num = 0;
    for (const OSSL_PARAM *p = list; p != NULL && p->key != NULL; p++) {
        const struct value *v = find_value(p->key);

        if (v != NULL && OSSL_PARAM_locate_const(list, p->key) == p)
            add(s, j, v);
    }
    s->params[s->num] = OSSL_PARAM_construct_end();
}

/* GMAC is the one that takes an IV. */
static void name_cipher(EVP_MAC_CTX *ctx, const OSSL_PARAM *list)
{
    const char *name = OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_IV) != NULL ? "AES-256-GCM" : "AES-256-CBC";
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)name, 0), OSSL_PARAM_END };

    if (OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_CIPHER) != NULL)
        CHECK(EVP_MAC_CTX_set_params(ctx, params));
}

EVP_MAC_CTX *keyed_mac(const struct job *j)
{
    const OSSL_PARAM *list = EVP_MAC_settable_ctx_params(j->mac);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(j->mac);
    struct settings s;

    CHECK(ctx != NULL);
    name_cipher(ctx, list);
    settle(&s, j, list);
    CHECK(EVP_MAC_init(ctx, j->key, KEY_LEN, s.params));
    return ctx;
}

int keyed_mac_all(const struct job *j, unsigned char *out, size_t room, size_t piece)
{
    EVP_MAC_CTX *ctx = keyed_mac(j);
    size_t n = 0;

    for (size_t at = 0; at < j->len; at += piece)
        CHECK(EVP_MAC_update(ctx, j->plain + at, j->len - at < piece ? j->len - at : piece));
    CHECK(EVP_MAC_final(ctx, out, &n, room));
    EVP_MAC_CTX_free(ctx);
    return (int)n;
}

EVP_KDF_CTX *keyed_kdf(const struct job *j)
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(j->kdf);
    struct settings s;

    CHECK(ctx != NULL);
    settle(&s, j, EVP_KDF_settable_ctx_params(j->kdf));
    CHECK(EVP_KDF_CTX_set_params(ctx, s.params));
    return ctx;
}

int keyed_derive(const struct job *j, unsigned char *out)
{
    EVP_KDF_CTX *ctx = keyed_kdf(j);
    size_t size = EVP_KDF_CTX_get_kdf_size(ctx), len = size < KEYED_LEN ? size : KEYED_LEN;

    CHECK(len > 0 && EVP_KDF_derive(ctx, out, len, NULL));
    EVP_KDF_CTX_free(ctx);
    return (int)len;
}
