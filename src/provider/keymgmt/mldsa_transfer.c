/* Import and export of ML-DSA keys, as lists of parameters and as the parts that a file holds. */
#include "provider/keymgmt/mldsa_transfer.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

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
    const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)id);

    return (struct ab_key_set){ .name = params->name,
                                .oid = { 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, (uint8_t)(AB_ARC_MLDSA + id) },
                                .seed_len = AB_MLDSA_SEED_LEN,
                                .private_len = params->private_len,
                                .public_len = params->public_len };
}

static struct ab_key_set key_set_of(const void *keydata)
{
    return key_set(((const struct ab_mldsa_keydata *)keydata)->params->id);
}

/* ---- import ---- */

int ab_mldsa_import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_mldsa_keydata *k = keydata;
    struct ab_key_parts in;
    struct ab_key_set set;

    if (k == NULL || ab_mldsa_keydata_has(k, PUBLIC) || (selection & PAIR) == 0)
        return 0;
    set = key_set_of(k);
    return ab_key_parts_read(k->prov, params, (selection & PRIVATE) != 0, &set, &in) && ab_mldsa_keydata_import(k, &in);
}

const OSSL_PARAM *ab_mldsa_types(int selection)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- export ---- */

static void get(const void *keydata, int selection, struct ab_key_room *room, struct ab_key_parts *parts)
{
    const struct ab_mldsa_key *key = ab_mldsa_keydata_private(keydata);

    *parts = (struct ab_key_parts){ NULL, NULL, NULL };
    if ((selection & PRIVATE) != 0 && key != NULL) {
        if (key->has_seed) {
            ab_mldsa_get_seed(key, room->seed);
            parts->seed = room->seed;
        }
        ab_mldsa_get_private(key, room->private_key);
        parts->private_key = room->private_key;
    }
    if ((selection & PUBLIC) != 0 && ab_mldsa_keydata_has(keydata, PUBLIC)) {
        ab_mldsa_keydata_get_public(keydata, room->public_key);
        parts->public_key = room->public_key;
    }
}

int ab_mldsa_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    return ab_key_export(&ab_mldsa_files, keydata, selection, callback, arg);
}

/* ---- files ---- */

static void free_key(void *keydata)
{
    ab_mldsa_keydata_free(keydata);
}

static void *make(struct ab_provctx *prov, unsigned id, const struct ab_key_parts *parts)
{
    struct ab_mldsa_keydata *k = ab_mldsa_keydata_new(prov, (enum ab_mldsa_id)id);

    if (k == NULL || ab_mldsa_keydata_import(k, parts))
        return k;
    ab_mldsa_keydata_free(k);
    return NULL;
}

const struct ab_key_files ab_mldsa_files = {
    .name = "ML-DSA",
    .input_formats = "ml-dsa.input_formats",
    .output_formats = "ml-dsa.output_formats",
    .private_label = "priv:",
    .public_label = "pub:",
    .set = key_set,
    .set_of = key_set_of,
    .get = get,
    .make = make,
    .free = free_key,
    .export = ab_mldsa_export,
};
