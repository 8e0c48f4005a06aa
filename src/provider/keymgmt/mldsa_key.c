/* Keys of ML-DSA as counted objects, and their import. */
#include "provider/keymgmt/mldsa_key.h"

#include <openssl/core_dispatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/setting.h"

struct ab_mldsa_keydata *ab_mldsa_keydata_new(struct ab_provctx *prov, enum ab_mldsa_id id)
{
    const struct ab_mldsa_params *params = ab_mldsa_params(id);
    const struct ab_mldsa_kernels *kernels = ab_health_mldsa(prov, id);
    const size_t size = offsetof(struct ab_mldsa_keydata, key) + ab_mldsa_key_size(params);
    struct ab_mldsa_keydata *k = kernels == NULL ? NULL : aligned_alloc(_Alignof(struct ab_mldsa_keydata), size);

    if (k == NULL) {
        if (kernels != NULL)
            AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "key");
        return NULL;
    }
    ab_mldsa_init(&k->key, params, kernels);
    k->prov = prov;
    atomic_init(&k->references, 1);
    return k;
}

struct ab_mldsa_keydata *ab_mldsa_keydata_hold(struct ab_mldsa_keydata *k)
{
    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
    return k;
}

void ab_mldsa_keydata_free(struct ab_mldsa_keydata *k)
{
    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_mldsa_clear(&k->key);
    free(k);
}

static void copy_public(struct ab_mldsa_key *to, const struct ab_mldsa_key *from)
{
    uint8_t encoded[AB_MLDSA_MAX_PUBLIC_LEN];

    ab_mldsa_get_public(from, encoded);
    ab_mldsa_set_public(to, encoded, from->params->public_len); /* every string of that length is a public key */
}

struct ab_mldsa_keydata *ab_mldsa_keydata_dup(const struct ab_mldsa_keydata *k, int selection)
{
    struct ab_mldsa_keydata *copy = ab_mldsa_keydata_new(k->prov, k->key.params->id);

    if (copy == NULL || !k->key.has_public || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return copy;
    if (k->key.has_private && (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0)
        copy_public(&copy->key, &k->key);
    else
        memcpy(&copy->key, &k->key, ab_mldsa_key_size(k->key.params));
    return copy;
}

int ab_mldsa_keydata_has(const struct ab_mldsa_keydata *k, int selection)
{
    if (k == NULL)
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0)
        return k->key.has_private;
    return (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || k->key.has_public;
}

/* Since 4.0 a key keeps its seed in any case, and what is written to a file is the encoder's choice. */
static int keeps_seed(struct ab_provctx *prov)
{
    return prov->release >= AB_RELEASE(4, 0) || ab_setting_is_on(prov, "ml-dsa.retain_seed");
}

int ab_mldsa_keydata_generate(struct ab_mldsa_keydata *k, const uint8_t seed[AB_MLDSA_SEED_LEN])
{
    if (seed != NULL) {
        ab_mldsa_set_seed(&k->key, seed);
    } else if (!ab_mldsa_generate(&k->key, &k->prov->random)) {
        AB_RAISE(k->prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    if (!keeps_seed(k->prov))
        ab_mldsa_forget_seed(&k->key);
    return 1;
}

/* ---- import ---- */

static int is_private_key_of(const struct ab_mldsa_keydata *k, const uint8_t *private_key)
{
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];
    int is_same;

    ab_mldsa_get_private(&k->key, encoded);
    is_same = ab_ct_memcmp(encoded, private_key, k->key.params->private_len) == 0;
    ab_wipe(encoded, sizeof(encoded));
    return is_same;
}

static int import_seed(struct ab_mldsa_keydata *k, const struct ab_mldsa_parts *in)
{
    if (!ab_mldsa_keydata_generate(k, in->seed))
        return 0;
    if (in->private_key == NULL || is_private_key_of(k, in->private_key))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s private key does not match seed", k->key.params->name);
    return 0;
}

static int import_encoded(struct ab_mldsa_keydata *k, const struct ab_mldsa_parts *in)
{
    const struct ab_mldsa_params *sizes = k->key.params;

    if (in->private_key != NULL ? ab_mldsa_set_private(&k->key, in->private_key, sizes->private_len)
                                : ab_mldsa_set_public(&k->key, in->public_key, sizes->public_len))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "error parsing %s %s key", sizes->name,
                    in->private_key != NULL ? "private" : "public");
    return 0;
}

static int is_public_key_of(const struct ab_mldsa_keydata *k, const uint8_t *public_key)
{
    uint8_t encoded[AB_MLDSA_MAX_PUBLIC_LEN];

    ab_mldsa_get_public(&k->key, encoded);
    if (memcmp(encoded, public_key, k->key.params->public_len) == 0)
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s public key does not match private", k->key.params->name);
    return 0;
}

static int prefers_seed(struct ab_provctx *prov, const struct ab_mldsa_parts *in)
{
    return in->seed != NULL && (in->private_key == NULL || ab_setting_is_on(prov, "ml-dsa.prefer_seed"));
}

int ab_mldsa_keydata_import(struct ab_mldsa_keydata *k, const struct ab_mldsa_parts *in)
{
    int ok = prefers_seed(k->prov, in) ? import_seed(k, in) : import_encoded(k, in);

    if (ok && (in->public_key == NULL || is_public_key_of(k, in->public_key)))
        return 1;
    ab_mldsa_clear(&k->key);
    return 0;
}

/* An import of a private key computes the public one and compares all that both determine. */
int ab_mldsa_keydata_check_pair(const struct ab_mldsa_keydata *k)
{
    struct ab_mldsa_keydata *again = ab_mldsa_keydata_new(k->prov, k->key.params->id);
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];
    int ok;

    if (again == NULL)
        return 0;
    ab_mldsa_get_private(&k->key, encoded);
    ok = ab_mldsa_set_private(&again->key, encoded, k->key.params->private_len)
         && ab_mldsa_same_public(&again->key, &k->key);
    ab_wipe(encoded, sizeof(encoded));
    ab_mldsa_keydata_free(again);
    return ok;
}
