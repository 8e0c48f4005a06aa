/* Keys of SLH-DSA as counted objects. */
#include "provider/keymgmt/slhdsa_key.h"

#include <openssl/core_dispatch.h>
#include <stdlib.h>

#include "provider/context.h"
#include "provider/health.h"

struct ab_slhdsa_keydata *ab_slhdsa_keydata_new(struct ab_provctx *prov, enum ab_slhdsa_id id)
{
    const struct ab_slhdsa_kernels *kernels = ab_health_slhdsa(prov, id);
    struct ab_slhdsa_keydata *k = kernels == NULL ? NULL : ab_alloc(prov, sizeof(*k), "key");

    if (k == NULL)
        return NULL;
    ab_slhdsa_init(&k->key, ab_slhdsa_params(id), kernels);
    k->prov = prov;
    atomic_init(&k->references, 1);
    return k;
}

struct ab_slhdsa_keydata *ab_slhdsa_keydata_hold(struct ab_slhdsa_keydata *k)
{
    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
    return k;
}

void ab_slhdsa_keydata_free(struct ab_slhdsa_keydata *k)
{
    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_slhdsa_clear(&k->key);
    free(k);
}

static void copy_public(struct ab_slhdsa_key *to, const struct ab_slhdsa_key *from)
{
    uint8_t encoded[AB_SLHDSA_MAX_PUBLIC_LEN];

    ab_slhdsa_get_public(from, encoded);
    ab_slhdsa_set_public(to, encoded, from->params->public_len); /* every string of that length is a public key */
}

struct ab_slhdsa_keydata *ab_slhdsa_keydata_dup(const struct ab_slhdsa_keydata *k, int selection)
{
    struct ab_slhdsa_keydata *copy = ab_slhdsa_keydata_new(k->prov, k->key.params->id);

    if (copy == NULL || !k->key.has_public || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return copy;
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0)
        copy_public(&copy->key, &k->key);
    else
        copy->key = k->key;
    return copy;
}
