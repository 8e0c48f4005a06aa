/*
 * HMAC-DRBG for OpenSSL: HMAC_DRBG over the module's hash functions; with any other, and with another MAC, it is the
 * default provider's.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stddef.h>
#include <strings.h>

#include "provider/error.h"
#include "provider/param.h"
#include "provider/rand/digest_drbg.h"
#include "provider/rand/rand.h"

struct hmac {
    struct ab_drbg head;
    const struct ab_hash *hash; /* NULL: no digest was named */
    int is_mac_named, has_mac;  /* it has one once a digest is named with it or after it */
    struct ab_hmac_drbg drbg;
};

/* From 4.0 on the MAC is HMAC without a parameter. */
static void begin(struct ab_drbg *d)
{
    struct hmac *h = (struct hmac *)d;

    h->is_mac_named = d->prov->release >= AB_RELEASE(4, 0);
}

/* HMAC need not be named with "provider-name", nor, from 3.5.9 on, with a digest. */
static int names_mac_besides(const struct ab_provctx *prov, const OSSL_PARAM params[])
{
    return ab_param_locate_const(params, OSSL_PROV_PARAM_CORE_PROV_NAME) != NULL
           || (ab_release_is_of_3_5(prov->release, 9) && ab_param_locate_const(params, OSSL_DRBG_PARAM_DIGEST) != NULL);
}

/* Read "mac". */
static enum ab_drbg_choice choose_mac(struct hmac *h, const OSSL_PARAM params[])
{
    const OSSL_PARAM *mac = ab_param_locate_const(params, OSSL_ALG_PARAM_MAC);
    const char *name;

    if (h->head.prov->release >= AB_RELEASE(4, 0))
        return AB_DRBG_OURS;
    if (mac == NULL) {
        h->is_mac_named |= names_mac_besides(h->head.prov, params);
        return AB_DRBG_OURS;
    }
    if (!ab_param_get_utf8(mac, &name))
        return AB_DRBG_REFUSED;
    if (strcasecmp(name, "HMAC") != 0)
        return AB_DRBG_OTHER;
    h->is_mac_named = 1;
    h->has_mac = 0;
    return AB_DRBG_OURS;
}

static enum ab_drbg_choice set_params(struct ab_drbg *d, const OSSL_PARAM params[])
{
    struct hmac *h = (struct hmac *)d;
    enum ab_drbg_choice choice = choose_mac(h, params);

    if (choice == AB_DRBG_OURS)
        choice = ab_drbg_choose_digest(d, params, &h->hash);
    if (choice != AB_DRBG_OURS || h->hash == NULL || !h->is_mac_named)
        return choice;
    h->has_mac |= ab_param_locate_const(params, OSSL_DRBG_PARAM_DIGEST) != NULL;
    if (d->state == AB_DRBG_READY)
        ab_hmac_drbg_set_hash(&h->drbg, h->hash);
    ab_drbg_set_digest_lengths(d, h->hash);
    return AB_DRBG_OURS;
}

/* Before 4.0 the name of the MAC is a parameter, too. */
static int get_param(const struct ab_drbg *d, OSSL_PARAM *p)
{
    const struct hmac *h = (const struct hmac *)d;

    if (ab_param_is(p, OSSL_ALG_PARAM_MAC) && d->prov->release < AB_RELEASE(4, 0))
        return h->is_mac_named && ab_param_set_utf8(p, "HMAC");
    return ab_drbg_get_digest(h->hash, p);
}

static int instantiate(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    struct hmac *h = (struct hmac *)d;

    if (!h->has_mac) {
        AB_RAISE_CODE(d->prov, ERR_LIB_PROV, PROV_R_MISSING_MAC);
        return 0;
    }
    ab_hmac_drbg_instantiate(&h->drbg, h->hash, in, num_in);
    return 1;
}

static int reseed(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    ab_hmac_drbg_reseed(&((struct hmac *)d)->drbg, in, num_in);
    return 1;
}

static int generate(struct ab_drbg *d, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    ab_hmac_drbg_generate(&((struct hmac *)d)->drbg, more, more_len, out, len);
    return 1;
}

static const struct ab_drbg_mechanism mechanism = {
    .name = "HMAC-DRBG",
    .size = sizeof(struct hmac),
    .secrets = offsetof(struct hmac, drbg),
    .secrets_len = sizeof(struct ab_hmac_drbg),
    .begin = begin,
    .set_params = set_params,
    .own_param = ab_drbg_no_own_param,
    .get_param = get_param,
    .instantiate = instantiate,
    .reseed = reseed,
    .generate = generate,
};

static void *new(void *provctx, void *parent, const OSSL_DISPATCH *parent_functions)
{
    return ab_drbg_new(provctx, &mechanism, parent, parent_functions);
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_MAC, NULL, 0), /* before 4.0 */
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_DIGEST, NULL, 0),
        AB_DRBG_GETTABLE,
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(4, 0) ? list : list + 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM before_4_0[] = {
        OSSL_PARAM_utf8_string(OSSL_PROV_PARAM_CORE_PROV_NAME, NULL, 0), /* since 3.6 */
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_MAC, NULL, 0),
        AB_DRBG_SETTABLE,
        OSSL_PARAM_END,
    };
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_PROV_PARAM_CORE_PROV_NAME, NULL, 0),
        AB_DRBG_SETTABLE,
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    if (prov->release < AB_RELEASE(3, 6))
        return before_4_0 + 1;
    return prov->release < AB_RELEASE(4, 0) ? before_4_0 : list;
}

const OSSL_DISPATCH ab_hmac_drbg_functions[] = {
    AB_RAND_FN(NEWCTX, new),
    AB_DRBG_COMMON_FUNCTIONS,
    AB_RAND_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params),
    AB_RAND_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    { 0, NULL },
};
