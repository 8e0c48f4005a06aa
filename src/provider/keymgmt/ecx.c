/*
 * Keys of X25519, Ed25519, X448 and Ed448 for OpenSSL: import, export, generation, comparison. The default provider
 * keeps the encoders and decoders of files, which pass raw bytes.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "crypto/curve25519/curve25519_parts.h"
#include "crypto/curve448/curve448_parts.h"
#include "crypto/kdf/dhkem.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/fallback/fallback.h"
#include "provider/fallback/twin.h"
#include "provider/generator.h"
#include "provider/health.h"
#include "provider/keymgmt/ecx_key.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/param.h"

/* since OpenSSL 3.2 */
#ifndef OSSL_PKEY_PARAM_DHKEM_IKM
# define OSSL_PKEY_PARAM_DHKEM_IKM "dhkem-ikm"
#endif

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

/* What keys of a type report. */
static const struct numbers {
    unsigned bits, security_bits, max_size; /* of a secret or a signature */
} numbers[] = {
    [AB_ECX_X25519] = { 253, 128, AB_X25519_LEN },
    [AB_ECX_ED25519] = { 256, 128, AB_ED25519_SIGNATURE_LEN },
    [AB_ECX_X448] = { 448, 224, AB_X448_LEN },
    [AB_ECX_ED448] = { 456, 224, AB_ED448_SIGNATURE_LEN },
};

static void *x25519_new(void *provctx)
{
    return ab_ecx_key_new(provctx, AB_ECX_X25519);
}
static void *ed25519_new(void *provctx)
{
    return ab_ecx_key_new(provctx, AB_ECX_ED25519);
}
static void *x448_new(void *provctx)
{
    return ab_ecx_key_new(provctx, AB_ECX_X448);
}
static void *ed448_new(void *provctx)
{
    return ab_ecx_key_new(provctx, AB_ECX_ED448);
}

static bool is_exchange(enum ab_ecx_type type)
{
    return type == AB_ECX_X25519 || type == AB_ECX_X448;
}

static void free_key(void *keydata)
{
    ab_ecx_key_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    const struct ab_ecx_key *key = keydata;
    struct ab_ecx_key *copy = ab_ecx_key_new(key->prov, key->type);

    if (copy == NULL)
        return NULL;
    if ((selection & PUBLIC) != 0 && key->has_public) {
        memcpy(copy->public_key, key->public_key, key->len);
        copy->has_public = true;
    }
    if ((selection & PRIVATE) != 0 && key->has_private) {
        memcpy(copy->private_key, key->private_key, key->len);
        copy->has_private = true;
    }
    return copy;
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    const struct ab_ecx_key *key = keydata;

    return key != NULL && ((selection & PUBLIC) == 0 || key->has_public)
           && ((selection & PRIVATE) == 0 || key->has_private);
}

/*
 * Compare public keys if both have one, otherwise private keys. The parameters are the curve, which is part of the
 * name.
 */
static int match(const void *first, const void *second, int selection)
{
    const struct ab_ecx_key *a = first, *b = second;

    if ((selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS) != 0 && a->type != b->type)
        return 0;
    if ((selection & PAIR) == 0)
        return 1;
    if (a->type != b->type)
        return 0;
    if ((selection & PUBLIC) != 0 && a->has_public && b->has_public)
        return memcmp(a->public_key, b->public_key, a->len) == 0;
    if ((selection & PRIVATE) != 0 && a->has_private && b->has_private)
        return ab_ct_memcmp(a->private_key, b->private_key, a->len) == 0;
    return 0;
}

static int is_pair(const struct ab_ecx_key *key)
{
    uint8_t right[AB_ECX_MAX_KEY_LEN];

    return ab_ecx_key_derive_public(key, right) && memcmp(right, key->public_key, key->len) == 0;
}

static int validate(const void *keydata, int selection, int check_type)
{
    const struct ab_ecx_key *key = keydata;

    (void)check_type;
    return has(key, selection) && ((selection & PAIR) != PAIR || is_pair(key));
}

/* ---- import and export ---- */

static int get_bytes(const struct ab_ecx_key *key, const OSSL_PARAM *p, uint8_t out[AB_ECX_MAX_KEY_LEN])
{
    const uint8_t *bytes;
    size_t len;

    if (!ab_param_get_octets(p, &bytes, &len))
        return 0;
    if (bytes == NULL || len != key->len) {
        AB_RAISE_DETAIL(key->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return 0;
    }
    memcpy(out, bytes, len);
    return 1;
}

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    const OSSL_PARAM *public_key = ab_param_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY);
    const OSSL_PARAM *private_key = (selection & PRIVATE) == 0
                                        ? NULL
                                        : ab_param_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY);
    struct ab_ecx_key *key = keydata;

    if (key == NULL || (selection & PAIR) == 0 || (public_key == NULL && private_key == NULL))
        return 0;
    if (private_key != NULL && !(key->has_private = get_bytes(key, private_key, key->private_key)))
        return 0;
    key->has_public = public_key != NULL ? get_bytes(key, public_key, key->public_key)
                                         : ab_ecx_key_derive_public(key, key->public_key);
    return key->has_public;
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct ab_ecx_key *key = keydata;
    OSSL_PARAM params[3], *p = params;

    if (key == NULL || (selection & PAIR) == 0)
        return 0;
    *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, key->public_key, key->len);
    if ((selection & PRIVATE) != 0 && key->has_private)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, key->private_key, key->len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return callback(params, arg);
}

#define KEY_PARAMS                                              \
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0), \
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0)

static const OSSL_PARAM *types(int selection)
{
    static const OSSL_PARAM list[] = { KEY_PARAMS, OSSL_PARAM_END };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- parameters ---- */

/* Whether the release has it: the default provider's keys of the type say so. */
static int has_category(struct ab_provctx *prov, enum ab_ecx_type type)
{
    static const enum ab_key_type types[] = {
        [AB_ECX_X25519] = AB_KEY_X25519,
        [AB_ECX_ED25519] = AB_KEY_ED25519,
        [AB_ECX_X448] = AB_KEY_X448,
        [AB_ECX_ED448] = AB_KEY_ED448,
    };

    return ab_fallback_is_there(prov)
           && ab_param_locate_const(ab_twin_gettable(prov, types[type]), AB_PARAM_SECURITY_CATEGORY) != NULL;
}

static int get_param(const struct ab_ecx_key *key, OSSL_PARAM *p)
{
    const struct numbers *n = &numbers[key->type];

    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, n->bits);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, n->security_bits);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, n->max_size);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY)
        || (is_exchange(key->type) && ab_param_is(p, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY)))
        return ab_param_set_octets(p, key->public_key, key->len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return !key->has_private || ab_param_set_octets(p, key->private_key, key->len);
    if (!is_exchange(key->type) && ab_param_is(p, OSSL_PKEY_PARAM_MANDATORY_DIGEST))
        return ab_param_set_utf8(p, ""); /* none must be named */
    if (ab_param_is(p, AB_PARAM_SECURITY_CATEGORY) && has_category(key->prov, key->type))
        return ab_param_set_uint64(p, 0); /* none of the categories of post-quantum schemes */
    return 1;
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(keydata, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *exchange_gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(AB_PARAM_SECURITY_CATEGORY, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        KEY_PARAMS,
        OSSL_PARAM_END,
    };

    return has_category(provctx, AB_ECX_X25519) ? list : list + 1;
}

static const OSSL_PARAM *signature_gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(AB_PARAM_SECURITY_CATEGORY, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_MANDATORY_DIGEST, NULL, 0),
        KEY_PARAMS,
        OSSL_PARAM_END,
    };

    return has_category(provctx, AB_ECX_ED25519) ? list : list + 1;
}

/* Set a peer's public key, as in TLS; a private key that was there belongs to another key and is dropped. */
static int exchange_set_params(void *keydata, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    struct ab_ecx_key *key = keydata;

    if (p != NULL) {
        if (!get_bytes(key, p, key->public_key))
            return 0;
        ab_wipe(key->private_key, sizeof(key->private_key));
        key->has_private = false;
        key->has_public = true;
    }
    p = ab_param_locate_const(params, OSSL_PKEY_PARAM_PROPERTIES); /* nothing is fetched */
    return p == NULL || p->data_type == OSSL_PARAM_UTF8_STRING;
}

static const OSSL_PARAM *exchange_settable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

static int signature_set_params(void *keydata, const OSSL_PARAM params[])
{
    (void)keydata, (void)params;
    return 1;
}

static const OSSL_PARAM *signature_settable(void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_END };

    (void)provctx;
    return list;
}

/* ---- generation ---- */

struct generation {
    struct ab_provctx *prov;
    enum ab_ecx_type type;
    int selection;
    uint8_t *ikm; /* input keying material of DHKEM (RFC 9180); NULL: generate a random key. Secret. */
    size_t ikm_len;
};

static void forget_ikm(struct generation *g)
{
    ab_wipe(g->ikm, g->ikm_len);
    free(g->ikm);
    g->ikm = NULL;
    g->ikm_len = 0;
}

static void gen_cleanup(void *genctx)
{
    struct generation *g = genctx;

    if (g != NULL)
        forget_ikm(g);
    free(g);
}

/* There is only one group; its name may be given. */
static int is_right_group(const struct generation *g, const OSSL_PARAM *p)
{
    const char *name;

    if (is_exchange(g->type) && ab_param_get_utf8(p, &name) && name != NULL
        && strcasecmp(name, g->type == AB_ECX_X25519 ? "x25519" : "x448") == 0)
        return 1;
    AB_RAISE_DETAIL(g->prov, AB_R_INVALID_PARAMETER, "group");
    return 0;
}

static int set_ikm(struct generation *g, const OSSL_PARAM *p)
{
    const uint8_t *bytes;
    size_t len;

    if (p->data_size == 0 || p->data == NULL)
        return 1;
    if (!ab_param_get_octets(p, &bytes, &len))
        return 0;
    forget_ikm(g);
    g->ikm = ab_alloc(g->prov, len, "keying material");
    if (g->ikm == NULL)
        return 0;
    memcpy(g->ikm, bytes, len);
    g->ikm_len = len;
    return 1;
}

static int gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    struct generation *g = genctx;
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_GROUP_NAME);

    if (g == NULL || (p != NULL && !is_right_group(g, p)))
        return 0;
    p = ab_param_locate_const(params, OSSL_KDF_PARAM_PROPERTIES); /* nothing is fetched */
    if (p != NULL && p->data_type != OSSL_PARAM_UTF8_STRING)
        return 0;
    p = ab_param_locate_const(params, OSSL_PKEY_PARAM_DHKEM_IKM);
    return p == NULL || g->prov->release < AB_RELEASE(3, 2) || set_ikm(g, p);
}

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[], enum ab_ecx_type type)
{
    struct generation *g = ab_alloc_zeros(provctx, sizeof(*g), "key generation");

    if (g == NULL)
        return NULL;
    g->prov = provctx;
    g->type = type;
    g->selection = selection;
    if (gen_set_params(g, params))
        return g;
    gen_cleanup(g);
    return NULL;
}

static void *x25519_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_ECX_X25519);
}

static void *ed25519_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_ECX_ED25519);
}

static void *x448_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_ECX_X448);
}

static void *ed448_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_ECX_ED448);
}

static const OSSL_PARAM *gen_settable_3_0(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)genctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *gen_settable_3_2(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_DHKEM_IKM, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)genctx, (void)provctx;
    return list;
}

/* RFC 9180 sec. 7.1.3 */
static int derive_private(const struct generation *g, struct ab_ecx_key *key)
{
    const struct ab_dhkem *kem = g->type == AB_ECX_X25519 ? &ab_dhkem_x25519 : &ab_dhkem_x448;
    const struct ab_hash *hash = is_exchange(g->type) ? ab_health_hash(g->prov, kem->hash) : NULL;

    if (hash == NULL)
        return 0;
    if (g->ikm_len < key->len) {
        AB_RAISE_DETAIL(g->prov, AB_R_INVALID_KEY_LENGTH, "keying material of %zu bytes", g->ikm_len);
        return 0;
    }
    ab_dhkem_private(kem, hash, key->private_key, g->ikm, g->ikm_len);
    return 1;
}

static int draw_private(const struct generation *g, struct ab_ecx_key *key)
{
    if (g->ikm != NULL)
        return derive_private(g, key);
    if (ab_generator_bytes(g->prov, key->private_key, key->len))
        return 1;
    AB_RAISE(g->prov, AB_R_RANDOM_FAILED);
    return 0;
}

/* Clamp the scalar of a key for key exchange, as RFC 7748 sec. 5 does at each use. */
static void clamp(struct ab_ecx_key *key)
{
    if (key->type == AB_ECX_X25519)
        ab_x25519_clamp(key->private_key, key->private_key);
    else if (key->type == AB_ECX_X448)
        ab_x448_clamp(key->private_key, key->private_key);
}

/* Private keys for key exchange are stored clamped, as in the default provider. */
static int make_pair(const struct generation *g, struct ab_ecx_key *key)
{
    ab_count(g->prov, ab_ecx_family(g->type), AB_COUNTED_GENERATE, 0);
    if (!draw_private(g, key))
        return 0;
    clamp(key);
    key->has_private = true;
    key->has_public = ab_ecx_key_derive_public(key, key->public_key);
    return key->has_public;
}

/* If no key pair is selected (EVP_PKEY_paramgen), return an empty key. */
static void *gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    struct generation *g = genctx;
    struct ab_ecx_key *key = g == NULL ? NULL : ab_ecx_key_new(g->prov, g->type);

    (void)progress, (void)arg;
    if (key == NULL || (g->selection & PAIR) == 0 || make_pair(g, key))
        return key;
    ab_ecx_key_free(key);
    return NULL;
}

#define SHARED                                                                                                     \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate), AB_KEYMGMT_FN(IMPORT, import), AB_KEYMGMT_FN(IMPORT_TYPES, types)
#define SHARED_TOO                                                                                            \
    AB_KEYMGMT_FN(EXPORT, export), AB_KEYMGMT_FN(EXPORT_TYPES, types), AB_KEYMGMT_FN(GET_PARAMS, get_params), \
    AB_KEYMGMT_FN(GEN_SET_PARAMS, gen_set_params), AB_KEYMGMT_FN(GEN, gen), AB_KEYMGMT_FN(GEN_CLEANUP, gen_cleanup)
#define PARAMS(kind)                                                                                              \
    AB_KEYMGMT_FN(GETTABLE_PARAMS, kind##_gettable), AB_KEYMGMT_FN(SET_PARAMS, kind##_set_params),               \
    AB_KEYMGMT_FN(SETTABLE_PARAMS, kind##_settable)
#define TABLE(name, kind, settable)                                                                               \
    { AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GEN_INIT, name##_gen_init),                                   \
      AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, settable), AB_GO_ON(kind##_rest) }

AB_REST(exchange_rest, SHARED, SHARED_TOO, PARAMS(exchange))
AB_REST(signature_rest, SHARED, SHARED_TOO, PARAMS(signature))

const OSSL_DISPATCH ab_x25519_keymgmt_3_0_functions[] = TABLE(x25519, exchange, gen_settable_3_0);
const OSSL_DISPATCH ab_x25519_keymgmt_3_2_functions[] = TABLE(x25519, exchange, gen_settable_3_2);
const OSSL_DISPATCH ab_ed25519_keymgmt_3_0_functions[] = TABLE(ed25519, signature, gen_settable_3_0);
const OSSL_DISPATCH ab_ed25519_keymgmt_3_2_functions[] = TABLE(ed25519, signature, gen_settable_3_2);
const OSSL_DISPATCH ab_x448_keymgmt_3_0_functions[] = TABLE(x448, exchange, gen_settable_3_0);
const OSSL_DISPATCH ab_x448_keymgmt_3_2_functions[] = TABLE(x448, exchange, gen_settable_3_2);
const OSSL_DISPATCH ab_ed448_keymgmt_3_0_functions[] = TABLE(ed448, signature, gen_settable_3_0);
const OSSL_DISPATCH ab_ed448_keymgmt_3_2_functions[] = TABLE(ed448, signature, gen_settable_3_2);
