/* SSHKDF for OpenSSL; the derivation is in src/crypto/kdf/sshkdf.c. */
#include "afterburner/sshkdf.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "provider/error.h"
#include "provider/kdf/digest_kdf.h"
#include "provider/param.h"

enum { SECRET, EXCHANGE_HASH, SESSION_ID };

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;

static void set_defaults(struct ab_digest_kdf *k)
{
    k->u.letter[0] = k->u.letter[1] = '\0';
}

/* Set the letter, one of A to F (RFC 4253 sec. 7.2). */
static int set_letter(struct ab_digest_kdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_KDF_PARAM_SSHKDF_TYPE);
    const char *text;

    if (p == NULL)
        return 1;
    if (ab_param_get_utf8(p, &text) && text != NULL && p->data_size == 1 && text[0] >= 'A' && text[0] <= 'F') {
        k->u.letter[0] = text[0];
        return 1;
    }
    AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_VALUE_ERROR);
    return 0;
}

static OSSL_PARAM *add_letter(struct ab_digest_kdf *k, OSSL_PARAM *next)
{
    if (k->u.letter[0] != '\0')
        *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_SSHKDF_TYPE, k->u.letter, 1);
    return next;
}

static int has_all(const struct ab_digest_kdf *k)
{
    if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MESSAGE_DIGEST, "SSHKDF");
    else if (!ab_digest_kdf_has(k, SECRET, AB_R_MISSING_KEY))
        return 0;
    else if (k->parts[EXCHANGE_HASH].data == NULL)
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_MISSING_XCGHASH);
    else if (k->parts[SESSION_ID].data == NULL)
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_MISSING_SESSION_ID);
    else if (k->u.letter[0] == '\0')
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_MISSING_TYPE);
    else
        return 1;
    return 0;
}

static int derive(struct ab_digest_kdf *k, uint8_t *out, size_t len)
{
    const struct ab_octets *secret = &k->parts[SECRET], *exchange_hash = &k->parts[EXCHANGE_HASH],
                           *session_id = &k->parts[SESSION_ID];
    const struct ab_sshkdf_inputs in = {
        secret->data,       exchange_hash->data, session_id->data,        secret->len,
        exchange_hash->len, session_id->len,     (uint8_t)k->u.letter[0],
    };

    if (!has_all(k))
        return 0;
    ab_sshkdf(k->hash, &in, out, len);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SSHKDF_XCGHASH, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SSHKDF_SESSION_ID, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_SSHKDF_TYPE, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static const struct ab_digest_kdf_desc desc = {
    .name = "SSHKDF",
    .parts = { { OSSL_KDF_PARAM_KEY, NULL },
               { OSSL_KDF_PARAM_SSHKDF_XCGHASH, NULL },
               { OSSL_KDF_PARAM_SSHKDF_SESSION_ID, NULL } },
    .set_part = ab_octets_set_param,
    .set_defaults = set_defaults,
    .set_numbers = set_letter,
    .add_numbers = add_letter,
    .derive = derive,
    .lenient_since = AB_RELEASE(3, 4),
};

static void *new(void *provctx)
{
    return ab_digest_kdf_new(provctx, &desc);
}

const OSSL_DISPATCH ab_sshkdf_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_DIGEST_KDF_CONTEXT_ENTRIES,
    AB_DIGEST_KDF_PARAM_ENTRIES,
    { 0, NULL },
};
