/* The frame of KDFs over a digest with byte strings and numbers. */
#include "provider/kdf/digest_kdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/param.h"

void *ab_digest_kdf_new(struct ab_provctx *prov, const struct ab_digest_kdf_desc *desc)
{
    struct ab_digest_kdf *k = ab_alloc(prov, sizeof(*k), desc->name);

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->desc = desc;
    k->fallback = (struct ab_fallback_kdf){ 0 };
    k->hash = NULL;
    for (unsigned i = 0; i < AB_DIGEST_KDF_PARTS; i++)
        ab_octets_prepare(&k->parts[i]);
    desc->set_defaults(k);
    return k;
}

void ab_digest_kdf_reset(void *ctx)
{
    struct ab_digest_kdf *k = ctx;

    for (unsigned i = 0; i < AB_DIGEST_KDF_PARTS; i++)
        ab_octets_clear(&k->parts[i]);
    ab_fallback_kdf_free(&k->fallback);
    k->hash = NULL;
    k->desc->set_defaults(k);
}

void ab_digest_kdf_free(void *ctx)
{
    if (ctx != NULL)
        ab_digest_kdf_reset(ctx);
    free(ctx);
}

void *ab_digest_kdf_dup(void *ctx)
{
    const struct ab_digest_kdf *k = ctx;
    struct ab_digest_kdf *copy = ab_digest_kdf_new(k->prov, k->desc);
    int ok;

    if (copy == NULL)
        return NULL;
    ok = ab_fallback_kdf_dup(&copy->fallback, &k->fallback);
    copy->hash = k->hash;
    copy->u = k->u;
    for (unsigned i = 0; i < AB_DIGEST_KDF_PARTS; i++)
        ok = ok && ab_octets_copy(k->prov, &copy->parts[i], &k->parts[i]);
    if (ok)
        return copy;
    ab_digest_kdf_free(copy);
    return NULL;
}

/* The numbers come last: a byte string may change one of them. */
int ab_digest_kdf_fall_back(struct ab_digest_kdf *k)
{
    OSSL_PARAM strings[AB_DIGEST_KDF_PARTS + 2], *p = strings, numbers[AB_DIGEST_KDF_NUMBERS + 1];

    if (k->hash != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)k->hash->algorithm->name, 0);
    for (unsigned i = 0; i < AB_DIGEST_KDF_PARTS; i++)
        if (k->parts[i].data != NULL)
            *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(k->desc->parts[i].key, k->parts[i].data, k->parts[i].len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    *k->desc->add_numbers(k, numbers) = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_kdf_make(&k->fallback, k->prov, k->desc->name)
           && ab_fallback_kdf_set_params(&k->fallback, strings) && ab_fallback_kdf_set_params(&k->fallback, numbers);
}

static int set_parts(struct ab_digest_kdf *k, const OSSL_PARAM params[])
{
    const struct ab_digest_kdf_desc *desc = k->desc;

    for (unsigned i = 0; i < AB_DIGEST_KDF_PARTS && desc->parts[i].key != NULL; i++) {
        const OSSL_PARAM *p = ab_param_locate_const(params, desc->parts[i].key);

        if (p == NULL && desc->parts[i].synonym != NULL)
            p = ab_param_locate_const(params, desc->parts[i].synonym);
        if (p != NULL && !desc->set_part(k->prov, &k->parts[i], p))
            return 0;
    }
    return 1;
}

/* The digest that was set before stays set for the default provider, which reads the same parameters once more. */
static int choose_provider(struct ab_digest_kdf *k, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = k->hash;
    enum ab_digest_choice choice = ab_param_choose_digest(k->prov, params, &hash);

    if (choice == AB_DIGEST_REFUSED)
        return 0;
    if (choice == AB_DIGEST_OTHER || (k->desc->is_foreign != NULL && k->desc->is_foreign(params)))
        return ab_digest_kdf_fall_back(k);
    k->hash = hash;
    return 1;
}

int ab_digest_kdf_set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_digest_kdf *k = ctx;

    if (params == NULL || params->key == NULL)
        return 1;
    if (k->fallback.ctx == NULL && !choose_provider(k, params))
        return 0;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_set_params(&k->fallback, params);
    return set_parts(k, params) && k->desc->set_numbers(k, params);
}

int ab_digest_kdf_has(const struct ab_digest_kdf *k, unsigned i, enum ab_reason reason)
{
    if (k->parts[i].data == NULL)
        AB_RAISE_DETAIL(k->prov, reason, "%s", k->desc->name);
    return k->parts[i].data != NULL;
}

int ab_digest_kdf_derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct ab_digest_kdf *k = ctx;

    if (!ab_digest_kdf_set_ctx_params(k, params))
        return 0;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&k->fallback, out, len);
    if (!k->desc->derive(k, out, len))
        return 0;
    if (k->hash != NULL)
        ab_count(k->prov, ab_hash_family(k->hash), AB_COUNTED_DERIVE, len);
    return 1;
}

/* The size of the digest; 0, with an error raised, without one, which is no failure. */
static int get_digest_size(const struct ab_digest_kdf *k, OSSL_PARAM *p)
{
    if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MESSAGE_DIGEST, "%s", k->desc->name);
    return ab_param_set_uint64(p, k->hash == NULL ? 0 : k->hash->algorithm->digest_len);
}

int ab_digest_kdf_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct ab_digest_kdf *k = ctx;
    OSSL_PARAM *size = ab_param_locate(params, OSSL_KDF_PARAM_SIZE);

    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_get_params(&k->fallback, params);
    if (size == NULL || !k->desc->has_digest_size)
        return ab_kdf_get_size(params, k->prov->release >= k->desc->lenient_since);
    return get_digest_size(k, size);
}
