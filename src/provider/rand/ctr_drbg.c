/* CTR-DRBG for OpenSSL: CTR_DRBG over AES; with any other cipher it is the default provider's. */
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stddef.h>
#include <strings.h>

#include "provider/error.h"
#include "provider/health.h"
#include "provider/names.h"
#include "provider/param.h"
#include "provider/property.h"
#include "provider/rand/drbg.h"
#include "provider/rand/rand.h"

struct ctr {
    struct ab_drbg head;
    const struct ab_aes_kernels *kernels, *df; /* for CTR and ECB; NULL: no cipher was named */
    size_t key_len;
    int has_df, has_key; /* no key: a cipher was named since the last instantiation */
    struct ab_ctr_drbg drbg;
};

static void set_lengths(struct ctr *c)
{
    struct ab_drbg *d = &c->head;
    size_t fixed = c->key_len == 0 ? AB_DRBG_MAX_LEN : ab_ctr_drbg_seed_len(c->key_len);

    d->min_entropy_len = c->has_df ? c->key_len : fixed;
    d->min_nonce_len = c->has_df ? c->key_len / 2 : 0;
    d->max_nonce_len = c->has_df ? AB_DRBG_MAX_LEN : 0;
    d->max_entropy_len = d->max_text_len = d->max_more_len = c->has_df ? AB_DRBG_MAX_LEN : fixed;
}

static void begin(struct ab_drbg *d)
{
    struct ctr *c = (struct ctr *)d;

    c->has_df = 1;
    set_lengths(c);
}

/* The last three letters of a text of len bytes. */
static int ends_in_ctr(const char *text, size_t len)
{
    return strcasecmp(text + len - 3, "CTR") == 0;
}

/* Take the cipher of that name if it is ours. */
static enum ab_drbg_choice choose_cipher(struct ctr *c, const OSSL_PARAM params[], const OSSL_PARAM *cipher)
{
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_DRBG_PARAM_PROPERTIES);
    const char *name, *query = NULL;
    const struct ab_aes_kernels *kernels, *df;
    size_t key_len;

    if (!ab_param_get_utf8(cipher, &name) || cipher->data_size < 3)
        return AB_DRBG_REFUSED;
    if (!ends_in_ctr(name, cipher->data_size)) {
        AB_RAISE_CODE(c->head.prov, ERR_LIB_PROV, PROV_R_REQUIRE_CTR_MODE_CIPHER);
        return AB_DRBG_REFUSED;
    }
    if (properties != NULL && !ab_param_get_utf8(properties, &query))
        return AB_DRBG_REFUSED;
    if (!ab_names_find_cipher(AB_FAMILY_AES_CTR, name, &key_len) || !ab_property_is_met(query)
        || !ab_drbg_is_own_name(&c->head, params))
        return AB_DRBG_OTHER;
    kernels = ab_health_kernels(c->head.prov, AB_FAMILY_AES_CTR);
    df = ab_health_kernels(c->head.prov, AB_FAMILY_AES_ECB);
    if (kernels == NULL || df == NULL)
        return AB_DRBG_REFUSED;
    c->kernels = kernels;
    c->df = df;
    c->key_len = key_len;
    return AB_DRBG_OURS;
}

static enum ab_drbg_choice set_params(struct ab_drbg *d, const OSSL_PARAM params[])
{
    struct ctr *c = (struct ctr *)d;
    const OSSL_PARAM *df = ab_param_locate_const(params, OSSL_DRBG_PARAM_USE_DF),
                     *cipher = ab_param_locate_const(params, OSSL_DRBG_PARAM_CIPHER);
    enum ab_drbg_choice choice = AB_DRBG_OURS;
    int value, is_changed = 0;

    if (df != NULL && ab_param_get_int(df, &value)) {
        c->has_df = value != 0;
        is_changed = 1;
    }
    if (cipher != NULL)
        choice = choose_cipher(c, params, cipher);
    if (choice != AB_DRBG_OURS || (cipher == NULL && !is_changed))
        return choice;
    if (c->kernels == NULL) {
        AB_RAISE_CODE(d->prov, ERR_LIB_PROV, PROV_R_MISSING_CIPHER);
        return AB_DRBG_REFUSED;
    }
    c->has_key = 0;
    d->strength = (unsigned)(8 * c->key_len);
    set_lengths(c);
    return AB_DRBG_OURS;
}

static int get_param(const struct ab_drbg *d, OSSL_PARAM *p)
{
    const struct ctr *c = (const struct ctr *)d;
    static const char *const names[] = { "AES-128-CTR", "AES-192-CTR", "AES-256-CTR" };

    if (ab_param_is(p, OSSL_DRBG_PARAM_USE_DF))
        return ab_param_set_uint64(p, (uint64_t)c->has_df);
    if (ab_param_is(p, OSSL_DRBG_PARAM_CIPHER))
        return c->kernels != NULL && ab_param_set_utf8(p, names[(c->key_len - 16) / 8]);
    return 1;
}

static int own_param(struct ab_drbg *d, OSSL_PARAM *p)
{
    *p = (OSSL_PARAM)OSSL_PARAM_int(OSSL_DRBG_PARAM_USE_DF, &((struct ctr *)d)->has_df);
    return 1;
}

static int instantiate(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    struct ctr *c = (struct ctr *)d;

    if (c->kernels == NULL)
        return 0;
    ab_ctr_drbg_init(&c->drbg, c->kernels, c->has_df ? c->df : NULL, c->key_len);
    ab_ctr_drbg_instantiate(&c->drbg, in, num_in);
    c->has_key = 1;
    return 1;
}

static int has_key(const struct ctr *c)
{
    if (!c->has_key)
        AB_RAISE(c->head.prov, AB_R_NO_KEY_SET);
    return c->has_key;
}

static int reseed(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    struct ctr *c = (struct ctr *)d;

    if (!has_key(c))
        return 0;
    ab_ctr_drbg_reseed(&c->drbg, in, num_in);
    return 1;
}

static int generate(struct ab_drbg *d, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    struct ctr *c = (struct ctr *)d;

    if (!has_key(c))
        return 0;
    ab_ctr_drbg_generate(&c->drbg, more, more_len, out, len);
    return 1;
}

static const struct ab_drbg_mechanism mechanism = {
    .name = "CTR-DRBG",
    .size = sizeof(struct ctr),
    .secrets = offsetof(struct ctr, drbg),
    .secrets_len = sizeof(struct ab_ctr_drbg),
    .begin = begin,
    .set_params = set_params,
    .own_param = own_param,
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
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_int(OSSL_DRBG_PARAM_USE_DF, NULL),
        AB_DRBG_GETTABLE,
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_PROV_PARAM_CORE_PROV_NAME, NULL, 0), /* since 3.6 */
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_int(OSSL_DRBG_PARAM_USE_DF, NULL),
        AB_DRBG_SETTABLE,
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 6) ? list + 1 : list;
}

const OSSL_DISPATCH ab_ctr_drbg_functions[] = {
    AB_RAND_FN(NEWCTX, new),
    AB_DRBG_COMMON_FUNCTIONS,
    AB_RAND_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params),
    AB_RAND_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    { 0, NULL },
};
