/* Contexts of RSA signatures, their parameters, and what the default provider is asked of them: rsa_signing.h. */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "provider/context.h"
#include "provider/error.h"
#include "provider/param.h"
#include "provider/property.h"
#include "provider/signature/rsa_signing.h"
#include "provider/signature/signature.h"

/* OpenSSL 3.4 and later */
#ifndef OSSL_SIGNATURE_PARAM_SIGNATURE
# define OSSL_SIGNATURE_PARAM_SIGNATURE "signature"
#endif

/* ---- contexts ---- */

struct ab_rsa_signing *ab_rsa_signing_new(struct ab_provctx *prov, const char *properties,
                                          const struct ab_rsa_sigalg *sigalg)
{
    struct ab_rsa_signing *s = ab_context_alloc(prov, sizeof(*s));

    if (s == NULL)
        return NULL;
    memset(s, 0, offsetof(struct ab_rsa_signing, message));
    s->prov = prov;
    s->sigalg = sigalg;
    if (properties == NULL || (s->properties = strdup(properties)) != NULL)
        return s;
    AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "signature");
    ab_context_free(s, sizeof(*s));
    return NULL;
}

void ab_rsa_signing_free(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    ab_fallback_op_free(&s->fallback);
    ab_rsa_keydata_free(s->key);
    free(s->properties);
    free(s->signature);
    ab_context_free(s, sizeof(*s));
}

static int keep_signature(struct ab_rsa_signing *s, const uint8_t *bytes, size_t len)
{
    free(s->signature);
    s->signature = malloc(len == 0 ? 1 : len);
    if (s->signature == NULL)
        return 0;
    if (len != 0)
        memcpy(s->signature, bytes, len);
    s->signature_len = len;
    return 1;
}

/* What the default provider's context holds, ours does too unless it is passed on: it need not be copied. */
void *ab_rsa_signing_dup(void *ctx)
{
    const struct ab_rsa_signing *s = ctx;
    struct ab_rsa_signing *copy = ab_rsa_signing_new(s->prov, s->properties, s->sigalg);
    char *properties;

    if (copy == NULL)
        return NULL;
    properties = copy->properties;
    memcpy(copy, s, offsetof(struct ab_rsa_signing, message));
    copy->properties = properties;
    copy->key = s->key == NULL ? NULL : ab_rsa_keydata_hold(s->key);
    copy->signature = NULL;
    copy->fallback.ctx = NULL;
    copy->state = s->state == AB_RSA_PASSED ? AB_RSA_PASSED : AB_RSA_OURS;
    if (s->is_hashing)
        ab_hash_copy(&copy->message, &s->message);
    if ((s->state != AB_RSA_PASSED || ab_fallback_op_dup(&copy->fallback, &s->fallback))
        && (s->signature == NULL || keep_signature(copy, s->signature, s->signature_len)))
        return copy;
    ab_rsa_signing_free(copy);
    return NULL;
}

/* ---- the default provider's opinion ---- */

static int init_id(const struct ab_rsa_signing *s)
{
    if (s->operation == AB_RSA_RECOVER)
        return OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT;
    if (!s->is_message)
        return s->operation == AB_RSA_SIGN ? OSSL_FUNC_SIGNATURE_SIGN_INIT : OSSL_FUNC_SIGNATURE_VERIFY_INIT;
    if (s->sigalg != NULL)
        return s->operation == AB_RSA_SIGN ? AB_SIGNATURE_SIGN_MESSAGE_INIT : AB_SIGNATURE_VERIFY_MESSAGE_INIT;
    return s->operation == AB_RSA_SIGN ? OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT : OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
}

/* A context of the same operation over the twin. */
int ab_rsa_signing_pass(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    void *twin = ab_rsa_keydata_twin(s->key);

    if (twin == NULL
        || (s->fallback.ctx == NULL
            && !ab_fallback_op_make(&s->fallback, s->prov, OSSL_OP_SIGNATURE,
                                    s->sigalg == NULL ? "RSA" : s->sigalg->name, s->properties)))
        return 0;
    if (s->is_message && s->sigalg == NULL)
        return ab_fallback_op_digest_init(&s->fallback, init_id(s), digest, twin, params);
    return ab_fallback_op_init(&s->fallback, init_id(s), twin, params);
}

/* What the default provider's context holds is ours, or from here on it does the work. 0 if it is too late for that. */
int ab_rsa_signing_share(struct ab_rsa_signing *s)
{
    s->state = AB_RSA_CONSULTED;
    if (s->native != NULL && ab_rsa_parameters_read_back(s))
        return 1;
    if (s->num_hashed == 0) {
        s->state = AB_RSA_PASSED;
        return 1;
    }
    AB_RAISE_CODE_DETAIL(s->prov, ERR_LIB_PROV, PROV_R_NOT_SUPPORTED, "a digest of another provider after data");
    return 0;
}

/* Lets it hold what we hold. */
int ab_rsa_signing_consult(struct ab_rsa_signing *s)
{
    if (s->state != AB_RSA_OURS)
        return 1;
    if (s->key == NULL || !ab_rsa_signing_pass(s, s->p.digest, NULL)
        || (s->sigalg == NULL && !ab_rsa_parameters_tell(s)))
        return 0;
    s->state = AB_RSA_CONSULTED;
    return 1;
}

/* ---- parameters ---- */

/* Digests with properties that ours do not have. */
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

/* Of a name that says the digest: the signature that verify_message_final is to verify. */
int ab_rsa_signing_set_signature(struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_SIGNATURE);
    const uint8_t *bytes;
    size_t len;

    if (p == NULL || s->operation != AB_RSA_VERIFY || !s->is_message)
        return 1;
    return ab_param_get_octets(p, &bytes, &len) && bytes != NULL && keep_signature(s, bytes, len);
}

/* Up to 3.4 an empty list is one: what was set is checked anew. */
int ab_rsa_signing_is_nothing(const struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    return params == NULL || (params->key == NULL && s->prov->release >= AB_RELEASE(3, 5));
}

int ab_rsa_signing_set_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;
    int ok;

    if (ab_rsa_signing_is_nothing(s, params))
        return 1;
    if (s->key == NULL)
        return 0;
    if (s->state == AB_RSA_PASSED)
        return ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (s->sigalg != NULL)
        return ab_rsa_signing_set_signature(s, params);
    if (s->state == AB_RSA_OURS && !s->key->is_restricted && ab_rsa_parameters_set(s, params))
        return 1;
    if (!ab_rsa_signing_consult(s))
        return 0;
    ok = ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (!ab_rsa_signing_share(s))
        return 0;
    if (ok && s->num_hashed == 0 && asks_for_others(params))
        s->state = AB_RSA_PASSED;
    return ok;
}

#define TEXT(name) OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_##name, NULL, 0)
#define SETTABLE TEXT(PAD_MODE), TEXT(MGF1_DIGEST), TEXT(MGF1_PROPERTIES), TEXT(PSS_SALTLEN)

/* libcrypto looks here before each digest that it sets. */
const OSSL_PARAM *ab_rsa_signing_settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { TEXT(DIGEST), TEXT(PROPERTIES), SETTABLE, OSSL_PARAM_END };
    static const OSSL_PARAM list_without_digest[] = { SETTABLE, OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->is_digest_fixed ? list_without_digest : list;
}

const OSSL_PARAM *ab_rsa_sigalg_settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_SIGNATURE, NULL, 0),
                                       OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->operation == AB_RSA_VERIFY && s->is_message ? list : NULL;
}

int ab_rsa_signing_get_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    return ab_rsa_signing_consult(s)
           && ab_fallback_op_get_params(&s->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, params);
}

const OSSL_PARAM *ab_rsa_signing_gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        TEXT(PAD_MODE),
        TEXT(DIGEST),
        TEXT(MGF1_DIGEST),
        TEXT(PSS_SALTLEN),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* The digest's own: there is hardly one that has any, so they are passed on. */
int ab_rsa_signing_get_md_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    return ab_rsa_signing_consult(s)
           && ab_fallback_op_get_params(&s->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_MD_PARAMS, params);
}

int ab_rsa_signing_set_md_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    if (!ab_rsa_signing_consult(s) || s->num_hashed != 0)
        return 0;
    s->state = AB_RSA_PASSED;
    return ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_MD_PARAMS, params);
}

const OSSL_PARAM *ab_rsa_signing_gettable_md(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    return ab_rsa_signing_consult(s) ? ab_fallback_op_md_list(&s->fallback, OSSL_FUNC_SIGNATURE_GETTABLE_CTX_MD_PARAMS)
                                     : NULL;
}

const OSSL_PARAM *ab_rsa_signing_settable_md(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    return ab_rsa_signing_consult(s) ? ab_fallback_op_md_list(&s->fallback, OSSL_FUNC_SIGNATURE_SETTABLE_CTX_MD_PARAMS)
                                     : NULL;
}
