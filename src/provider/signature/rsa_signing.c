/* The fallback of RSA signatures, and the parameters of a context (rsa_signing.h). */
#include "provider/signature/rsa_signing.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "provider/error.h"
#include "provider/param.h"
#include "provider/property.h"

/* ---- the fallback ---- */

int ab_rsa_signing_begin_fallback(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    void *twin = ab_rsa_keydata_twin(ab_rsa_signing_key(s));

    return twin != NULL && ab_signing_make_fallback(&s->head)
           && ab_signing_init_fallback(&s->head, digest, twin, params);
}

int ab_rsa_signing_read_fallback(struct ab_rsa_signing *s)
{
    s->head.state = AB_SIGNING_CONSULTED;
    if (s->native != NULL && ab_rsa_parameters_read_back(s))
        return 1;
    if (!s->head.has_data) {
        s->head.state = AB_SIGNING_FALLBACK;
        return 1;
    }
    AB_RAISE_CODE_DETAIL(s->head.base.prov, ERR_LIB_PROV, PROV_R_NOT_SUPPORTED,
                         "a digest of another provider after data");
    return 0;
}

int ab_rsa_signing_share(struct ab_signing *head)
{
    struct ab_rsa_signing *s = (struct ab_rsa_signing *)head;

    if (head->state != AB_SIGNING_NATIVE)
        return 1;
    if (head->base.key == NULL || !ab_rsa_signing_begin_fallback(s, head->digest_name, NULL)
        || (head->base.scheme->digest == NULL && !ab_rsa_parameters_forward(s)))
        return 0;
    head->state = AB_SIGNING_CONSULTED;
    return 1;
}

/* ---- parameters ---- */

/* Whether the parameters require digests with properties that ours lack. */
static int asks_for_others(const OSSL_PARAM params[])
{
    static const char *const keys[] = { OSSL_SIGNATURE_PARAM_PROPERTIES, OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const OSSL_PARAM *p = ab_param_locate_const(params, keys[i]);

        if (p != NULL && p->data_type == OSSL_PARAM_UTF8_STRING && !ab_property_is_met(p->data))
            return 1;
    }
    return 0;
}

/* For a name with a digest, set the signature that verify_message_final checks. */
int ab_rsa_signing_set_signature(struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, AB_PARAM_SIGNATURE);
    const uint8_t *bytes;
    size_t len;

    if (p == NULL || s->head.base.begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT)
        return 1;
    return ab_param_get_octets(p, &bytes, &len) && bytes != NULL
           && ab_octets_set(s->head.base.prov, &s->head.signature, bytes, len);
}

/* Up to 3.4 an empty list is not ignored: what was set before is checked again. */
int ab_rsa_signing_is_nothing(const struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    return params == NULL || (params->key == NULL && s->head.base.prov->release >= AB_RELEASE(3, 5));
}

int ab_rsa_signing_pass_params(struct ab_signing *head, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = (struct ab_rsa_signing *)head;
    int ok;

    if (!ab_rsa_signing_share(head))
        return 0;
    ok = ab_fallback_op_set_params(&head->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (!ab_rsa_signing_read_fallback(s))
        return 0;
    if (ok && !head->has_data && asks_for_others(params))
        head->state = AB_SIGNING_FALLBACK;
    return ok;
}

int ab_rsa_signing_set_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    if (ab_rsa_signing_is_nothing(s, params))
        return 1;
    if (s->head.base.key == NULL)
        return 0;
    if (s->head.state == AB_SIGNING_FALLBACK)
        return ab_fallback_op_set_params(&s->head.fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (s->head.base.scheme->digest != NULL)
        return ab_rsa_signing_set_signature(s, params);
    if (s->head.state == AB_SIGNING_NATIVE && !ab_rsa_signing_key(s)->is_restricted && ab_rsa_parameters_set(s, params))
        return 1;
    return ab_signing_pass_params(&s->head, params);
}

#define TEXT(name) OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_##name, NULL, 0)
#define NUMBER(name) OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_##name, NULL)

/* All releases accept the padding and the salt's length as text and as a number. Since 3.6, the lists name both. */
static bool names_numbers(const struct ab_provctx *prov)
{
    return prov->release >= AB_RELEASE(3, 6);
}

/* libcrypto queries this list before each digest that it sets. */
const OSSL_PARAM *ab_rsa_signing_settable(void *ctx, void *provctx)
{
    enum { NUM_OF_DIGEST = 2 };
    static const OSSL_PARAM with_numbers[] = {
        TEXT(DIGEST),          TEXT(PROPERTIES),  TEXT(PAD_MODE),      NUMBER(PAD_MODE), TEXT(MGF1_DIGEST),
        TEXT(MGF1_PROPERTIES), TEXT(PSS_SALTLEN), NUMBER(PSS_SALTLEN), OSSL_PARAM_END,
    };
    static const OSSL_PARAM without[] = { TEXT(DIGEST),          TEXT(PROPERTIES),  TEXT(PAD_MODE), TEXT(MGF1_DIGEST),
                                          TEXT(MGF1_PROPERTIES), TEXT(PSS_SALTLEN), OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;
    const OSSL_PARAM *list = names_numbers(provctx) ? with_numbers : without;

    return s != NULL && s->head.is_digest_fixed ? list + NUM_OF_DIGEST : list;
}

const OSSL_PARAM *ab_rsa_signing_settable_of_scheme(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(AB_PARAM_SIGNATURE, NULL, 0), OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->head.base.begun_by == AB_SIGNATURE_VERIFY_MESSAGE_INIT ? list : NULL;
}

int ab_rsa_signing_get_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    return ab_rsa_signing_share(&s->head)
           && ab_fallback_op_get_params(&s->head.fallback, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, params);
}

const OSSL_PARAM *ab_rsa_signing_gettable(void *ctx, void *provctx)
{
    enum { NUM_OF_NUMBERS = 2 };
    static const OSSL_PARAM list[] = {
        NUMBER(PAD_MODE),  NUMBER(PSS_SALTLEN), OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        TEXT(PAD_MODE),    TEXT(DIGEST),        TEXT(MGF1_DIGEST),
        TEXT(PSS_SALTLEN), OSSL_PARAM_END,
    };

    (void)ctx;
    return names_numbers(provctx) ? list : list + NUM_OF_NUMBERS;
}
