/* Import and export of ML-KEM keys, as lists of parameters and as the parts that a file holds. */
#include "provider/keymgmt/mlkem_transfer.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/keymgmt/key_import.h"
#include "provider/oids.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

/* ---- parameter sets ---- */

static struct ab_key_set key_set(unsigned id)
{
    const struct ab_mlkem_params *params = ab_mlkem_params((enum ab_mlkem_id)id);

    return (struct ab_key_set){ .name = params->name,
                                .oid = { 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x04, (uint8_t)(AB_ARC_MLKEM + id) },
                                .seed_len = AB_MLKEM_SEED_LEN,
                                .private_len = params->private_len,
                                .public_len = params->public_len };
}

static struct ab_key_set key_set_of(const void *keydata)
{
    return key_set(((const struct ab_mlkem_keydata *)keydata)->key.params->id);
}

/* ---- import ---- */

static int is_seed_of(const struct ab_mlkem_keydata *k, const uint8_t *private_key)
{
    uint8_t encoded[AB_MLKEM_MAX_PRIVATE_LEN];
    int is_same;

    ab_mlkem_get_private(&k->key, encoded);
    is_same = ab_ct_memcmp(encoded, private_key, k->key.params->private_len) == 0;
    ab_wipe(encoded, sizeof(encoded));
    return is_same;
}

static int import_seed(struct ab_mlkem_keydata *k, const struct ab_key_parts *in)
{
    if (!ab_mlkem_keydata_generate(k, in->seed))
        return 0;
    if (in->private_key == NULL || is_seed_of(k, in->private_key))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s private key does not match seed", k->key.params->name);
    return 0;
}

/* The parts must agree as far as the default provider compares them. */
static int import_parts(struct ab_mlkem_keydata *k, const struct ab_key_parts *in)
{
    const struct ab_mlkem_params *sizes = k->key.params;

    if (in->public_key != NULL && in->private_key != NULL
        && memcmp(in->public_key, ab_mlkem_public_in_private(sizes, in->private_key), sizes->public_len) != 0) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s public key does not match private", sizes->name);
        return 0;
    }
    if (in->seed != NULL && (in->private_key == NULL || (ab_mlkem_settings(k->prov) & AB_MLKEM_PREFER_SEED) != 0))
        return import_seed(k, in);
    return in->private_key != NULL ? ab_mlkem_keydata_set_private(k, in->private_key, sizes->private_len)
                                   : ab_mlkem_keydata_set_public(k, in->public_key, sizes->public_len);
}

/*
 * Fill an empty key, checked as the default provider does: the encodings, whether the parts agree, and encapsulation
 * against decapsulation if the configuration says so. Returns 0 with an error raised, and the key empty.
 */
static int keydata_import(struct ab_mlkem_keydata *k, const struct ab_key_parts *in)
{
    if (import_parts(k, in) && ab_mlkem_keydata_passes_import(k))
        return 1;
    ab_mlkem_clear(&k->key);
    return 0;
}

int ab_mlkem_import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_mlkem_keydata *k = keydata;
    struct ab_key_parts in;
    struct ab_key_set set;

    if (k == NULL || k->key.has_public || (selection & PAIR) == 0)
        return 0;
    set = key_set_of(k);
    return ab_key_parts_read(k->prov, params, (selection & PRIVATE) != 0, &set, &in) && keydata_import(k, &in);
}

const OSSL_PARAM *ab_mlkem_types(int selection)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- export ---- */

static void get(const void *keydata, int selection, struct ab_key_room *room, struct ab_key_parts *parts)
{
    const struct ab_mlkem_key *key = &((const struct ab_mlkem_keydata *)keydata)->key;

    *parts = (struct ab_key_parts){ NULL, NULL, NULL };
    if ((selection & PRIVATE) != 0 && key->has_seed) {
        ab_mlkem_get_seed(key, room->seed);
        parts->seed = room->seed;
    }
    if ((selection & PRIVATE) != 0 && key->has_private) {
        ab_mlkem_get_private(key, room->private_key);
        parts->private_key = room->private_key;
    }
    if ((selection & PUBLIC) != 0 && key->has_public) {
        ab_mlkem_get_public(key, room->public_key);
        parts->public_key = room->public_key;
    }
}

int ab_mlkem_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_mlkem_keydata *k = keydata;

    if (k == NULL || (selection & PAIR) == 0)
        return 0;
    if (k->key.has_public)
        return ab_key_export(&ab_mlkem_files, k, selection, callback, arg);
    AB_RAISE(k->prov, AB_R_MISSING_KEY);
    return 0;
}

/* ---- files ---- */

static void free_key(void *keydata)
{
    ab_mlkem_keydata_free(keydata);
}

static void *make(struct ab_provctx *prov, unsigned id, const struct ab_key_parts *parts)
{
    struct ab_mlkem_keydata *k = ab_mlkem_keydata_new(prov, (enum ab_mlkem_id)id);

    if (k == NULL || keydata_import(k, parts))
        return k;
    ab_mlkem_keydata_free(k);
    return NULL;
}

const struct ab_key_files ab_mlkem_files = {
    .name = "ML-KEM",
    .input_formats = "ml-kem.input_formats",
    .output_formats = "ml-kem.output_formats",
    .private_label = "dk:",
    .public_label = "ek:",
    .set = key_set,
    .set_of = key_set_of,
    .get = get,
    .make = make,
    .free = free_key,
    .export = ab_mlkem_export,
    .exports_empty = 1,
};
