/*
 * Keys of ML-KEM-512, -768 and -1024 for OpenSSL: generation, comparison, parameters. Import and export are in
 * mlkem_transfer.c. Files are read and written by the default provider, which passes seed, private and public key as
 * parameters, and before OpenSSL 3.5 by encoder/key_encoder.c and decoder/key_decoder.c.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/mlkem_key.h"
#include "provider/keymgmt/mlkem_params.h"
#include "provider/keymgmt/mlkem_transfer.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

static void *mlkem_512_new(void *provctx)
{
    return ab_mlkem_keydata_new(provctx, AB_MLKEM_512);
}

static void *mlkem_768_new(void *provctx)
{
    return ab_mlkem_keydata_new(provctx, AB_MLKEM_768);
}

static void *mlkem_1024_new(void *provctx)
{
    return ab_mlkem_keydata_new(provctx, AB_MLKEM_1024);
}

static void free_key(void *keydata)
{
    ab_mlkem_keydata_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    return ab_mlkem_keydata_dup(keydata, selection);
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    return ab_mlkem_keydata_has(keydata, selection);
}

/* Only public keys are compared: a private key determines its public one. Two empty keys are equal. */
static int match(const void *first, const void *second, int selection)
{
    const struct ab_mlkem_keydata *a = first, *b = second;

    if ((selection & PAIR) == 0)
        return 1;
    if (a->key.params != b->key.params || a->key.has_public != b->key.has_public)
        return 0;
    return !a->key.has_public || ab_mlkem_same_public(&a->key, &b->key);
}

static int validate(const void *keydata, int selection, int check_type)
{
    (void)check_type;
    return has(keydata, selection) && ((selection & PAIR) != PAIR || ab_mlkem_keydata_check_pair(keydata, 0));
}

/* ---- parameters ---- */

/*
 * DER of the KDF that a recipient of CMS names (RFC 9629, RFC 9936 sec. 2.3): SEQUENCE of
 * id-alg-hkdf-with-sha256, 1.2.840.113549.1.9.16.3.28.
 */
static const uint8_t kdf_of_cms[] = { 0x30, 0x0d, 0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86,
                                      0xf7, 0x0d, 0x01, 0x09, 0x10, 0x03, 0x1c };

static int write_part(const struct ab_mlkem_key *key, OSSL_PARAM *p, size_t len,
                      void (*get)(const struct ab_mlkem_key *key, uint8_t *out))
{
    uint8_t *room;

    if (!ab_param_reserve_octets(p, len, &room))
        return 0;
    if (room != NULL)
        get(key, room);
    return 1;
}

static int get_param(const struct ab_mlkem_key *key, OSSL_PARAM *p)
{
    enum { RECIPIENT_WITH_KEM = 5 }; /* CMS_RECIPINFO_KEM */

    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, key->params->ciphertext_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY) || ab_param_is(p, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY))
        return !key->has_public || write_part(key, p, key->params->public_len, ab_mlkem_get_public);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return !key->has_private || write_part(key, p, key->params->private_len, ab_mlkem_get_private);
    if (ab_param_is(p, AB_PARAM_SEED))
        return !key->has_seed || write_part(key, p, AB_MLKEM_SEED_LEN, ab_mlkem_get_seed);
    if (ab_param_is(p, AB_PARAM_CMS_RECIPIENT))
        return ab_param_set_uint64(p, RECIPIENT_WITH_KEM);
    if (ab_param_is(p, AB_PARAM_CMS_KDF))
        return ab_param_set_octets(p, kdf_of_cms, sizeof(kdf_of_cms));
    return ab_mlkem_get_strength(key->params, p);
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    const struct ab_mlkem_keydata *k = keydata;

    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(&k->key, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return ab_mlkem_list_of_release(provctx, ab_twin_gettable, AB_KEY_MLKEM, list);
}

/* The public key of a peer, as TLS sets it. Only an empty key takes one. */
static int set_params(void *keydata, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    struct ab_mlkem_keydata *k = keydata;
    const uint8_t *encoded;
    size_t len;

    if (p == NULL)
        return 1;
    if (!ab_param_get_octets(p, &encoded, &len) || encoded == NULL || len != k->key.params->public_len) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "%s", OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
        return 0;
    }
    if (k->key.has_public) {
        AB_RAISE_DETAIL(k->prov, AB_R_UNSUPPORTED_BY_KEY_TYPE, "ML-KEM keys cannot be mutated");
        return 0;
    }
    return ab_mlkem_keydata_set_public(k, encoded, len);
}

static const OSSL_PARAM *settable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return ab_mlkem_list_of_release(provctx, ab_twin_settable, AB_KEY_MLKEM, list);
}

/* ---- generation ---- */

struct generation {
    struct ab_provctx *prov;
    enum ab_mlkem_id id;
    int selection;
    int has_seed;
    uint8_t seed[AB_MLKEM_SEED_LEN]; /* for one key; secret */
};

static void forget_seed(struct generation *g)
{
    g->has_seed = 0;
    ab_wipe(g->seed, sizeof(g->seed));
}

static void gen_cleanup(void *genctx)
{
    struct generation *g = genctx;

    if (g != NULL)
        forget_seed(g);
    free(g);
}

static int set_seed(struct generation *g, const OSSL_PARAM *p)
{
    const uint8_t *seed;
    size_t len;

    forget_seed(g);
    if (!ab_param_get_octets(p, &seed, &len) || seed == NULL || len != AB_MLKEM_SEED_LEN) {
        AB_RAISE(g->prov, AB_R_INVALID_SEED_LENGTH);
        return 0;
    }
    memcpy(g->seed, seed, AB_MLKEM_SEED_LEN);
    g->has_seed = 1;
    return 1;
}

static int gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_PKEY_PARAM_PROPERTIES); /* nothing is fetched */
    const OSSL_PARAM *seed = ab_param_locate_const(params, AB_PARAM_SEED);
    struct generation *g = genctx;

    if (g == NULL || (properties != NULL && properties->data_type != OSSL_PARAM_UTF8_STRING))
        return 0;
    return seed == NULL || set_seed(g, seed);
}

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[], enum ab_mlkem_id id)
{
    struct generation *g;

    if (!ab_mlkem_can_generate(selection))
        return NULL;
    g = ab_alloc_zeros(provctx, sizeof(*g), "key generation");
    if (g == NULL)
        return NULL;
    g->prov = provctx;
    g->id = id;
    g->selection = selection;
    if (gen_set_params(g, params))
        return g;
    gen_cleanup(g);
    return NULL;
}

static void *mlkem_512_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_MLKEM_512);
}

static void *mlkem_768_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_MLKEM_768);
}

static void *mlkem_1024_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return gen_init(provctx, selection, params, AB_MLKEM_1024);
}

static const OSSL_PARAM *gen_settable(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0), OSSL_PARAM_END };

    (void)genctx;
    return ab_mlkem_list_of_release(provctx, ab_twin_gen_settable, AB_KEY_MLKEM, list);
}

/* If no key pair is selected (EVP_PKEY_paramgen), return an empty key. */
static void *gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    struct generation *g = genctx;
    struct ab_mlkem_keydata *k;
    int ok;

    (void)progress, (void)arg;
    if (g == NULL || (g->selection & PAIR) == PUBLIC)
        return NULL;
    k = ab_mlkem_keydata_new(g->prov, g->id);
    if (k == NULL || (g->selection & PAIR) == 0)
        return k;
    ab_count(g->prov, ab_family_of_mlkem(g->id), AB_COUNTED_GENERATE, 0);
    ok = ab_mlkem_keydata_generate(k, g->has_seed ? g->seed : NULL);
    forget_seed(g);
    if (ok)
        return k;
    ab_mlkem_keydata_free(k);
    return NULL;
}

#define KEYS                                                                                                       \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate)
#define IMPORT AB_KEYMGMT_FN(IMPORT, ab_mlkem_import), AB_KEYMGMT_FN(IMPORT_TYPES, ab_mlkem_types)
#define EXPORT AB_KEYMGMT_FN(EXPORT, ab_mlkem_export), AB_KEYMGMT_FN(EXPORT_TYPES, ab_mlkem_types)
#define TRANSFER IMPORT, EXPORT, AB_KEYMGMT_FN(LOAD, ab_key_load)
#define PARAMS                                                                                                   \
    AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable),                             \
    AB_KEYMGMT_FN(SET_PARAMS, set_params), AB_KEYMGMT_FN(SETTABLE_PARAMS, settable)
#define GENERATION                                                                                               \
    AB_KEYMGMT_FN(GEN, gen), AB_KEYMGMT_FN(GEN_CLEANUP, gen_cleanup),                                            \
    AB_KEYMGMT_FN(GEN_SET_PARAMS, gen_set_params), AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, gen_settable)
#define TABLE(name) { AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GEN_INIT, name##_gen_init), AB_GO_ON(rest) }

AB_REST(rest, KEYS, TRANSFER, PARAMS, GENERATION)

const OSSL_DISPATCH ab_mlkem_512_keymgmt_functions[] = TABLE(mlkem_512);
const OSSL_DISPATCH ab_mlkem_768_keymgmt_functions[] = TABLE(mlkem_768);
const OSSL_DISPATCH ab_mlkem_1024_keymgmt_functions[] = TABLE(mlkem_1024);
