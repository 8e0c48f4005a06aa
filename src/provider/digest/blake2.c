/*
 * BLAKE2 for OpenSSL; the hashes are in src/crypto/hash/blake2.c. Since 3.2 BLAKE2B-512 has the parameter "size", the
 * length of the digest, which takes effect at the next init and stays for all later ones. Since 3.3 BLAKE2S-256 has it
 * too; that one is not offered, since the work that EVP then does at every final makes some lengths slower than the
 * default provider's (docs/decisions/0006).
 */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "crypto/hash/blake2.h"
#include "provider/counters.h"
#include "provider/digest/digest.h"
#include "provider/error.h"
#include "provider/param.h"

static const struct ab_digest_desc blake2b512_desc = { AB_HASH_BLAKE2B512, 0, 128, 64 };
static const struct ab_digest_desc blake2s256_desc = { AB_HASH_BLAKE2S256, 0, 64, 32 };

AB_DIGEST_NAME(blake2b512)
AB_DIGEST_NAME(blake2s256)

/* "size" is 0 until it is set or a message begins. */
static void *new_sized(void *provctx)
{
    struct ab_digest *d = ab_digest_new(provctx, &blake2b512_desc);

    if (d != NULL)
        d->len = 0;
    return d;
}

static int set_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_DIGEST_PARAM_SIZE);
    struct ab_digest *d = ctx;
    size_t size;

    if (p == NULL)
        return 1;
    if (!ab_param_get_size(p, &size)) {
        AB_RAISE_DETAIL(d->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    if (size < 1 || size > d->hash->algorithm->digest_len) {
        AB_RAISE_DETAIL(d->prov, AB_R_INVALID_DIGEST_SIZE, "%zu bytes", size);
        return 0;
    }
    d->len = size;
    return 1;
}

static int get_params(void *ctx, OSSL_PARAM params[])
{
    OSSL_PARAM *p = ab_param_locate(params, OSSL_DIGEST_PARAM_SIZE);
    const struct ab_digest *d = ctx;

    return p == NULL || ab_param_set_uint64(p, d->len);
}

static const OSSL_PARAM *list_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_uint(OSSL_DIGEST_PARAM_SIZE, NULL), OSSL_PARAM_END };

    (void)ctx;
    (void)provctx;
    return list;
}

static int init(void *ctx, const OSSL_PARAM params[])
{
    struct ab_digest *d = ctx;

    if (!set_params(d, params))
        return 0;
    if (d->len == 0)
        d->len = d->hash->algorithm->digest_len;
    ab_blake2_init(&d->message, d->hash, d->len);
    d->is_begun = 1;
    return 1;
}

/* With out == NULL, return only the length; without a message, return nothing, as in the default provider. */
static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_digest *d = ctx;

    *out_len = d->is_begun ? ab_blake2_digest_len(&d->message) : 0;
    if (out_size == 0 || *out_len == 0)
        return 1;
    if (out_size < *out_len) {
        AB_RAISE_DETAIL(d->prov, AB_R_INVALID_DIGEST_SIZE, "%zu bytes wanted", *out_len);
        return 0;
    }
    ab_hash_final(&d->message, out);
    ab_count(d->prov, ab_hash_family(d->hash), AB_COUNTED_DIGEST, 0);
    d->is_begun = 0;
    return 1;
}

const OSSL_DISPATCH ab_blake2b512_3_0_functions[] = AB_DIGEST_TABLE(blake2b512);
const OSSL_DISPATCH ab_blake2b512_3_2_functions[] = {
    AB_DIGEST_FN(NEWCTX, new_sized),
    AB_DIGEST_STREAM_ENTRIES,
    AB_DIGEST_FN(INIT, init),
    AB_DIGEST_FN(FINAL, final),
    AB_DIGEST_FN(SET_CTX_PARAMS, set_params),
    AB_DIGEST_FN(SETTABLE_CTX_PARAMS, list_params),
    AB_DIGEST_FN(GET_CTX_PARAMS, get_params),
    AB_DIGEST_FN(GETTABLE_CTX_PARAMS, list_params),
    AB_DIGEST_PARAM_ENTRIES(blake2b512),
    { 0, NULL },
};
const OSSL_DISPATCH ab_blake2s256_3_0_functions[] = AB_DIGEST_TABLE(blake2s256);
