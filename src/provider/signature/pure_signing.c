/* Contexts of pure signatures: their parameters, and the identifier of the algorithm. */
#include "provider/signature/pure_signing.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/error.h"
#include "provider/param.h"

void *ab_pure_signing_new(struct ab_provctx *prov, const struct ab_signature_scheme *scheme)
{
    struct ab_pure_signing *s = ab_signature_new(prov, scheme);

    if (s != NULL)
        s->is_encoded_here = 1;
    return s;
}

static int set_context(struct ab_pure_signing *s, const OSSL_PARAM *p)
{
    const uint8_t *bytes;

    s->context_len = 0;
    if (!ab_param_get_octets(p, &bytes, &s->context_len) || s->context_len > sizeof(s->context) || bytes == NULL) {
        s->context_len = 0;
        AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_PARAMETER, AB_PURE_CONTEXT);
        return 0;
    }
    memcpy(s->context, bytes, s->context_len);
    return 1;
}

static int set_entropy(struct ab_pure_signing *s, const OSSL_PARAM *p, size_t wanted)
{
    const uint8_t *bytes;
    size_t len;

    s->entropy_len = 0;
    if (!ab_param_get_octets(p, &bytes, &len) || len != wanted || bytes == NULL) {
        AB_RAISE(s->base.prov, AB_R_INVALID_SEED_LENGTH);
        return 0;
    }
    memcpy(s->entropy, bytes, len);
    s->entropy_len = len;
    return 1;
}

int ab_pure_signing_set_int(const OSSL_PARAM params[], const char *name, int *value)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, name);

    return p == NULL || ab_param_get_int(p, value);
}

int ab_pure_signing_set_params(struct ab_pure_signing *s, const OSSL_PARAM params[], size_t entropy_len)
{
    const OSSL_PARAM *context = ab_param_locate_const(params, AB_PURE_CONTEXT);
    const OSSL_PARAM *entropy = ab_param_locate_const(params, AB_PURE_ENTROPY);

    return (context == NULL || set_context(s, context)) && (entropy == NULL || set_entropy(s, entropy, entropy_len))
           && ab_pure_signing_set_int(params, AB_PURE_DETERMINISTIC, &s->deterministic)
           && ab_pure_signing_set_int(params, AB_PURE_ENCODING, &s->is_encoded_here);
}

int ab_pure_signing_get_params(OSSL_PARAM params[], uint8_t arc)
{
    const uint8_t identifier[] = { 0x30, 11, 0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, arc };
    OSSL_PARAM *p = ab_param_locate(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID);

    return p == NULL || ab_param_set_octets(p, identifier, arc == 0 ? 0 : sizeof(identifier));
}

const OSSL_PARAM *ab_pure_signing_gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

int ab_pure_signing_check_digest(const struct ab_pure_signing *s, const char *digest, const char *family)
{
    if (digest == NULL || *digest == '\0')
        return 1;
    AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_DIGEST, "Explicit digest not supported for %s operations", family);
    return 0;
}
