/*
 * cSHAKE for OpenSSL 4.0 and later (SP 800-185 sec. 3). Whether it is SHAKE or the sponge after a prefix is only known
 * when the message begins, since its strings may be set until then.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "crypto/hash/cshake.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/digest/xof.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"
#include "provider/property.h"

/* missing in the headers of 3.0 */
#define PARAM_FUNCTION_NAME "function-name"
#define PARAM_CUSTOMIZATION "customization"

enum { CUSTOM_SIZE = 512 }; /* of a customization string with its terminating zero, as in the default provider */

struct cshake {
    struct ab_digest digest;
    const struct ab_digest_desc *desc;
    const struct ab_hash *shake, *keccak;
    const char *function; /* its name; "": none */
    int is_started;       /* a message is in progress or complete; its strings are fixed */
    int has_begun;        /* ever, since the context was made */
    size_t reported_len;  /* the length to report then: of the last message begun, or set since */
    int is_refused;       /* the properties exclude our implementations */
    char custom[CUSTOM_SIZE];
};

static void *new(struct ab_provctx *prov, const struct ab_digest_desc *desc, enum ab_hash_id shake,
                 enum ab_hash_id keccak)
{
    const struct ab_hash *shake_hash = ab_health_hash(prov, shake), *keccak_hash = ab_health_hash(prov, keccak);
    struct cshake *c;

    if (shake_hash == NULL || keccak_hash == NULL)
        return NULL;
    c = ab_alloc_zeros(prov, sizeof(*c), "digest context");
    if (c == NULL)
        return NULL;
    c->digest.prov = prov;
    c->digest.hash = c->digest.message.hash = shake_hash;
    c->digest.len = desc->digest_len;
    c->desc = desc;
    c->shake = shake_hash;
    c->keccak = keccak_hash;
    c->function = "";
    return c;
}

static void release(void *ctx)
{
    struct cshake *c = ctx;

    if (c != NULL)
        ab_wipe(c, sizeof(*c));
    free(c);
}

static void *dup(void *ctx)
{
    const struct cshake *c = ctx;
    struct cshake *copy = ab_alloc(c->digest.prov, sizeof(*copy), "digest context");

    if (copy != NULL)
        *copy = *c;
    return copy;
}

/*
 * Set one of the functions that SP 800-185 sec. 3.4 names; NULL or another name sets none. The first letter must be
 * upper case, the others may be in either case, as in the default provider.
 */
static int set_function(struct cshake *c, const char *name)
{
    static const char *const functions[] = { "KMAC", "TupleHash", "ParallelHash" };

    c->function = "";
    if (name == NULL || *name == '\0')
        return 1;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (*name == *functions[i] && strcasecmp(name, functions[i]) == 0) {
            c->function = functions[i];
            return 1;
        }
    AB_RAISE_DETAIL(c->digest.prov, AB_R_INVALID_FUNCTION_NAME, "%s", name);
    return 0;
}

static int set_custom(struct cshake *c, const char *custom)
{
    size_t len = custom == NULL ? 0 : strlen(custom);

    ab_wipe(c->custom, sizeof(c->custom));
    if (len >= sizeof(c->custom)) {
        AB_RAISE_DETAIL(c->digest.prov, AB_R_INVALID_CUSTOM_LENGTH, "%zu bytes", len);
        return 0;
    }
    if (len != 0)
        memcpy(c->custom, custom, len);
    return 1;
}

static int set_properties(struct cshake *c, const char *query)
{
    c->is_refused = !ab_property_is_met(query);
    return 1;
}

/* A parameter without data sets an empty text. */
static int set_text(struct cshake *c, const OSSL_PARAM *p, int (*set)(struct cshake *c, const char *text))
{
    return p == NULL || (p->data_type == OSSL_PARAM_UTF8_STRING && set(c, p->data));
}

static int set_params(void *ctx, const OSSL_PARAM params[])
{
    struct cshake *c = ctx;

    if (!ab_xof_set_params(&c->digest, params))
        return 0;
    if (ab_param_locate_const(params, OSSL_DIGEST_PARAM_XOFLEN) != NULL
        || ab_param_locate_const(params, OSSL_DIGEST_PARAM_SIZE) != NULL)
        c->reported_len = c->digest.len;
    return set_text(c, ab_param_locate_const(params, PARAM_FUNCTION_NAME), set_function)
           && set_text(c, ab_param_locate_const(params, PARAM_CUSTOMIZATION), set_custom)
           && set_text(c, ab_param_locate_const(params, OSSL_ALG_PARAM_PROPERTIES), set_properties);
}

/*
 * The default provider answers from an inner context, which learns of a length when a message begins, and ignores a
 * length of 0.
 */
static int get_params(void *ctx, OSSL_PARAM params[])
{
    const struct cshake *c = ctx;
    size_t reported = c->reported_len != 0 ? c->reported_len : AB_DIGEST_NO_LEN;

    return ab_xof_get_len(c->digest.prov, c->has_begun ? reported : c->digest.len, params);
}

static const OSSL_PARAM *settable_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_utf8_string(PARAM_FUNCTION_NAME, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_CUSTOMIZATION, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static int init(void *ctx, const OSSL_PARAM params[])
{
    struct cshake *c = ctx;

    ab_hash_wipe(&c->digest.message);
    ab_wipe(c->custom, sizeof(c->custom));
    c->digest.is_begun = c->digest.is_squeezing = c->is_started = 0;
    c->digest.len = c->desc->digest_len;
    c->function = "";
    return set_params(c, params);
}

/* Begin the message unless it has begun. */
static int start(struct cshake *c)
{
    struct ab_digest *d = &c->digest;
    size_t custom_len = strlen(c->custom);

    if (c->is_started)
        return 1;
    if (c->is_refused) {
        AB_RAISE_DETAIL(d->prov, AB_R_INVALID_PARAMETER, "properties that are not this module's");
        return 0;
    }
    d->hash = *c->function == '\0' && custom_len == 0 ? c->shake : c->keccak;
    if (d->hash == c->shake)
        ab_hash_init(&d->message, d->hash);
    else
        ab_cshake_init(&d->message, d->hash, c->function, (const uint8_t *)c->custom, custom_len);
    d->is_begun = c->is_started = c->has_begun = 1;
    c->reported_len = d->len;
    return 1;
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    return start(ctx) && ab_xof_update(ctx, data, len);
}

/* A call with out_size 0 neither begins nor ends a message. */
static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    *out_len = 0;
    return out_size == 0 || (start(ctx) && ab_xof_final(ctx, out, out_len, out_size));
}

static int squeeze(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    *out_len = 0;
    return out_size == 0 || (start(ctx) && ab_xof_squeeze(ctx, out, out_len, out_size));
}

static const struct ab_digest_desc cshake_128_desc = { AB_HASH_CSHAKE_KECCAK_128,
                                                       AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT, 168, 32 };
static const struct ab_digest_desc cshake_256_desc = { AB_HASH_CSHAKE_KECCAK_256,
                                                       AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT, 136, 64 };

static void *cshake_128_newctx(void *provctx)
{
    return new(provctx, &cshake_128_desc, AB_HASH_SHAKE_128, AB_HASH_CSHAKE_KECCAK_128);
}

static void *cshake_256_newctx(void *provctx)
{
    return new(provctx, &cshake_256_desc, AB_HASH_SHAKE_256, AB_HASH_CSHAKE_KECCAK_256);
}

static int cshake_128_get_params(OSSL_PARAM params[])
{
    return ab_digest_get_desc_params(&cshake_128_desc, params);
}
static int cshake_256_get_params(OSSL_PARAM params[])
{
    return ab_digest_get_desc_params(&cshake_256_desc, params);
}

#define SHARED_ENTRIES                                                                                         \
    AB_DIGEST_FN(FREECTX, release), AB_DIGEST_FN(DUPCTX, dup), AB_DIGEST_FN(INIT, init), AB_DIGEST_FN(UPDATE, update), \
    AB_DIGEST_FN(FINAL, final), AB_DIGEST_LATER(SQUEEZE, squeeze)
#define PARAM_ENTRIES                                                                                          \
    AB_DIGEST_FN(SET_CTX_PARAMS, set_params), AB_DIGEST_FN(SETTABLE_CTX_PARAMS, settable_params),             \
    AB_DIGEST_FN(GET_CTX_PARAMS, get_params), AB_DIGEST_FN(GETTABLE_CTX_PARAMS, ab_xof_gettable_params)

const OSSL_DISPATCH ab_cshake_128_functions[] = {
    AB_DIGEST_NAME_ENTRIES(cshake_128), SHARED_ENTRIES, PARAM_ENTRIES, { 0, NULL }
};
const OSSL_DISPATCH ab_cshake_256_functions[] = {
    AB_DIGEST_NAME_ENTRIES(cshake_256), SHARED_ENTRIES, PARAM_ENTRIES, { 0, NULL }
};
