/* Opaque keys (EVP_SKEY) of both types: a length and its bytes. */
#include "provider/skeymgmt/skeymgmt.h"

#include <limits.h>
#include <openssl/params.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/param.h"

/* missing in the headers of 3.0 */
#define PARAM_RAW_BYTES "raw-bytes"

struct skey {
    size_t len;
    uint8_t bytes[];
};

static void free_key(void *keydata)
{
    struct skey *key = keydata;

    if (key != NULL)
        ab_wipe(key->bytes, key->len);
    free(key);
}

static void *import(void *provctx, int selection, const OSSL_PARAM params[], bool (*is_length)(size_t len))
{
    const OSSL_PARAM *p = ab_param_locate_const(params, PARAM_RAW_BYTES);
    struct skey *key;
    const uint8_t *bytes;
    size_t len;

    if (!(selection & OSSL_SKEYMGMT_SELECT_SECRET_KEY) || !ab_param_get_octets(p, &bytes, &len))
        return NULL;
    if (bytes == NULL || !is_length(len)) {
        AB_RAISE_DETAIL((struct ab_provctx *)provctx, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return NULL;
    }
    key = ab_alloc(provctx, sizeof(*key) + len, "opaque key");
    if (key == NULL)
        return NULL;
    key->len = len;
    memcpy(key->bytes, bytes, len);
    return key;
}

static bool is_aes_length(size_t len)
{
    return len == 16 || len == 24 || len == 32;
}

static void *import_aes(void *provctx, int selection, const OSSL_PARAM params[])
{
    return import(provctx, selection, params, is_aes_length);
}

/* As in the default provider, which neither allocates nothing nor copies so much. */
static bool is_generic_length(size_t len)
{
    return len != 0 && len < INT_MAX;
}

static void *import_generic(void *provctx, int selection, const OSSL_PARAM params[])
{
    return import(provctx, selection, params, is_generic_length);
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct skey *key = keydata;
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string(PARAM_RAW_BYTES, NULL, 0), OSSL_PARAM_END };

    if (key == NULL || !(selection & OSSL_SKEYMGMT_SELECT_SECRET_KEY))
        return 0;
    params[0].data = key->bytes;
    params[0].data_size = key->len;
    return callback(params, arg);
}

static const OSSL_PARAM *import_settable_params(void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(PARAM_RAW_BYTES, NULL, 0), OSSL_PARAM_END };

    (void)provctx;
    return list;
}

#define FUNCTIONS(import)                                                                                     \
    { { OSSL_FUNC_SKEYMGMT_FREE, (void (*)(void))free_key }, { OSSL_FUNC_SKEYMGMT_IMPORT, (void (*)(void))import }, \
      { OSSL_FUNC_SKEYMGMT_EXPORT, (void (*)(void))export }, SETTABLE, { 0, NULL } }
#define SETTABLE { OSSL_FUNC_SKEYMGMT_IMP_SETTABLE_PARAMS, (void (*)(void))import_settable_params }

const OSSL_DISPATCH ab_aes_skeymgmt_functions[] = FUNCTIONS(import_aes);
const OSSL_DISPATCH ab_generic_skeymgmt_functions[] = FUNCTIONS(import_generic);
