/*
 * Ed25519 for OpenSSL, and its instances with a context and prehashed: src/crypto/curve25519/ed25519.c. From 3.2 on the
 * parameter "instance" chooses one, from 3.4 on they have names of their own too. A message is signed in one call.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "afterburner/curve25519.h"
#include "ct/ct.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/keymgmt/ecx_key.h"
#include "provider/param.h"
#include "provider/signature/signature.h"

/* OpenSSL 3.2 and later */
#ifndef OSSL_SIGNATURE_PARAM_INSTANCE
# define OSSL_SIGNATURE_PARAM_INSTANCE "instance"
#endif
#ifndef OSSL_SIGNATURE_PARAM_CONTEXT_STRING
# define OSSL_SIGNATURE_PARAM_CONTEXT_STRING "context-string"
#endif

enum { PREHASH_LEN = 64, PRESET = 1, CALLER_HASHES = 2 };

struct signing {
    struct ab_provctx *prov;
    struct ab_ecx_key *key;
    enum ab_ed25519_instance instance;
    bool is_preset;     /* the name says which instance it is */
    bool caller_hashes; /* what is signed is a digest already */
    size_t context_len;
    uint8_t context[AB_ED25519_MAX_CONTEXT];
};

static void *newctx(void *provctx, const char *properties)
{
    struct signing *s = calloc(1, sizeof(*s));

    (void)properties; /* nothing is fetched */
    if (s == NULL)
        AB_RAISE((struct ab_provctx *)provctx, AB_R_OUT_OF_MEMORY, "%s", "signature");
    else
        s->prov = provctx;
    return s;
}

static void freectx(void *ctx)
{
    struct signing *s = ctx;

    ab_ecx_key_free(s->key);
    free(s);
}

static void *dupctx(void *ctx)
{
    const struct signing *s = ctx;
    struct signing *copy = newctx(s->prov, NULL);

    if (copy == NULL)
        return NULL;
    *copy = *s;
    copy->key = s->key == NULL ? NULL : ab_ecx_key_hold(s->key);
    return copy;
}

/* ---- parameters ---- */

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    /* SEQUENCE { OID 1.3.101.112 }: RFC 8410 sec. 3 */
    static const uint8_t identifier[] = { 0x30, 5, 0x06, 3, 0x2b, 0x65, 0x70 };
    OSSL_PARAM *p = ab_param_locate(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID);
    const struct signing *s = ctx;

    return p == NULL || ab_param_set_octets(p, s->key == NULL ? NULL : identifier, s->key == NULL ? 0 : sizeof(identifier));
}

static const OSSL_PARAM *gettable_3_0(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *gettable_3_4(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_INSTANCE, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0), OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_instance(struct signing *s, const OSSL_PARAM *p)
{
    static const char *const names[] = {
        [AB_ED25519] = "Ed25519", [AB_ED25519CTX] = "Ed25519ctx", [AB_ED25519PH] = "Ed25519ph",
    };
    const char *name;

    if (s->is_preset) {
        AB_RAISE(s->prov, AB_R_NO_INSTANCE_ALLOWED, "%s", "the name of the algorithm says it");
        return 0;
    }
    if (!ab_param_get_utf8(p, &name) || name == NULL)
        return 0;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcasecmp(name, names[i]) == 0) {
            s->instance = (enum ab_ed25519_instance)i;
            return 1;
        }
    if (strcasecmp(name, "Ed448") == 0 || strcasecmp(name, "Ed448ph") == 0)
        return 1; /* another key's: the default provider leaves the instance as it was, too */
    AB_RAISE(s->prov, AB_R_INVALID_EDDSA_INSTANCE, "unknown INSTANCE name: %s", name);
    return 0;
}

static int set_context(struct signing *s, const OSSL_PARAM *p)
{
    const uint8_t *bytes;

    s->context_len = 0;
    if (!ab_param_get_octets(p, &bytes, &s->context_len) || s->context_len > sizeof(s->context) || bytes == NULL) {
        s->context_len = 0;
        return 0;
    }
    memcpy(s->context, bytes, s->context_len);
    return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_INSTANCE);
    struct signing *s = ctx;

    if (p != NULL && !set_instance(s, p))
        return 0;
    p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_CONTEXT_STRING);
    return p == NULL || set_context(s, p);
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_INSTANCE, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0), OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *settable_of_instance(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0), OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- beginnings ---- */

static int begin(struct signing *s, struct ab_ecx_key *key, const OSSL_PARAM params[], enum ab_ed25519_instance instance,
                 unsigned flags)
{
    if (key == NULL || key->type != AB_ECX_ED25519) {
        AB_RAISE(s->prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    ab_ecx_key_hold(key);
    ab_ecx_key_free(s->key);
    s->key = key;
    s->instance = instance;
    s->is_preset = (flags & PRESET) != 0;
    s->caller_hashes = (flags & CALLER_HASHES) != 0;
    s->context_len = 0;
    return s->prov->release < AB_RELEASE(3, 2) || set_ctx_params(s, params);
}

/* EVP_DigestSignInit and EVP_DigestVerifyInit: the instance is Ed25519, or what the parameters say. */
static int digest_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct signing *s = ctx;

    if (digest != NULL && *digest != '\0') {
        AB_RAISE(s->prov, AB_R_INVALID_DIGEST, "%s", "Explicit digest not allowed with EdDSA operations");
        return 0;
    }
    if (key == NULL && s->key != NULL)
        return s->prov->release < AB_RELEASE(3, 2) || set_ctx_params(s, params);
    return begin(s, key, params, AB_ED25519, 0);
}

/* EVP_PKEY_sign_init_ex2: only with a digest, of the prehashed instance. */
static int init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_ED25519, CALLER_HASHES);
}

static int message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_ED25519, PRESET);
}

static int ctx_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_ED25519CTX, PRESET);
}

static int ph_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_ED25519PH, PRESET | CALLER_HASHES);
}

static int ph_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_ED25519PH, PRESET);
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "ED25519", NULL };

    return (const char **)types; /* the caller changes nothing */
}

/* ---- signing and verifying ---- */

/* A context is wanted by Ed25519ctx and refused by Ed25519 (RFC 8032 sec. 5.1). */
static int is_context_right(const struct signing *s)
{
    return s->instance == AB_ED25519 ? s->context_len == 0 : s->instance == AB_ED25519PH || s->context_len != 0;
}

/* The message, or its digest in `digest`. 0 with an error raised. */
static int prepare(const struct signing *s, const struct ab_hash *sha512, struct ab_ed25519_message *m,
                   uint8_t digest[PREHASH_LEN], const uint8_t *data, size_t len)
{
    struct ab_hash_ctx c;

    *m = (struct ab_ed25519_message){ s->instance, s->context, s->context_len, data, len };
    if (s->caller_hashes && s->instance != AB_ED25519PH) {
        AB_RAISE(s->prov, AB_R_INVALID_EDDSA_INSTANCE, "%s", "a digest is signed as Ed25519ph only");
        return 0;
    }
    if (s->caller_hashes && len != PREHASH_LEN) {
        AB_RAISE(s->prov, AB_R_INVALID_DIGEST_LENGTH, "%zu bytes", len);
        return 0;
    }
    if (s->instance == AB_ED25519PH && !s->caller_hashes) {
        ab_hash_init(&c, sha512);
        ab_hash_update(&c, data, len);
        ab_hash_final(&c, digest);
        m->data = digest;
        m->len = PREHASH_LEN;
    }
    return 1;
}

static int sign(void *ctx, unsigned char *signature, size_t *signature_len, size_t size, const unsigned char *data, size_t len)
{
    const struct signing *s = ctx;
    const struct ab_curve25519_kernels *kernels;
    struct ab_ed25519_message m;
    uint8_t digest[PREHASH_LEN];
    const struct ab_hash *sha512;

    if (signature == NULL) {
        *signature_len = AB_ED25519_SIGNATURE_LEN;
        return 1;
    }
    if (size < AB_ED25519_SIGNATURE_LEN) {
        AB_RAISE(s->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", size);
        return 0;
    }
    if (s->key == NULL || !s->key->has_private || !s->key->has_public) { /* over a wrong public key it would leak */
        AB_RAISE(s->prov, AB_R_NOT_A_PRIVATE_KEY, "%s", "");
        return 0;
    }
    kernels = ab_health_curve25519(s->prov);
    sha512 = ab_health_hash(s->prov, AB_HASH_SHA512);
    if (kernels == NULL || sha512 == NULL || !prepare(s, sha512, &m, digest, data, len))
        return 0;
    if (!is_context_right(s)) {
        AB_RAISE(s->prov, AB_R_FAILED_TO_SIGN, "a context of %zu bytes", s->context_len);
        return 0;
    }
    ab_ed25519_sign(kernels, sha512, signature, &m, s->key->private_key, s->key->public_key);
    *signature_len = AB_ED25519_SIGNATURE_LEN;
    ab_wipe(digest, sizeof(digest));
    return 1;
}

static int verify(void *ctx, const unsigned char *signature, size_t signature_len, const unsigned char *data, size_t len)
{
    const struct signing *s = ctx;
    const struct ab_curve25519_kernels *kernels;
    struct ab_ed25519_message m;
    uint8_t digest[PREHASH_LEN];
    const struct ab_hash *sha512;

    if (s->key == NULL || signature_len != AB_ED25519_SIGNATURE_LEN)
        return 0;
    kernels = ab_health_curve25519(s->prov);
    sha512 = ab_health_hash(s->prov, AB_HASH_SHA512);
    return kernels != NULL && sha512 != NULL && prepare(s, sha512, &m, digest, data, len) && is_context_right(s)
           && ab_ed25519_verify(kernels, sha512, signature, &m, s->key->public_key);
}

#define SHARED                                                                                                           \
    AB_SIGNATURE_FN(NEWCTX, newctx), AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx),                \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, get_ctx_params)
#define DIGESTS                                                                                                          \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_SIGN, sign),                                 \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_VERIFY, verify)
#define SETTABLE(list) AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, list)
#define GETTABLE(list) AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, list)
#define MESSAGES(init)                                                                                                   \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, init), AB_SIGNATURE_FN(SIGN, sign), AB_SIGNATURE_FN(VERIFY, verify),          \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, init), AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types)
#define INITS(init) AB_SIGNATURE_FN(SIGN_INIT, init), AB_SIGNATURE_FN(VERIFY_INIT, init)

const OSSL_DISPATCH ab_ed25519_signature_3_0_functions[] = { SHARED, DIGESTS, GETTABLE(gettable_3_0), { 0, NULL } };
const OSSL_DISPATCH ab_ed25519_signature_3_2_functions[] = {
    SHARED, DIGESTS, GETTABLE(gettable_3_4), SETTABLE(settable), { 0, NULL },
};
const OSSL_DISPATCH ab_ed25519_signature_3_4_functions[] = {
    SHARED, DIGESTS, GETTABLE(gettable_3_4), SETTABLE(settable), MESSAGES(message_init), INITS(init), { 0, NULL },
};
const OSSL_DISPATCH ab_ed25519ph_signature_functions[] = {
    SHARED, GETTABLE(gettable_3_4), SETTABLE(settable_of_instance), MESSAGES(ph_message_init), INITS(ph_init), { 0, NULL },
};
const OSSL_DISPATCH ab_ed25519ctx_signature_functions[] = {
    SHARED, GETTABLE(gettable_3_4), SETTABLE(settable_of_instance), MESSAGES(ctx_init), INITS(ctx_init), { 0, NULL },
};
