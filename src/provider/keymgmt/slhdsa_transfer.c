/* Import and export of SLH-DSA keys, as lists of parameters and as the parts that a file holds. */
#include "provider/keymgmt/slhdsa_transfer.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/error.h"
#include "provider/oids.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

/* ---- import and export ---- */

struct part {
    const uint8_t *data; /* NULL: there is none */
    size_t len;
};

static int read_part(const OSSL_PARAM params[], const char *name, struct part *part)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, name);

    *part = (struct part){ NULL, 0 };
    return p == NULL || (ab_param_get_octets(p, &part->data, &part->len) && part->data != NULL);
}

/*
 * A private key is whole, and then no other parameter counts, or it is the secret half of one beside a public key. As
 * in the default provider, only EVP_PKEY_pairwise_check finds that both do not belong together.
 */
static int import_parts(struct ab_slhdsa_key *key, const OSSL_PARAM params[], const struct part *private_key)
{
    struct part public_key;

    if (ab_slhdsa_set_private(key, private_key->data, private_key->len))
        return 1;
    if (!read_part(params, OSSL_PKEY_PARAM_PUB_KEY, &public_key))
        return 0;
    if (private_key->data == NULL)
        return ab_slhdsa_set_public(key, public_key.data, public_key.len);
    return ab_slhdsa_set_parts(key, private_key->data, private_key->len, public_key.data, public_key.len);
}

int ab_slhdsa_import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_slhdsa_keydata *k = keydata;
    struct part private_key = { NULL, 0 };

    if (k == NULL || k->key.has_public || (selection & PAIR) == 0)
        return 0;
    if (((selection & PRIVATE) == 0 || read_part(params, OSSL_PKEY_PARAM_PRIV_KEY, &private_key))
        && import_parts(&k->key, params, &private_key))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY_LENGTH, "parts of a key of %s", k->key.params->name);
    return 0;
}

const OSSL_PARAM *ab_slhdsa_types(int selection)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    return (selection & PAIR) != 0 ? list : NULL;
}

int ab_slhdsa_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_slhdsa_keydata *k = keydata;

    return k != NULL && (selection & PAIR) != 0 && k->key.has_public
           && ab_key_export(&ab_slhdsa_files, k, selection, callback, arg);
}

/* ---- files: RFC 9909 ---- */

static struct ab_key_set key_set(unsigned id)
{
    const struct ab_slhdsa_params *params = ab_slhdsa_params((enum ab_slhdsa_id)id);
    const uint8_t arc = (uint8_t)(AB_ARC_SLHDSA + id);

    return (struct ab_key_set){ .name = params->name,
                                .oid = { 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, arc },
                                .private_len = params->private_len,
                                .public_len = params->public_len };
}

static struct ab_key_set key_set_of(const void *keydata)
{
    return key_set(((const struct ab_slhdsa_keydata *)keydata)->key.params->id);
}

static void get(const void *keydata, int selection, struct ab_key_room *room, struct ab_key_parts *parts)
{
    const struct ab_slhdsa_key *key = &((const struct ab_slhdsa_keydata *)keydata)->key;

    *parts = (struct ab_key_parts){ NULL, NULL, NULL };
    if ((selection & PRIVATE) != 0 && key->has_private) {
        ab_slhdsa_get_private(key, room->private_key);
        parts->private_key = room->private_key;
    }
    if ((selection & PUBLIC) != 0 && key->has_public) {
        ab_slhdsa_get_public(key, room->public_key);
        parts->public_key = room->public_key;
    }
}

static void free_key(void *keydata)
{
    ab_slhdsa_keydata_free(keydata);
}

static void *make(struct ab_provctx *prov, unsigned id, const struct ab_key_parts *parts)
{
    struct ab_slhdsa_keydata *k = ab_slhdsa_keydata_new(prov, (enum ab_slhdsa_id)id);

    if (k == NULL)
        return NULL;
    if (parts->private_key != NULL) /* the lengths are right: the structures were read for this set */
        ab_slhdsa_set_private(&k->key, parts->private_key, k->key.params->private_len);
    else
        ab_slhdsa_set_public(&k->key, parts->public_key, k->key.params->public_len);
    return k;
}

const struct ab_key_files ab_slhdsa_files = {
    .name = "SLH-DSA",
    .private_label = "priv:",
    .public_label = "pub:",
    .set = key_set,
    .set_of = key_set_of,
    .get = get,
    .make = make,
    .free = free_key,
    .export = ab_slhdsa_export,
    .exports_empty = 1,
};
