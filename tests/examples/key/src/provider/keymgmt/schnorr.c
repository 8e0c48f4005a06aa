/* Schnorr keys for OpenSSL: import, export, generation, comparison. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/health.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/schnorr_key.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR,
    BITS = 62,
    SECURITY_BITS = 30
};

static void *new_key(void *provctx)
{
    return ab_schnorr_key_new(provctx);
}

static void *dup(const void *keydata, int selection)
{
    const struct ab_schnorr_key *key = keydata;
    struct ab_schnorr_key *copy = ab_schnorr_key_new(key->prov);

    if (copy == NULL)
        return NULL;
    copy->has_public = (selection & PAIR) != 0 && key->has_public;
    copy->has_private = (selection & PRIVATE) != 0 && key->has_private;
    if (copy->has_public)
        memcpy(copy->public_key, key->public_key, sizeof(copy->public_key));
    if (copy->has_private)
        memcpy(copy->private_key, key->private_key, sizeof(copy->private_key));
    return copy;
}

static int has(const void *keydata, int selection)
{
    const struct ab_schnorr_key *key = keydata;

    return key != NULL && ((selection & PUBLIC) == 0 || key->has_public)
           && ((selection & PRIVATE) == 0 || key->has_private);
}

/* A private key has its public key, so comparing the latter is enough. */
static int match(const void *first, const void *second, int selection)
{
    const struct ab_schnorr_key *a = first, *b = second;

    return (selection & PAIR) == 0
           || (a->has_public && b->has_public && memcmp(a->public_key, b->public_key, sizeof(a->public_key)) == 0);
}

/* public_key := that of the private key. Returns 0 with an error raised if no implementation passes its test. */
static int derive_public(const struct ab_schnorr_key *key, uint8_t public_key[AB_SCHNORR_KEY_LEN])
{
    const struct ab_schnorr_kernels *kernels = ab_health_schnorr(key->prov);

    if (kernels != NULL)
        ab_schnorr_public(kernels, public_key, key->private_key);
    return kernels != NULL;
}

static int validate(const void *keydata, int selection, int check_type)
{
    const struct ab_schnorr_key *key = keydata;
    const struct ab_schnorr_kernels *kernels = ab_health_schnorr(key->prov);
    uint8_t right[AB_SCHNORR_KEY_LEN];

    (void)check_type;
    if (kernels == NULL || !has(key, selection))
        return 0;
    if ((selection & PUBLIC) != 0 && !ab_schnorr_is_public(kernels, key->public_key))
        return 0;
    return (selection & PAIR) != PAIR
           || (derive_public(key, right) && memcmp(right, key->public_key, sizeof(right)) == 0);
}

/* ---- import and export ---- */

static int get_bytes(const struct ab_schnorr_key *key, const OSSL_PARAM *p, uint8_t out[AB_SCHNORR_KEY_LEN])
{
    const uint8_t *bytes;
    size_t len;

    if (!ab_param_get_octets(p, &bytes, &len))
        return 0;
    if (bytes == NULL || len != AB_SCHNORR_KEY_LEN) {
        AB_RAISE_DETAIL(key->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return 0;
    }
    memcpy(out, bytes, len);
    return 1;
}

static int import_private(struct ab_schnorr_key *key, const OSSL_PARAM *p)
{
    if (!get_bytes(key, p, key->private_key))
        return 0;
    if (!ab_schnorr_is_private(key->private_key)) {
        AB_RAISE_DETAIL(key->prov, AB_R_INVALID_PARAMETER, "private key");
        return 0;
    }
    key->has_private = derive_public(key, key->public_key);
    return key->has_private;
}

static int import_public(struct ab_schnorr_key *key, const OSSL_PARAM *p)
{
    const struct ab_schnorr_kernels *kernels = ab_health_schnorr(key->prov);

    if (kernels == NULL || !get_bytes(key, p, key->public_key))
        return 0;
    if (ab_schnorr_is_public(kernels, key->public_key))
        return 1;
    AB_RAISE_DETAIL(key->prov, AB_R_INVALID_PARAMETER, "public key");
    return 0;
}

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    const OSSL_PARAM *public_key = ab_param_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY);
    const OSSL_PARAM *private_key = (selection & PRIVATE) == 0
                                        ? NULL
                                        : ab_param_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY);
    struct ab_schnorr_key *key = keydata;

    if (key == NULL || (selection & PAIR) == 0 || (public_key == NULL && private_key == NULL))
        return 0;
    key->has_public = private_key != NULL ? import_private(key, private_key) : import_public(key, public_key);
    return key->has_public;
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct ab_schnorr_key *key = keydata;
    OSSL_PARAM params[3], *p = params;

    if (key == NULL || (selection & PAIR) == 0 || !key->has_public)
        return 0;
    *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, key->public_key, AB_SCHNORR_KEY_LEN);
    if ((selection & PRIVATE) != 0 && key->has_private)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, key->private_key, AB_SCHNORR_KEY_LEN);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return callback(params, arg);
}

static const OSSL_PARAM *types(int selection)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- parameters ---- */

static int get_param(const struct ab_schnorr_key *key, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, BITS);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, SECURITY_BITS);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, AB_SCHNORR_SIGNATURE_LEN);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MANDATORY_DIGEST))
        return ab_param_set_utf8(p, ""); /* none must be named */
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY))
        return !key->has_public || ab_param_set_octets(p, key->public_key, AB_SCHNORR_KEY_LEN);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return !key->has_private || ab_param_set_octets(p, key->private_key, AB_SCHNORR_KEY_LEN);
    return 1;
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(keydata, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_MANDATORY_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

/* ---- generation: its context is an empty key ---- */

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    (void)params;
    return (selection & PAIR) != 0 ? ab_schnorr_key_new(provctx) : NULL;
}

/* Draw below 2^61 until the number is in range: one in 2^46 is not, so a second draw tells nothing. */
static int draw_private(struct ab_schnorr_key *key)
{
    do {
        if (!ab_generator_bytes(key->prov, key->private_key, sizeof(key->private_key))) {
            AB_RAISE(key->prov, AB_R_RANDOM_FAILED);
            return 0;
        }
        key->private_key[0] &= 0x1f;
    } while (!ab_schnorr_is_private(key->private_key));
    return 1;
}

static void *gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    const struct ab_schnorr_key *empty = genctx;
    struct ab_schnorr_key *key = ab_schnorr_key_new(empty->prov);

    (void)progress, (void)arg;
    if (key == NULL)
        return NULL;
    if (draw_private(key) && derive_public(key, key->public_key)) {
        key->has_public = key->has_private = true;
        return key;
    }
    ab_schnorr_key_free(key);
    return NULL;
}

const OSSL_DISPATCH ab_schnorr_keymgmt_functions[] = {
    AB_KEYMGMT_FN(NEW, new_key),
    AB_KEYMGMT_FN(FREE, ab_schnorr_key_free),
    AB_KEYMGMT_FN(DUP, dup),
    AB_KEYMGMT_FN(HAS, has),
    AB_KEYMGMT_FN(MATCH, match),
    AB_KEYMGMT_FN(VALIDATE, validate),
    AB_KEYMGMT_FN(IMPORT, import),
    AB_KEYMGMT_FN(IMPORT_TYPES, types),
    AB_KEYMGMT_FN(EXPORT, export),
    AB_KEYMGMT_FN(EXPORT_TYPES, types),
    AB_KEYMGMT_FN(GET_PARAMS, get_params),
    AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable),
    AB_KEYMGMT_FN(GEN_INIT, gen_init),
    AB_KEYMGMT_FN(GEN, gen),
    AB_KEYMGMT_FN(GEN_CLEANUP, ab_schnorr_key_free),
    { 0, NULL },
};
