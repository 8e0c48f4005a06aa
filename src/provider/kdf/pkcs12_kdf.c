/* PKCS12KDF for OpenSSL; the derivation is in src/crypto/kdf/pkcs12_kdf.c. */
#include "afterburner/pkcs12_kdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/kdf/digest_kdf.h"
#include "provider/param.h"

enum { PASSWORD, SALT };

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;

static void set_defaults(struct ab_digest_kdf *k)
{
    k->u.pkcs12.num_iterations = 0;
    k->u.pkcs12.id = 0;
}

static int set_numbers(struct ab_digest_kdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *id = ab_param_locate_const(params, OSSL_KDF_PARAM_PKCS12_ID),
                     *num = ab_param_locate_const(params, OSSL_KDF_PARAM_ITER);

    if ((id == NULL || ab_param_get_int(id, &k->u.pkcs12.id))
        && (num == NULL || ab_param_get_uint64(num, &k->u.pkcs12.num_iterations)))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "PKCS12KDF");
    return 0;
}

static OSSL_PARAM *add_numbers(struct ab_digest_kdf *k, OSSL_PARAM *next)
{
    *next++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS12_ID, &k->u.pkcs12.id);
    *next++ = (OSSL_PARAM)OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, &k->u.pkcs12.num_iterations);
    return next;
}

/* The default provider has no memory for password and salt if both are empty. */
static int has_all(const struct ab_digest_kdf *k)
{
    if (!ab_digest_kdf_has(k, PASSWORD, AB_R_MISSING_PASSWORD) || !ab_digest_kdf_has(k, SALT, AB_R_MISSING_SALT))
        return 0;
    if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_DIGEST_SIZE, "PKCS12KDF");
    else if (k->parts[PASSWORD].len == 0 && k->parts[SALT].len == 0)
        AB_RAISE_DETAIL(k->prov, AB_R_OUT_OF_MEMORY, "PKCS12KDF: neither a password nor a salt");
    else
        return 1;
    return 0;
}

static int derive(struct ab_digest_kdf *k, uint8_t *out, size_t len)
{
    const struct ab_octets *password = &k->parts[PASSWORD], *salt = &k->parts[SALT];
    const struct ab_pkcs12_inputs in = {
        password->data, salt->data, password->len, salt->len, k->u.pkcs12.num_iterations, (uint8_t)k->u.pkcs12.id
    };
    uint8_t *memory;
    size_t size;

    if (!has_all(k))
        return 0;
    size = ab_pkcs12_kdf_memory(k->hash, &in);
    memory = size == 0 ? NULL : malloc(size);
    if (memory == NULL) {
        AB_RAISE_DETAIL(k->prov, AB_R_OUT_OF_MEMORY, "%zu bytes", size);
        return 0;
    }
    ab_pkcs12_kdf(k->hash, &in, memory, out, len);
    ab_wipe(memory, size);
    free(memory);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, NULL),
        OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS12_ID, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static const struct ab_digest_kdf_desc desc = {
    .name = "PKCS12KDF",
    .parts = { { OSSL_KDF_PARAM_PASSWORD, NULL }, { OSSL_KDF_PARAM_SALT, NULL } },
    .set_part = ab_kdf_set_octets,
    .set_defaults = set_defaults,
    .set_numbers = set_numbers,
    .add_numbers = add_numbers,
    .derive = derive,
    .lenient_since = AB_RELEASE(3, 6),
};

static void *new(void *provctx)
{
    return ab_digest_kdf_new(provctx, &desc);
}

const OSSL_DISPATCH ab_pkcs12_kdf_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_DIGEST_KDF_CONTEXT_ENTRIES,
    AB_DIGEST_KDF_PARAM_ENTRIES,
    { 0, NULL },
};
