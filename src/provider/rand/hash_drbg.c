/* HASH-DRBG for OpenSSL: Hash_DRBG over the module's hash functions; with any other it is the default provider's. */
#include <openssl/params.h>
#include <stddef.h>

#include "provider/param.h"
#include "provider/rand/digest_drbg.h"
#include "provider/rand/rand.h"

struct hash {
    struct ab_drbg head;
    const struct ab_hash *hash; /* NULL: no digest was named */
    struct ab_hash_drbg drbg;
};

static void begin(struct ab_drbg *d)
{
    (void)d;
}

/* A state goes on under another digest. */
static enum ab_drbg_choice set_params(struct ab_drbg *d, const OSSL_PARAM params[])
{
    struct hash *h = (struct hash *)d;
    enum ab_drbg_choice choice = ab_drbg_choose_digest(d, params, &h->hash);

    if (choice != AB_DRBG_OURS || h->hash == NULL)
        return choice;
    if (d->state == AB_DRBG_READY) {
        h->drbg.hash = h->hash;
        h->drbg.seed_len = ab_hash_drbg_seed_len(h->hash->algorithm->digest_len);
    }
    ab_drbg_set_digest_lengths(d, h->hash);
    return AB_DRBG_OURS;
}

static int get_param(const struct ab_drbg *d, OSSL_PARAM *p)
{
    return ab_drbg_get_digest(((const struct hash *)d)->hash, p);
}

static int instantiate(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    struct hash *h = (struct hash *)d;

    if (h->hash == NULL)
        return 0;
    ab_hash_drbg_instantiate(&h->drbg, h->hash, in, num_in);
    return 1;
}

static int reseed(struct ab_drbg *d, const struct ab_drbg_input *in, size_t num_in)
{
    ab_hash_drbg_reseed(&((struct hash *)d)->drbg, in, num_in);
    return 1;
}

static int generate(struct ab_drbg *d, const uint8_t *more, size_t more_len, uint8_t *out, size_t len)
{
    ab_hash_drbg_generate(&((struct hash *)d)->drbg, more, more_len, out, len);
    return 1;
}

static const struct ab_drbg_mechanism mechanism = {
    .name = "HASH-DRBG",
    .size = sizeof(struct hash),
    .secrets = offsetof(struct hash, drbg),
    .secrets_len = sizeof(struct ab_hash_drbg),
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

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_PROV_PARAM_CORE_PROV_NAME, NULL, 0), /* since 3.6 */
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_DIGEST, NULL, 0),
        AB_DRBG_SETTABLE,
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 6) ? list + 1 : list;
}

const OSSL_DISPATCH ab_hash_drbg_functions[] = {
    AB_RAND_FN(NEWCTX, new),
    AB_DRBG_COMMON_FUNCTIONS,
    AB_RAND_FN(GETTABLE_CTX_PARAMS, ab_drbg_gettable_digest),
    AB_RAND_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    { 0, NULL },
};
