/* Keys of SLH-DSA, all twelve sets, for OpenSSL: generation, comparison and parameters. */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/counters.h"
#include "provider/error.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/seed_generation.h"
#include "provider/keymgmt/slhdsa_transfer.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

static void free_key(void *keydata)
{
    ab_slhdsa_keydata_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    return ab_slhdsa_keydata_dup(keydata, selection);
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    const struct ab_slhdsa_keydata *k = keydata;

    if (k == NULL)
        return 0;
    if ((selection & PRIVATE) != 0)
        return k->key.has_private;
    return (selection & PUBLIC) == 0 || k->key.has_public;
}

/* Like the default provider, compare public keys, if that is selected and both are there, otherwise private ones. */
static int match(const void *first, const void *second, int selection)
{
    const struct ab_slhdsa_keydata *a = first, *b = second;

    if (a->key.params != b->key.params)
        return 0;
    if ((selection & PAIR) == 0)
        return 1;
    if ((selection & PUBLIC) != 0 && has(a, PUBLIC) && has(b, PUBLIC))
        return ab_slhdsa_same_public(&a->key, &b->key);
    return (selection & PRIVATE) != 0 && has(a, PRIVATE) && has(b, PRIVATE) && ab_slhdsa_same_private(&a->key, &b->key);
}

static int validate(const void *keydata, int selection, int check_type)
{
    const struct ab_slhdsa_keydata *k = keydata;

    (void)check_type;
    return has(k, selection) && ((selection & PAIR) != PAIR || ab_slhdsa_root_is_right(&k->key));
}

/* ---- parameters ---- */

static int write_part(const struct ab_slhdsa_key *key, OSSL_PARAM *p, size_t len,
                      void (*get)(const struct ab_slhdsa_key *key, uint8_t *out))
{
    uint8_t *room;

    if (!ab_param_reserve_octets(p, len, &room))
        return 0;
    if (room != NULL)
        get(key, room);
    return 1;
}

static int get_param(const struct ab_slhdsa_key *key, OSSL_PARAM *p)
{
    const struct ab_slhdsa_params *sizes = key->params;

    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, 8 * sizes->public_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, sizes->security_bits);
    if (ab_param_is(p, AB_PARAM_SECURITY_CATEGORY))
        return ab_param_set_uint64(p, sizes->category);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, sizes->signature_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MANDATORY_DIGEST))
        return ab_param_set_utf8(p, "");
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return !key->has_private || write_part(key, p, sizes->private_len, ab_slhdsa_get_private);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY))
        return !key->has_public || write_part(key, p, sizes->public_len, ab_slhdsa_get_public);
    return 1;
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    const struct ab_slhdsa_keydata *k = keydata;

    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(&k->key, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(AB_PARAM_SECURITY_CATEGORY, NULL), /* since 3.6 */
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_MANDATORY_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return ((const struct ab_provctx *)provctx)->release < AB_RELEASE(3, 6) ? list + 1 : list;
}

/* ---- generation ---- */

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    (void)selection;
    return ab_seed_generation_new(provctx, AB_SLHDSA_MAX_SEED_LEN, params);
}

static int make_pair(struct ab_slhdsa_keydata *k, const uint8_t *seed)
{
    if (seed != NULL) {
        ab_slhdsa_set_seed(&k->key, seed);
        return 1;
    }
    if (ab_slhdsa_generate(&k->key, &k->prov->random))
        return 1;
    AB_RAISE(k->prov, AB_R_RANDOM_FAILED);
    return 0;
}

static void *gen(const struct ab_seed_generation *g, OSSL_CALLBACK *progress, void *arg, enum ab_slhdsa_id id)
{
    struct ab_slhdsa_keydata *k;
    const uint8_t *seed;

    (void)progress, (void)arg;
    if (!ab_seed_generation_find(g, ab_slhdsa_params(id)->seed_len, &seed))
        return NULL;
    ab_count(g->prov, ab_family_of_slhdsa(id), AB_COUNTED_GENERATE, 0);
    k = ab_slhdsa_keydata_new(g->prov, id);
    if (k == NULL || make_pair(k, seed))
        return k;
    ab_slhdsa_keydata_free(k);
    return NULL;
}

#define KEYS                                                                                                      \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate)
#define IMPORT AB_KEYMGMT_FN(IMPORT, ab_slhdsa_import), AB_KEYMGMT_FN(IMPORT_TYPES, ab_slhdsa_types)
#define EXPORT AB_KEYMGMT_FN(EXPORT, ab_slhdsa_export), AB_KEYMGMT_FN(EXPORT_TYPES, ab_slhdsa_types)
#define TRANSFER IMPORT, EXPORT, AB_KEYMGMT_FN(LOAD, ab_key_load)
#define PARAMS AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable)
#define GENERATION AB_KEYMGMT_FN(GEN_INIT, gen_init), AB_SEED_GENERATION
#define TABLE(name) { AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GEN, name##_gen), AB_GO_ON(rest) }

AB_REST(rest, KEYS, TRANSFER, PARAMS, GENERATION)

/* A set: its two functions and its table. */
#define NEW(name, id) static void *name##_new(void *provctx) { return ab_slhdsa_keydata_new(provctx, id); }
#define GEN(name, id) static void *name##_gen(void *g, OSSL_CALLBACK *f, void *arg) { return gen(g, f, arg, id); }
#define SET(name, id)                \
    NEW(name, id) GEN(name, id)      \
    const OSSL_DISPATCH ab_slhdsa_##name##_keymgmt_functions[] = TABLE(name)

SET(sha2_128s, AB_SLHDSA_SHA2_128S);
SET(sha2_128f, AB_SLHDSA_SHA2_128F);
SET(sha2_192s, AB_SLHDSA_SHA2_192S);
SET(sha2_192f, AB_SLHDSA_SHA2_192F);
SET(sha2_256s, AB_SLHDSA_SHA2_256S);
SET(sha2_256f, AB_SLHDSA_SHA2_256F);
SET(shake_128s, AB_SLHDSA_SHAKE_128S);
SET(shake_128f, AB_SLHDSA_SHAKE_128F);
SET(shake_192s, AB_SLHDSA_SHAKE_192S);
SET(shake_192f, AB_SLHDSA_SHAKE_192F);
SET(shake_256s, AB_SLHDSA_SHAKE_256S);
SET(shake_256f, AB_SLHDSA_SHAKE_256F);
