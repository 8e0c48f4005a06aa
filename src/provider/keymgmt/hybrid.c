/*
 * Keys of the hybrids of TLS for OpenSSL: X25519MLKEM768 and its relatives. Made for a handshake, so there are no
 * files; import and export pass the encodings of both halves.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/keymgmt/hybrid_key.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/mlkem_params.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

static void *x25519_new(void *provctx)
{
    return ab_hybrid_key_new(provctx, &ab_hybrids[AB_X25519MLKEM768]);
}

static void *p256_new(void *provctx)
{
    return ab_hybrid_key_new(provctx, &ab_hybrids[AB_SECP256R1MLKEM768]);
}

static void *p384_new(void *provctx)
{
    return ab_hybrid_key_new(provctx, &ab_hybrids[AB_SECP384R1MLKEM1024]);
}

static void *x448_new(void *provctx)
{
    return ab_hybrid_key_new(provctx, &ab_hybrids[AB_X448MLKEM1024]);
}

static void *curvesm2_new(void *provctx)
{
    return ab_hybrid_key_new(provctx, &ab_hybrids[AB_CURVESM2MLKEM768]);
}

static void free_key(void *keydata)
{
    ab_hybrid_key_free(keydata);
}

static void copy_parts(struct ab_hybrid_key *to, const struct ab_hybrid_key *from)
{
    to->mlkem->key = from->mlkem->key;
    memcpy(to->point, from->point, sizeof(to->point));
    memcpy(to->scalar, from->scalar, sizeof(to->scalar));
}

/* All of it or nothing, as in the default provider. */
static void *dup(const void *keydata, int selection)
{
    const struct ab_hybrid_key *k = keydata;
    struct ab_hybrid_key *copy = ab_hybrid_key_new(k->prov, k->hybrid);

    if (copy == NULL || !k->mlkem->key.has_public || (selection & PAIR) == 0)
        return copy;
    if ((selection & PAIR) == PAIR) {
        copy_parts(copy, k);
        return copy;
    }
    AB_RAISE_DETAIL(k->prov, AB_R_UNSUPPORTED_SELECTION, "duplication of partial key material");
    ab_hybrid_key_free(copy);
    return NULL;
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    const struct ab_hybrid_key *k = keydata;

    return k != NULL && ab_mlkem_keydata_has(k->mlkem, selection);
}

static int match(const void *first, const void *second, int selection)
{
    const struct ab_hybrid_key *a = first, *b = second;

    if (a->hybrid != b->hybrid)
        return 0;
    if ((selection & PAIR) == 0)
        return 1;
    if (a->mlkem->key.has_public != b->mlkem->key.has_public)
        return 0;
    return !a->mlkem->key.has_public
           || (ab_mlkem_same_public(&a->mlkem->key, &b->mlkem->key)
               && memcmp(a->point, b->point, a->hybrid->curve.point_len) == 0);
}

/* ---- import and export ---- */

/* *bytes := the parameter, NULL if it is absent or empty. Returns 0 if its type or length is wrong. */
static int read_part(const struct ab_hybrid_key *k, const OSSL_PARAM *p, size_t wanted, const uint8_t **bytes)
{
    size_t len;

    *bytes = NULL;
    if (p == NULL)
        return 1;
    if (!ab_param_get_octets(p, bytes, &len))
        return 0;
    if (len != 0 && len != wanted) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return 0;
    }
    if (len == 0)
        *bytes = NULL;
    return 1;
}

/* A public key beside a private one is ignored but for its length, as in the default provider. */
static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_hybrid_key *k = keydata;
    const OSSL_PARAM *private_param = (selection & PRIVATE) == 0
                                          ? NULL
                                          : ab_param_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY);
    const uint8_t *public_key, *private_key;

    if (k == NULL || (selection & PAIR) == 0 || k->mlkem->key.has_public
        || !read_part(k, ab_param_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY), ab_hybrid_public_layout(k->hybrid).len,
                      &public_key)
        || !read_part(k, private_param, ab_hybrid_private_layout(k->hybrid).len, &private_key))
        return 0;
    if (private_key != NULL)
        return ab_hybrid_key_set_private(k, private_key);
    if (public_key != NULL)
        return ab_hybrid_key_set_public(k, public_key);
    AB_RAISE(k->prov, AB_R_MISSING_KEY);
    return 0;
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_hybrid_key *k = keydata;
    uint8_t public_key[AB_HYBRID_MAX_PUBLIC_LEN], private_key[AB_HYBRID_MAX_PRIVATE_LEN];
    OSSL_PARAM params[3], *p = params;
    int ok;

    if (k == NULL || (selection & PAIR) == 0)
        return 0;
    if (!k->mlkem->key.has_public) {
        AB_RAISE(k->prov, AB_R_MISSING_KEY);
        return 0;
    }
    if ((selection & PUBLIC) != 0) {
        ab_hybrid_key_get_public(k, public_key);
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                                   ab_hybrid_public_layout(k->hybrid).len);
    }
    if ((selection & PRIVATE) != 0 && k->mlkem->key.has_private) {
        ab_hybrid_key_get_private(k, private_key);
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, private_key,
                                                   ab_hybrid_private_layout(k->hybrid).len);
    }
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    ok = callback(params, arg);
    ab_wipe(private_key, sizeof(private_key));
    return ok;
}

static const OSSL_PARAM *types(int selection)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- parameters ---- */

static int write_part(const struct ab_hybrid_key *k, OSSL_PARAM *p, size_t len,
                      void (*get)(const struct ab_hybrid_key *k, uint8_t *out))
{
    uint8_t *room;

    if (!ab_param_reserve_octets(p, len, &room))
        return 0;
    if (room != NULL)
        get(k, room);
    return 1;
}

/* Bits and security are those of the ML-KEM half. */
static int get_param(const struct ab_hybrid_key *k, OSSL_PARAM *p)
{
    const struct ab_mlkem_key *mlkem = &k->mlkem->key;

    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, mlkem->params->ciphertext_len + k->hybrid->curve.point_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY))
        return !mlkem->has_public || write_part(k, p, ab_hybrid_public_layout(k->hybrid).len, ab_hybrid_key_get_public);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return !mlkem->has_private
               || write_part(k, p, ab_hybrid_private_layout(k->hybrid).len, ab_hybrid_key_get_private);
    return ab_mlkem_get_strength(mlkem->params, p);
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(keydata, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return ab_mlkem_list_of_release(provctx, ab_twin_gettable, AB_KEY_HYBRID, list);
}

/* The public key of a peer, as TLS sets it. Only an empty key takes one. */
static int set_public(struct ab_hybrid_key *k, const OSSL_PARAM *p)
{
    const uint8_t *encoded;
    size_t len;

    if (k->mlkem->key.has_public) {
        AB_RAISE_DETAIL(k->prov, AB_R_UNSUPPORTED_BY_KEY_TYPE, "keys cannot be mutated");
        return 0;
    }
    if (!ab_param_get_octets(p, &encoded, &len))
        return 0;
    if (encoded != NULL && len == ab_hybrid_public_layout(k->hybrid).len)
        return ab_hybrid_key_set_public(k, encoded);
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "%s of %zu bytes", OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, len);
    return 0;
}

static int set_params(void *keydata, const OSSL_PARAM params[])
{
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_PKEY_PARAM_PROPERTIES); /* nothing is fetched */
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);

    if (properties != NULL && properties->data_type != OSSL_PARAM_UTF8_STRING)
        return 0;
    return p == NULL || set_public(keydata, p);
}

static const OSSL_PARAM *settable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return ab_mlkem_list_of_release(provctx, ab_twin_settable, AB_KEY_HYBRID, list);
}

/* ---- generation ---- */

struct generation {
    struct ab_provctx *prov;
    const struct ab_hybrid *hybrid;
    int selection;
};

static void gen_cleanup(void *genctx)
{
    free(genctx);
}

/* libssl names the group, which is part of the key's type, and says nothing else. */
static int gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_PKEY_PARAM_PROPERTIES); /* nothing is fetched */

    return genctx != NULL && (properties == NULL || properties->data_type == OSSL_PARAM_UTF8_STRING);
}

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[], enum ab_hybrid_id id)
{
    struct generation *g;

    if (!ab_mlkem_can_generate(selection))
        return NULL;
    g = ab_alloc_zeros(provctx, sizeof(*g), "key generation");
    if (g == NULL)
        return NULL;
    g->prov = provctx;
    g->hybrid = &ab_hybrids[id];
    g->selection = selection;
    if (gen_set_params(g, params))
        return g;
    gen_cleanup(g);
    return NULL;
}

static void *x25519_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_X25519MLKEM768);
}

static void *p256_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_SECP256R1MLKEM768);
}

static void *p384_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_SECP384R1MLKEM1024);
}

static void *x448_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_X448MLKEM1024);
}

static void *curvesm2_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_CURVESM2MLKEM768);
}

/* The properties' type is not what gen_set_params takes: the default provider's list has the same. */
static const OSSL_PARAM *gen_settable(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PROPERTIES, NULL, 0), OSSL_PARAM_END };

    (void)genctx;
    return ab_mlkem_list_of_release(provctx, ab_twin_gen_settable, AB_KEY_HYBRID, list);
}

/* If no key pair is selected (EVP_PKEY_paramgen), return an empty key. */
static void *gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    const struct generation *g = genctx;
    struct ab_hybrid_key *k;

    (void)progress, (void)arg;
    if (g == NULL || (g->selection & PAIR) == PUBLIC)
        return NULL;
    k = ab_hybrid_key_new(g->prov, g->hybrid);
    if (k == NULL || (g->selection & PAIR) == 0 || ab_hybrid_key_generate(k))
        return k;
    ab_hybrid_key_free(k);
    return NULL;
}

#define KEYS                                                                                                     \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match)
#define TRANSFER                                                                                                 \
    AB_KEYMGMT_FN(IMPORT, import), AB_KEYMGMT_FN(IMPORT_TYPES, types), AB_KEYMGMT_FN(EXPORT, export),            \
    AB_KEYMGMT_FN(EXPORT_TYPES, types)
#define PARAMS                                                                                                   \
    AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable),                             \
    AB_KEYMGMT_FN(SET_PARAMS, set_params), AB_KEYMGMT_FN(SETTABLE_PARAMS, settable)
#define GENERATION                                                                                               \
    AB_KEYMGMT_FN(GEN, gen), AB_KEYMGMT_FN(GEN_CLEANUP, gen_cleanup),                                            \
    AB_KEYMGMT_FN(GEN_SET_PARAMS, gen_set_params), AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, gen_settable)
#define TABLE(name) { AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GEN_INIT, name##_gen_init), AB_GO_ON(rest) }

AB_REST(rest, KEYS, TRANSFER, PARAMS, GENERATION)

const OSSL_DISPATCH ab_x25519_hybrid_keymgmt_functions[] = TABLE(x25519);
const OSSL_DISPATCH ab_p256_hybrid_keymgmt_functions[] = TABLE(p256);
const OSSL_DISPATCH ab_p384_hybrid_keymgmt_functions[] = TABLE(p384);
const OSSL_DISPATCH ab_x448_hybrid_keymgmt_functions[] = TABLE(x448);
const OSSL_DISPATCH ab_curvesm2_hybrid_keymgmt_functions[] = TABLE(curvesm2);
