/* Generation of RSA keys: two primes here, anything unusual by the default provider. */
#include "provider/keymgmt/rsa_gen.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/gains.h"
#include "provider/health.h"
#include "provider/keymgmt/rsa_key.h"
#include "provider/param.h"

enum { MAX_E_LEN = 32, DEFAULT_BITS = 2048 };

/*
 * Keys with two primes are generated here; the default provider generates all others: more primes, restrictions,
 * unusual exponents.
 */
struct generation {
    struct ab_provctx *prov;
    enum ab_key_type type;
    int selection;
    size_t num_bits, e_len; /* e_len: 0 for the default exponent */
    uint8_t e[MAX_E_LEN];
    struct ab_twin_gen fallback; /* has a context during fallback and is then given everything */
    OSSL_CALLBACK *progress;
    void *progress_arg;
};

void ab_rsa_gen_cleanup(void *genctx)
{
    struct generation *g = genctx;

    if (g != NULL)
        ab_twin_gen_cleanup(&g->fallback);
    free(g);
}

/* ---- requests ---- */

static int pass(struct generation *g, const OSSL_PARAM params[])
{
    OSSL_PARAM known[3], *p = known;

    if (g->fallback.ctx != NULL)
        return ab_twin_gen_set_params(&g->fallback, params);
    *p++ = (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, &g->num_bits);
    if (g->e_len != 0)
        *p++ = (OSSL_PARAM)OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_E, g->e, g->e_len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_twin_gen_init(&g->fallback, g->prov, g->type, g->selection, known)
           && ab_twin_gen_set_params(&g->fallback, params);
}

static int is_ours(const OSSL_PARAM *p)
{
    static const char *const names[] = { OSSL_PKEY_PARAM_RSA_BITS, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_PRIMES };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (ab_param_is(p, names[i]))
            return 1;
    return 0;
}

/* Returns 0 if the default provider must handle it. */
static int set_one(struct generation *g, const OSSL_PARAM *p)
{
    size_t num;

    if (ab_param_is(p, OSSL_PKEY_PARAM_RSA_PRIMES))
        return ab_param_get_size(p, &num) && num == 2;
    if (ab_param_is(p, OSSL_PKEY_PARAM_RSA_BITS)) {
        if (!ab_param_get_size(p, &num) || num < ab_rsa_least_bits() || num > AB_RSA_MAX_BITS)
            return 0;
        g->num_bits = num;
        return 1;
    }
    num = p->data_size;
    while (num > 0 && p->data != NULL && ((const uint8_t *)p->data)[num - 1] == 0)
        num--;
    if (p->data_type != OSSL_PARAM_UNSIGNED_INTEGER || p->data == NULL || num == 0 || num > MAX_E_LEN)
        return 0;
    memcpy(g->e, p->data, num);
    g->e_len = num;
    return (g->e[0] & 1) == 1 && (num > 1 || g->e[0] > 1);
}

int ab_rsa_gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    struct generation *g = genctx;

    if (params == NULL)
        return 1;
    if (g->fallback.ctx != NULL)
        return pass(g, params);
    for (const OSSL_PARAM *p = params; p->key != NULL; p++)
        if (!is_ours(p) || !set_one(g, p))
            return pass(g, params);
    return 1;
}

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[], enum ab_key_type type)
{
    struct generation *g;

    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return NULL;
    g = ab_alloc_zeros(provctx, sizeof(*g), "key generation");
    if (g == NULL)
        return NULL;
    g->prov = provctx;
    g->type = type;
    g->selection = selection;
    g->num_bits = DEFAULT_BITS;
    if (ab_rsa_gen_set_params(g, params))
        return g;
    ab_rsa_gen_cleanup(g);
    return NULL;
}

void *ab_rsa_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_KEY_RSA);
}

void *ab_rsa_pss_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_KEY_RSA_PSS);
}

const OSSL_PARAM *ab_rsa_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_RSA);
}

const OSSL_PARAM *ab_rsa_pss_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_RSA_PSS);
}

/* ---- generating ---- */

static int report_progress(void *arg, int stage, int count)
{
    const struct generation *g = arg;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_int(OSSL_GEN_PARAM_POTENTIAL, &stage),
        OSSL_PARAM_int(OSSL_GEN_PARAM_ITERATION, &count),
        OSSL_PARAM_END,
    };

    return g->progress(params, g->progress_arg);
}

static struct ab_rsa_key *generate(struct generation *g)
{
    const struct ab_rsa_generation how = {
        .num_bits = g->num_bits,
        .e = { g->e, g->e_len },
        .progress = g->progress == NULL ? NULL : report_progress,
        .arg = g,
    };
    const struct ab_bignum *bignum = ab_health_rsa(g->prov);
    struct ab_rsa_key *key = bignum == NULL ? NULL : ab_rsa_generate(bignum, &g->prov->random, &how);

    if (bignum != NULL && key == NULL)
        AB_RAISE_CODE_DETAIL(g->prov, ERR_LIB_PROV, PROV_R_FAILED_TO_GENERATE_KEY, "%zu bits", g->num_bits);
    return key;
}

static int fill(struct generation *g, struct ab_rsa_keydata *key)
{
    struct ab_rsa_key *native;

    if (g->fallback.ctx != NULL)
        return ab_rsa_keydata_adopt(key, ab_twin_gen(&g->fallback, g->progress, g->progress_arg));
    ab_count(g->prov, AB_FAMILY_RSA, AB_COUNTED_GENERATE, 0);
    native = generate(g);
    return native != NULL && ab_rsa_keydata_generated(key, native);
}

void *ab_rsa_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    struct generation *g = genctx;
    struct ab_rsa_keydata *key = g == NULL ? NULL : ab_rsa_keydata_new(g->prov, g->type);

    if (key == NULL)
        return NULL;
    g->progress = progress;
    g->progress_arg = arg;
    if (fill(g, key))
        return key;
    ab_rsa_keydata_free(key);
    return NULL;
}
