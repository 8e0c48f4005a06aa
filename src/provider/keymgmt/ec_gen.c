/*
 * Generation of keys on elliptic curves: native on a named curve of the module's or on a template's curve. Anything
 * else (other curves, explicit parameters, settings, keying material) makes it the twin's.
 */
#include "provider/keymgmt/ec_gen.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <strings.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/keymgmt/ec_key.h"
#include "provider/param.h"

struct generation {
    struct ab_provctx *prov;
    int selection;
    struct ab_ec_key *template;        /* NULL: none was set */
    const struct ab_ec_kernels *curve; /* the named curve; NULL: none. A template's curve has precedence */
    struct ab_twin_gen fallback;       /* has a context during fallback */
};

void ab_ec_gen_cleanup(void *genctx)
{
    struct generation *g = genctx;

    if (g == NULL)
        return;
    ab_ec_key_free(g->template);
    ab_twin_gen_cleanup(&g->fallback);
    free(g);
}

/* Make a generation of the default provider and set all that was set on ours. */
static int make_fallback(struct generation *g)
{
    char *name = g->curve == NULL ? NULL : (char *)ab_ec_curve_name(g->curve);
    OSSL_PARAM params[] = {
        g->curve == NULL ? (OSSL_PARAM)OSSL_PARAM_END
                         : (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, name, 0),
        OSSL_PARAM_END,
    };

    if (g->fallback.ctx != NULL)
        return 1;
    if (!ab_twin_gen_init(&g->fallback, g->prov, AB_KEY_EC, g->selection, params))
        return 0;
    return g->template == NULL
           || (ab_ec_key_twin(g->template) != NULL
               && ab_twin_gen_set_template(&g->fallback, ab_twin_peek(&g->template->twin)));
}

/* The curve if the parameters name one and say nothing else, except to write it by its name; otherwise NULL. */
static const struct ab_ec_kernels *read_curve(const struct generation *g, const OSSL_PARAM params[])
{
    const struct ab_ec_kernels *curve = NULL;
    const char *text;

    for (; params->key != NULL; params++) {
        if (params->data_type != OSSL_PARAM_UTF8_STRING || !ab_param_get_utf8(params, &text))
            return NULL;
        if (ab_param_is(params, OSSL_PKEY_PARAM_GROUP_NAME))
            curve = ab_ec_curve_named(g->prov, text);
        else if (!ab_param_is(params, OSSL_PKEY_PARAM_EC_ENCODING) || strcasecmp(text, "named_curve") != 0)
            return NULL;
    }
    return curve;
}

int ab_ec_gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    struct generation *g = genctx;
    const struct ab_ec_kernels *curve;

    if (g == NULL)
        return 0;
    if (params == NULL || params->key == NULL)
        return 1;
    if (g->fallback.ctx == NULL && (curve = read_curve(g, params)) != NULL) {
        g->curve = curve;
        return 1;
    }
    return make_fallback(g) && ab_twin_gen_set_params(&g->fallback, params);
}

void *ab_ec_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    struct generation *g;

    if ((selection & (OSSL_KEYMGMT_SELECT_KEYPAIR | OSSL_KEYMGMT_SELECT_ALL_PARAMETERS)) == 0)
        return NULL;
    g = ab_alloc_zeros(provctx, sizeof(*g), "key generation");
    if (g == NULL)
        return NULL;
    g->prov = provctx;
    g->selection = selection;
    if (ab_ec_gen_set_params(g, params))
        return g;
    ab_ec_gen_cleanup(g);
    return NULL;
}

/* A template that is not plain may have its own format, which the generated key inherits. */
int ab_ec_gen_set_template(void *genctx, void *keydata)
{
    struct generation *g = genctx;
    struct ab_ec_key *template = keydata;

    if (g == NULL || template == NULL)
        return 0;
    if (g->fallback.ctx != NULL)
        return ab_ec_key_twin(template) != NULL
               && ab_twin_gen_set_template(&g->fallback, ab_twin_peek(&template->twin));
    ab_ec_key_free(g->template);
    g->template = ab_ec_key_hold(template);
    return template->is_plain || make_fallback(g);
}

const OSSL_PARAM *ab_ec_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_EC);
}

/* Read the template again: its owner may have changed it since it was set. */
static int is_native(const struct generation *g)
{
    return g->fallback.ctx == NULL && (g->template != NULL ? g->template->is_plain : g->curve != NULL);
}

static int generate_native(const struct generation *g, struct ab_ec_key *key)
{
    key->curve = g->template != NULL ? g->template->curve : g->curve;
    key->is_plain = true;
    if ((g->selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return 1;
    ab_count(g->prov, ab_family_of_curve(ab_curve_id(key->curve)), AB_COUNTED_GENERATE, 0);
    if (!ab_ec_generate(key->curve, key->private_key, key->public_key, &g->prov->random)) {
        AB_RAISE(g->prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    key->has_public = key->has_private = true;
    return 1;
}

static int generate_twin(struct generation *g, struct ab_ec_key *key, OSSL_CALLBACK *progress, void *arg)
{
    if (!make_fallback(g) || !ab_twin_adopt(&key->twin, ab_twin_gen(&g->fallback, progress, arg)))
        return 0;
    ab_ec_key_read_twin(key);
    return 1;
}

void *ab_ec_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    struct generation *g = genctx;
    struct ab_ec_key *key = g == NULL ? NULL : ab_ec_key_new(g->prov);

    if (key == NULL || (is_native(g) ? generate_native(g, key) : generate_twin(g, key, progress, arg)))
        return key;
    ab_ec_key_free(key);
    return NULL;
}
