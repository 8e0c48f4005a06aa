/*
 * Keys of ML-DSA-44, -65 and -87 for OpenSSL: generation, comparison, parameters. Import and export are in
 * mldsa_transfer.c. Files are read and written by the default provider, which passes seed, private and public key as
 * parameters, and before OpenSSL 3.5 by encoder/key_encoder.c and decoder/key_decoder.c.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/counters.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/mldsa_key.h"
#include "provider/keymgmt/mldsa_transfer.h"
#include "provider/keymgmt/seed_generation.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

static void *mldsa_44_new(void *provctx)
{
    return ab_mldsa_keydata_new(provctx, AB_MLDSA_44);
}

static void *mldsa_65_new(void *provctx)
{
    return ab_mldsa_keydata_new(provctx, AB_MLDSA_65);
}

static void *mldsa_87_new(void *provctx)
{
    return ab_mldsa_keydata_new(provctx, AB_MLDSA_87);
}

static void free_key(void *keydata)
{
    ab_mldsa_keydata_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    return ab_mldsa_keydata_dup(keydata, selection);
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    return ab_mldsa_keydata_has(keydata, selection);
}

static int same_public(const struct ab_mldsa_keydata *a, const struct ab_mldsa_keydata *b)
{
    uint8_t encoded[2][AB_MLDSA_MAX_PUBLIC_LEN];

    ab_mldsa_keydata_get_public(a, encoded[0]);
    ab_mldsa_keydata_get_public(b, encoded[1]);
    return memcmp(encoded[0], encoded[1], a->params->public_len) == 0;
}

/* Like the default provider, compare public keys, if that is selected and both are there, otherwise private ones. */
static int match(const void *first, const void *second, int selection)
{
    const struct ab_mldsa_keydata *a = first, *b = second;

    if (a->params != b->params)
        return 0;
    if ((selection & PAIR) == 0)
        return 1;
    if ((selection & PUBLIC) != 0 && has(a, PUBLIC) && has(b, PUBLIC))
        return same_public(a, b);
    return (selection & PRIVATE) != 0 && has(a, PRIVATE) && has(b, PRIVATE)
           && ab_mldsa_same_private(ab_mldsa_keydata_private(a), ab_mldsa_keydata_private(b));
}

static int validate(const void *keydata, int selection, int check_type)
{
    (void)check_type;
    return has(keydata, selection) && ((selection & PAIR) != PAIR || ab_mldsa_keydata_check_pair(keydata));
}

/* ---- parameters ---- */

/* A part of a private key. */
static int write_part(const struct ab_mldsa_key *key, OSSL_PARAM *p, size_t len,
                      void (*get)(const struct ab_mldsa_key *key, uint8_t *out))
{
    uint8_t *room;

    if (!ab_param_reserve_octets(p, len, &room))
        return 0;
    if (room != NULL)
        get(key, room);
    return 1;
}

static int write_public(const struct ab_mldsa_keydata *k, OSSL_PARAM *p)
{
    uint8_t *room;

    if (!ab_param_reserve_octets(p, k->params->public_len, &room))
        return 0;
    if (room != NULL)
        ab_mldsa_keydata_get_public(k, room);
    return 1;
}

static int get_param(const struct ab_mldsa_keydata *k, OSSL_PARAM *p)
{
    const struct ab_mldsa_key *key = ab_mldsa_keydata_private(k);

    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, 8 * k->params->public_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, k->params->security_bits);
    if (ab_param_is(p, AB_PARAM_SECURITY_CATEGORY))
        return ab_param_set_uint64(p, k->params->category);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, k->params->signature_len);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MANDATORY_DIGEST))
        return ab_param_set_utf8(p, "");
    if (ab_param_is(p, AB_PARAM_SEED))
        return key == NULL || !key->has_seed || write_part(key, p, AB_MLDSA_SEED_LEN, ab_mldsa_get_seed);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return key == NULL || write_part(key, p, k->params->private_len, ab_mldsa_get_private);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY))
        return !has(k, PUBLIC) || write_public(k, p);
    return 1;
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
        OSSL_PARAM_int(AB_PARAM_SECURITY_CATEGORY, NULL), /* since 3.6 */
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_MANDATORY_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0),
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
    return ab_seed_generation_new(provctx, AB_MLDSA_SEED_LEN, params);
}

static void *gen(const struct ab_seed_generation *g, enum ab_mldsa_id id)
{
    struct ab_mldsa_keydata *k;
    const uint8_t *seed;

    if (!ab_seed_generation_find(g, AB_MLDSA_SEED_LEN, &seed))
        return NULL;
    ab_count(g->prov, ab_family_of_mldsa(id), AB_COUNTED_GENERATE, 0);
    k = ab_mldsa_keydata_new(g->prov, id);
    if (k == NULL || ab_mldsa_keydata_generate(k, seed))
        return k;
    ab_mldsa_keydata_free(k);
    return NULL;
}

static void *mldsa_44_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    (void)progress, (void)arg;
    return gen(genctx, AB_MLDSA_44);
}

static void *mldsa_65_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    (void)progress, (void)arg;
    return gen(genctx, AB_MLDSA_65);
}

static void *mldsa_87_gen(void *genctx, OSSL_CALLBACK *progress, void *arg)
{
    (void)progress, (void)arg;
    return gen(genctx, AB_MLDSA_87);
}

#define KEYS                                                                                                      \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate)
#define IMPORT AB_KEYMGMT_FN(IMPORT, ab_mldsa_import), AB_KEYMGMT_FN(IMPORT_TYPES, ab_mldsa_types)
#define EXPORT AB_KEYMGMT_FN(EXPORT, ab_mldsa_export), AB_KEYMGMT_FN(EXPORT_TYPES, ab_mldsa_types)
#define TRANSFER IMPORT, EXPORT, AB_KEYMGMT_FN(LOAD, ab_key_load)
#define PARAMS AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable)
#define GENERATION AB_KEYMGMT_FN(GEN_INIT, gen_init), AB_SEED_GENERATION
#define TABLE(name) { AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GEN, name##_gen), AB_GO_ON(rest) }

AB_REST(rest, KEYS, TRANSFER, PARAMS, GENERATION)

const OSSL_DISPATCH ab_mldsa_44_keymgmt_functions[] = TABLE(mldsa_44);
const OSSL_DISPATCH ab_mldsa_65_keymgmt_functions[] = TABLE(mldsa_65);
const OSSL_DISPATCH ab_mldsa_87_keymgmt_functions[] = TABLE(mldsa_87);
