/* Import and export of ML-KEM keys, as lists of parameters and as the parts that a file holds. */
#include "provider/keymgmt/mlkem_transfer.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/keymgmt/key_import.h"
#include "provider/param.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR
};

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

int ab_mlkem_keydata_import(struct ab_mlkem_keydata *k, const struct ab_key_parts *in)
{
    if (import_parts(k, in) && ab_mlkem_keydata_passes_import(k))
        return 1;
    ab_mlkem_clear(&k->key);
    return 0;
}

int ab_mlkem_import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_mlkem_keydata *k = keydata;
    struct ab_key_lens lens;
    struct ab_key_parts in;

    if (k == NULL || k->key.has_public || (selection & PAIR) == 0)
        return 0;
    lens = (struct ab_key_lens){ AB_MLKEM_SEED_LEN, k->key.params->private_len, k->key.params->public_len };
    return ab_key_parts_read(k->prov, params, (selection & PRIVATE) != 0, &lens, &in)
           && ab_mlkem_keydata_import(k, &in);
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

int ab_mlkem_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_mlkem_keydata *k = keydata;
    uint8_t seed[AB_MLKEM_SEED_LEN], private_key[AB_MLKEM_MAX_PRIVATE_LEN], public_key[AB_MLKEM_MAX_PUBLIC_LEN];
    OSSL_PARAM params[4], *p = params;
    int ok;

    if (k == NULL || (selection & PAIR) == 0)
        return 0;
    if (!k->key.has_public) {
        AB_RAISE(k->prov, AB_R_MISSING_KEY);
        return 0;
    }
    if ((selection & PRIVATE) != 0 && k->key.has_seed) {
        ab_mlkem_get_seed(&k->key, seed);
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(AB_PARAM_SEED, seed, sizeof(seed));
    }
    if ((selection & PRIVATE) != 0 && k->key.has_private) {
        ab_mlkem_get_private(&k->key, private_key);
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, private_key, k->key.params->private_len);
    }
    if ((selection & PUBLIC) != 0) {
        ab_mlkem_get_public(&k->key, public_key);
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, public_key, k->key.params->public_len);
    }
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    ok = callback(params, arg);
    ab_wipe(seed, sizeof(seed));
    ab_wipe(private_key, sizeof(private_key));
    return ok;
}
