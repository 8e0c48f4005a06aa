/*
 * Ed25519 and Ed448 for OpenSSL, with their instances with a context and prehashed; the signatures are in
 * src/crypto/curve25519/ed25519.c and src/crypto/curve448/ed448.c. Since 3.2 the parameter "instance" selects an
 * instance, since 3.4 the instances also have names of their own. A message is signed in one call: there is no
 * streaming, digest or fallback, so a context is a struct ab_signature and no struct ab_signing.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>
#include <strings.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/keymgmt/ecx_key.h"
#include "provider/param.h"
#include "provider/signature/signature_context.h"

/* since OpenSSL 3.2 */
#ifndef OSSL_SIGNATURE_PARAM_INSTANCE
# define OSSL_SIGNATURE_PARAM_INSTANCE "instance"
#endif
#ifndef OSSL_SIGNATURE_PARAM_CONTEXT_STRING
# define OSSL_SIGNATURE_PARAM_CONTEXT_STRING "context-string"
#endif

enum { PREHASH_LEN = 64, PRESET = 1, CALLER_HASHES = 2, MAX_CONTEXT = AB_ED25519_MAX_CONTEXT };

enum instance { ED25519, ED25519CTX, ED25519PH, ED448, ED448PH, NUM_INSTANCES };
static const struct {
    const char *name;
    enum ab_ecx_type type;
    bool is_prehashed;
} instances[NUM_INSTANCES] = {
    [ED25519] = { "Ed25519", AB_ECX_ED25519, false },    [ED25519CTX] = { "Ed25519ctx", AB_ECX_ED25519, false },
    [ED25519PH] = { "Ed25519ph", AB_ECX_ED25519, true }, [ED448] = { "Ed448", AB_ECX_ED448, false },
    [ED448PH] = { "Ed448ph", AB_ECX_ED448, true },
};

struct signing {
    struct ab_signature base; /* its key is a struct ab_ecx_key */
    enum instance instance;
    bool is_preset;     /* the name determines the instance */
    bool caller_hashes; /* the input is a digest */
    size_t context_len;
    uint8_t context[MAX_CONTEXT];
};

static struct ab_ecx_key *key_of(const struct signing *s)
{
    return s->base.key;
}

/* ---- contexts ---- */

static void hold_key(void *key)
{
    ab_ecx_key_hold(key);
}

static void free_key(void *key)
{
    ab_ecx_key_free(key);
}

/* Nothing is fetched, so properties have no effect. */
static void *newctx(void *provctx, const char *properties)
{
    static const struct ab_signature_type type = { sizeof(struct signing), hold_key, free_key };
    static const struct ab_signature_scheme scheme = { .type = &type };

    (void)properties;
    return ab_signature_new(provctx, &scheme);
}

/* ---- parameters ---- */

static size_t signature_len(const struct ab_ecx_key *key)
{
    return key->type == AB_ECX_ED25519 ? AB_ED25519_SIGNATURE_LEN : AB_ED448_SIGNATURE_LEN;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    /* SEQUENCE { OID 1.3.101.112 or 113 }: RFC 8410 sec. 3 */
    static const uint8_t identifiers[][7] = { { 0x30, 5, 0x06, 3, 0x2b, 0x65, 0x70 },
                                              { 0x30, 5, 0x06, 3, 0x2b, 0x65, 0x71 } };
    OSSL_PARAM *p = ab_param_locate(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID);
    const struct signing *s = ctx;

    if (p == NULL || key_of(s) == NULL)
        return p == NULL || ab_param_set_octets(p, NULL, 0);
    return ab_param_set_octets(p, identifiers[key_of(s)->type == AB_ECX_ED448], sizeof(identifiers[0]));
}

/* The default provider returns the identifier only; its lists also name the other two from 3.2 to 3.5. */
static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_INSTANCE, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_END,
    };
    unsigned release = ((const struct ab_provctx *)provctx)->release;

    (void)ctx;
    return release >= AB_RELEASE(3, 2) && release < AB_RELEASE(3, 6) ? list : list + 2;
}

/* An instance of the other curve has no effect, as in the default provider. */
static int set_instance(struct signing *s, const OSSL_PARAM *p)
{
    const char *name;

    if (s->is_preset) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_NO_INSTANCE_ALLOWED, "the name of the algorithm says it");
        return 0;
    }
    if (!ab_param_get_utf8(p, &name) || name == NULL)
        return 0;
    for (unsigned i = 0; i < NUM_INSTANCES; i++)
        if (strcasecmp(name, instances[i].name) == 0) {
            if (key_of(s) != NULL && key_of(s)->type == instances[i].type)
                s->instance = (enum instance)i;
            return 1;
        }
    AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_EDDSA_INSTANCE, "unknown INSTANCE name: %s", name);
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
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *settable_of_instance(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_CONTEXT_STRING, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- init ---- */

static int begin(struct signing *s, struct ab_ecx_key *key, const OSSL_PARAM params[], enum instance instance,
                 unsigned flags)
{
    if (key == NULL || key->type != instances[instance].type) {
        AB_RAISE(s->base.prov, AB_R_NO_KEY_SET);
        return 0;
    }
    if (!ab_signature_set_key(&s->base, key))
        return 0;
    s->instance = instance;
    s->is_preset = (flags & PRESET) != 0;
    s->caller_hashes = (flags & CALLER_HASHES) != 0;
    s->context_len = 0;
    return s->base.prov->release < AB_RELEASE(3, 2) || set_ctx_params(s, params);
}

/* EVP_DigestSignInit and EVP_DigestVerifyInit: the pure instance, or the one in the parameters. */
static int begin_digest(struct signing *s, const char *digest, void *key, const OSSL_PARAM params[],
                        enum instance instance)
{
    if (digest != NULL && *digest != '\0') {
        AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_DIGEST, "Explicit digest not allowed with EdDSA operations");
        return 0;
    }
    if (key == NULL && key_of(s) != NULL)
        return s->base.prov->release < AB_RELEASE(3, 2) || set_ctx_params(s, params);
    return begin(s, key, params, instance, 0);
}

static int ed25519_digest_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, digest, key, params, ED25519);
}

static int ed448_digest_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, digest, key, params, ED448);
}

/* EVP_PKEY_sign_init_ex2 with the name of the curve: the input must be a digest for the prehashed instance. */
static int ed25519_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED25519, CALLER_HASHES);
}

static int ed448_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED448, CALLER_HASHES);
}

static int ed25519ph_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED25519PH, PRESET | CALLER_HASHES);
}

static int ed448ph_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED448PH, PRESET | CALLER_HASHES);
}

static int ed25519_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED25519, PRESET);
}

static int ed25519ctx_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED25519CTX, PRESET);
}

static int ed25519ph_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED25519PH, PRESET);
}

static int ed448_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED448, PRESET);
}

static int ed448ph_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, ED448PH, PRESET);
}

static const char **ed25519_query_key_types(void)
{
    static const char *const types[] = { "ED25519", NULL };

    return (const char **)types; /* the caller does not change them */
}

static const char **ed448_query_key_types(void)
{
    static const char *const types[] = { "ED448", NULL };

    return (const char **)types;
}

/* ---- signing and verifying ---- */

/* Ed25519ctx requires a context, Ed25519 refuses one (RFC 8032 sec. 5.1). */
static int is_context_right(const struct signing *s)
{
    return s->instance == ED25519 ? s->context_len == 0 : s->instance != ED25519CTX || s->context_len != 0;
}

/* The tested hash function of the key's curve. NULL with an error raised. */
static const struct ab_hash *choose_hash(const struct signing *s)
{
    return ab_health_hash(s->base.prov, key_of(s)->type == AB_ECX_ED25519 ? AB_HASH_SHA512 : AB_HASH_SHAKE_256);
}

static void make_digest(const struct ab_hash *hash, uint8_t digest[PREHASH_LEN], const uint8_t *data, size_t len)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, data, len);
    ab_hash_final(&c, digest); /* the same length for SHAKE256 */
}

/*
 * The input of the signature: the message, or its digest, which is written to `digest`. Returns 0 with an error raised.
 */
static int prepare(const struct signing *s, const struct ab_hash *hash, uint8_t digest[PREHASH_LEN],
                   const uint8_t **data, size_t *len)
{
    if (s->caller_hashes && !instances[s->instance].is_prehashed) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_EDDSA_INSTANCE, "a digest is signed as a prehashed instance only");
        return 0;
    }
    if (s->caller_hashes && *len != PREHASH_LEN) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_INVALID_DIGEST_LENGTH, "%zu bytes", *len);
        return 0;
    }
    if (instances[s->instance].is_prehashed && !s->caller_hashes) {
        make_digest(hash, digest, *data, *len);
        *data = digest;
        *len = PREHASH_LEN;
    }
    return 1;
}

static struct ab_ed25519_message message_25519(const struct signing *s, const uint8_t *data, size_t len)
{
    static const enum ab_ed25519_instance as[] = {
        [ED25519] = AB_ED25519,
        [ED25519CTX] = AB_ED25519CTX,
        [ED25519PH] = AB_ED25519PH,
    };

    return (struct ab_ed25519_message){ as[s->instance], s->context, s->context_len, data, len };
}

static struct ab_ed448_message message_448(const struct signing *s, const uint8_t *data, size_t len)
{
    return (struct ab_ed448_message){ s->instance == ED448PH, s->context, s->context_len, data, len };
}

static int make_signature(const struct signing *s, const struct ab_hash *hash, uint8_t *signature, const uint8_t *data,
                          size_t len)
{
    const struct ab_curve25519_kernels *k25519;
    const struct ab_curve448_kernels *k448;

    ab_count(s->base.prov, ab_ecx_family(key_of(s)->type), AB_COUNTED_SIGN, 0);
    if (key_of(s)->type == AB_ECX_ED25519) {
        struct ab_ed25519_message m = message_25519(s, data, len);

        if ((k25519 = ab_health_curve25519(s->base.prov)) == NULL)
            return 0;
        ab_ed25519_sign(k25519, hash, signature, &m, key_of(s)->private_key, key_of(s)->public_key);
    } else {
        struct ab_ed448_message m = message_448(s, data, len);

        if ((k448 = ab_health_curve448(s->base.prov)) == NULL)
            return 0;
        ab_ed448_sign(k448, hash, signature, &m, key_of(s)->private_key, key_of(s)->public_key);
    }
    return 1;
}

static int check_signature(const struct signing *s, const struct ab_hash *hash, const uint8_t *signature,
                           const uint8_t *data, size_t len)
{
    const struct ab_curve25519_kernels *k25519;
    const struct ab_curve448_kernels *k448;

    ab_count(s->base.prov, ab_ecx_family(key_of(s)->type), AB_COUNTED_VERIFY, 0);
    if (key_of(s)->type == AB_ECX_ED25519) {
        struct ab_ed25519_message m = message_25519(s, data, len);

        k25519 = ab_health_curve25519(s->base.prov);
        return k25519 != NULL && ab_ed25519_verify(k25519, hash, signature, &m, key_of(s)->public_key);
    } else {
        struct ab_ed448_message m = message_448(s, data, len);

        k448 = ab_health_curve448(s->base.prov);
        return k448 != NULL && ab_ed448_verify(k448, hash, signature, &m, key_of(s)->public_key);
    }
}

/* With signature == NULL, return the length only. */
static int sign(void *ctx, unsigned char *signature, size_t *len_out, size_t size, const unsigned char *data,
                size_t len)
{
    const struct signing *s = ctx;
    uint8_t digest[PREHASH_LEN];
    const struct ab_hash *hash;
    int ok;

    if (key_of(s) == NULL) {
        AB_RAISE(s->base.prov, AB_R_NO_KEY_SET);
        return 0;
    }
    if (signature == NULL) {
        *len_out = signature_len(key_of(s));
        return 1;
    }
    if (size < signature_len(key_of(s))) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", size);
        return 0;
    }
    /* signing with a wrong public key would leak the private one */
    if (!key_of(s)->has_private || !key_of(s)->has_public) {
        AB_RAISE(s->base.prov, AB_R_NOT_A_PRIVATE_KEY);
        return 0;
    }
    hash = choose_hash(s);
    if (hash == NULL || !prepare(s, hash, digest, &data, &len))
        return 0;
    if (!is_context_right(s)) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_FAILED_TO_SIGN, "a context of %zu bytes", s->context_len);
        return 0;
    }
    ok = make_signature(s, hash, signature, data, len);
    if (ok)
        *len_out = signature_len(key_of(s));
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify(void *ctx, const unsigned char *signature, size_t signature_size, const unsigned char *data,
                  size_t len)
{
    const struct signing *s = ctx;
    uint8_t digest[PREHASH_LEN];
    const struct ab_hash *hash;

    if (key_of(s) == NULL || signature_size != signature_len(key_of(s)))
        return 0;
    hash = choose_hash(s);
    return hash != NULL && prepare(s, hash, digest, &data, &len) && is_context_right(s)
           && check_signature(s, hash, signature, data, len);
}

#define SHARED                                                                    \
    AB_SIGNATURE_FN(NEWCTX, newctx), AB_SIGNATURE_FN(FREECTX, ab_signature_free), \
    AB_SIGNATURE_FN(DUPCTX, ab_signature_dup), GETTABLE
#define GETTABLE AB_SIGNATURE_FN(GET_CTX_PARAMS, get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, gettable)
#define DIGESTS(init)                                                            \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, init), AB_SIGNATURE_FN(DIGEST_SIGN, sign), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, init), AB_SIGNATURE_FN(DIGEST_VERIFY, verify)
#define SETTABLE(list) AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, list)
#define MESSAGES(curve, init)                                                                                  \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, init), AB_SIGNATURE_FN(SIGN, sign), AB_SIGNATURE_FN(VERIFY, verify), \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, init), AB_SIGNATURE_LATER(QUERY_KEY_TYPES, curve##_query_key_types)
#define INITS(init) AB_SIGNATURE_FN(SIGN_INIT, init), AB_SIGNATURE_FN(VERIFY_INIT, init)

/* The names of curves as of 3.0, 3.2 and 3.4, and the name of an instance. */
#define CURVE_3_0(curve) { SHARED, DIGESTS(curve##_digest_init), { 0, NULL } }
#define CURVE_3_2(curve) { SHARED, DIGESTS(curve##_digest_init), SETTABLE(settable), { 0, NULL } }
#define CURVE_3_4(curve)                                        \
    { SHARED, DIGESTS(curve##_digest_init), SETTABLE(settable), \
      MESSAGES(curve, curve##_message_init), INITS(curve##_init), { 0, NULL } }
#define INSTANCE(curve, instance, start) \
    { SHARED, SETTABLE(settable_of_instance), MESSAGES(curve, instance##_message_init), INITS(start), { 0, NULL } }

const OSSL_DISPATCH ab_ed25519_signature_3_0_functions[] = CURVE_3_0(ed25519);
const OSSL_DISPATCH ab_ed25519_signature_3_2_functions[] = CURVE_3_2(ed25519);
const OSSL_DISPATCH ab_ed25519_signature_3_4_functions[] = CURVE_3_4(ed25519);
const OSSL_DISPATCH ab_ed25519ph_signature_functions[] = INSTANCE(ed25519, ed25519ph, ed25519ph_init);
const OSSL_DISPATCH ab_ed25519ctx_signature_functions[] = INSTANCE(ed25519, ed25519ctx, ed25519ctx_message_init);
const OSSL_DISPATCH ab_ed448_signature_3_0_functions[] = CURVE_3_0(ed448);
const OSSL_DISPATCH ab_ed448_signature_3_2_functions[] = CURVE_3_2(ed448);
const OSSL_DISPATCH ab_ed448_signature_3_4_functions[] = CURVE_3_4(ed448);
const OSSL_DISPATCH ab_ed448ph_signature_functions[] = INSTANCE(ed448, ed448ph, ed448ph_init);
