/* Schnorr keys as counted objects. */
#include "provider/keymgmt/schnorr_key.h"

#include <stdlib.h>

#include "ct/ct.h"
#include "provider/context.h"

struct ab_schnorr_key *ab_schnorr_key_new(struct ab_provctx *prov)
{
    struct ab_schnorr_key *key = ab_alloc_zeros(prov, sizeof(*key), "key");

    if (key == NULL)
        return NULL;
    key->prov = prov;
    atomic_init(&key->references, 1);
    return key;
}

void ab_schnorr_key_hold(void *key)
{
    struct ab_schnorr_key *k = key;

    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
}

void ab_schnorr_key_free(void *key)
{
    struct ab_schnorr_key *k = key;

    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_wipe(k->private_key, sizeof(k->private_key));
    free(k);
}
