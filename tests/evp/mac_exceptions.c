/* The calls of MACs for which the two providers are not compared, each with its reason. */
#include "mac_exceptions.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <stdio.h>

static bool is_data(const struct mac_call *c)
{
    return c->type == MAC_UPDATE || c->type == MAC_FINAL || c->type == MAC_FINAL_XOF;
}

static bool takes(const struct mac *m, const char *key)
{
    return OSSL_PARAM_locate_const(EVP_MAC_settable_ctx_params(m->mac[DEFAULT]), key) != NULL;
}

static bool behind_the_end(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    (void)m;
    return is_data(c) && past->over;
}

static bool without_iv(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    return is_data(c) && takes(m, OSSL_MAC_PARAM_IV) && !past->has_iv;
}

static bool names(const struct mac_call *c, const char *key)
{
    return c->params != NULL && OSSL_PARAM_locate_const(c->params, key) != NULL;
}

static bool between_cipher_and_key(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    (void)m;
    return c->type == MAC_DUP && past->waits;
}

static bool properties_of_nothing(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    const OSSL_PARAM *p = c->params == NULL ? NULL : OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_PROPERTIES);

    (void)past;
    return p != NULL && p->data_type != OSSL_PARAM_UTF8_STRING && takes(m, OSSL_MAC_PARAM_CIPHER)
           && OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_CIPHER) == NULL;
}

static bool flags_of_engines(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    (void)m, (void)past;
    return names(c, OSSL_MAC_PARAM_DIGEST_NOINIT) || names(c, OSSL_MAC_PARAM_DIGEST_ONESHOT);
}

static bool properties_that_are_no_text(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    const OSSL_PARAM *properties = c->params == NULL ? NULL
                                                     : OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_PROPERTIES);

    (void)m, (void)past;
    return properties != NULL && (properties->data_type != OSSL_PARAM_UTF8_STRING || properties->data == NULL);
}

static bool record_without_its_memory(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    const OSSL_PARAM *size = c->params == NULL ? NULL
                                               : OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_TLS_DATA_SIZE);
    size_t value;

    (void)m, (void)past;
    return size != NULL && OSSL_PARAM_get_size_t(size, &value) && value > MAC_MAX_RECORD;
}

static bool is_poly1305(const struct mac *m)
{
    return EVP_MAC_is_a(m->mac[DEFAULT], "POLY1305");
}

static bool poly1305_without_key(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    return is_poly1305(m) && is_data(c) && !past->has_key;
}

static bool poly1305_null_key(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    const OSSL_PARAM *key = c->params == NULL ? NULL : OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_KEY);

    (void)past;
    return is_poly1305(m) && key != NULL && key->data == NULL;
}

static bool repeated_from_3_6(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    (void)m, (void)past;
    return OpenSSL_version_num() >= 0x30600000L && repeats_a_parameter(c->params, NULL, NULL);
}

static const struct {
    bool (*applies)(const struct mac *m, const struct mac_past *past, const struct mac_call *c);
    const char *reason;
} exceptions[] = {
    { behind_the_end, "an update or final after the final, or after a refused key: default continues with what is left "
                      "in the context" },
    { without_iv, "GMAC without an IV: default draws a random one, and after a new key within a message uses none" },
    { between_cipher_and_key,
      "a copy after a cipher was set without a key: a context of the default provider cannot be copied without a key" },
    { properties_of_nothing, "properties that are no text, without a cipher: an error in some releases only" },
    { flags_of_engines,
      "digest-noinit, digest-oneshot: 3.0 obeys the first and frees a context twice; later releases ignore both" },
    { repeated_from_3_6,
      "3.6 refuses a parameter that is given twice; the module uses the first, as earlier releases do" },
    { record_without_its_memory,
      "tls-data-size promises that much readable memory after the data, which this call does not have" },
    { poly1305_without_key,
      "Poly1305 without a key: some releases (3.0.19, 3.5.7) crash; the module refuses, as later ones" },
    { poly1305_null_key, "Poly1305: some releases read a key of 32 bytes at NULL; the module refuses, as later ones" },
    { properties_that_are_no_text, "default checks properties at once in some places, and when it fetches in others" },
};

bool mac_call_is_excepted(const struct mac *m, const struct mac_past *past, const struct mac_call *c)
{
    for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
        if (exceptions[i].applies(m, past, c))
            return true;
    return false;
}

void mac_print_exceptions(void)
{
    for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
        printf("not compared: %s\n", exceptions[i].reason);
}

/* Naming a cipher discards an IV set before; an IV in the same list belongs to the new cipher. */
static void follow_params(struct mac_past *past, const OSSL_PARAM *params)
{
    if (params == NULL)
        return;
    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_CIPHER) != NULL)
        past->has_iv = false;
    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_IV) != NULL) {
        past->has_iv = true;
        past->begun = false;
    }
    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_CIPHER) != NULL)
        past->waits = true;
    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_KEY) != NULL) {
        past->waits = false;
        past->has_key = true;
    }
}

void mac_follow(struct mac_past *past, const struct mac_call *c, bool ok)
{
    past->over = past->over || (!ok && c->type == MAC_INIT);
    if (!ok)
        return;
    follow_params(past, c->params);
    past->waits = past->waits && c->key == NULL;
    past->has_key = past->has_key || (c->type == MAC_INIT && c->key != NULL);
    past->begun = past->begun || c->type == MAC_UPDATE;
    if (past->begun
        && (c->key != NULL || (c->params != NULL && OSSL_PARAM_locate_const(c->params, OSSL_MAC_PARAM_KEY) != NULL)))
        past->has_iv = false;
    if (c->type == MAC_INIT) {
        past->keyed = true;
        past->over = false;
    }
    past->over = past->over || c->type == MAC_FINAL || c->type == MAC_FINAL_XOF;
}
