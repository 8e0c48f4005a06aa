/* Keys of ML-DSA as counted objects, their expansion, and their import. */
#include "provider/keymgmt/mldsa_key.h"

#include <openssl/core_dispatch.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/keep_first.h"
#include "provider/setting.h"

/* ---- expanded keys ---- */

static struct ab_mldsa_key *peek(const struct ab_mldsa_keydata *k)
{
    return atomic_load_explicit(&k->expanded, memory_order_acquire);
}

/* An empty one. NULL with an error raised. */
static struct ab_mldsa_key *new_expanded(const struct ab_mldsa_keydata *k)
{
    const struct ab_mldsa_kernels *kernels = ab_health_mldsa(k->prov, k->params->id);
    struct ab_mldsa_key *key = kernels == NULL ? NULL : ab_aligned_alloc(k->prov, ab_mldsa_key_size(k->params), "key");

    if (key != NULL)
        ab_mldsa_init(key, k->params, kernels);
    return key;
}

static void free_expanded(void *expanded)
{
    struct ab_mldsa_key *key = expanded;

    if (key == NULL)
        return;
    ab_mldsa_clear(key);
    ab_aligned_free(key);
}

/* Threads may expand the same key at once. The first to finish stores it. */
const struct ab_mldsa_key *ab_mldsa_keydata_expand(struct ab_mldsa_keydata *k)
{
    struct ab_mldsa_key *key = peek(k);

    if (key != NULL)
        return key;
    if (!k->is_public) {
        AB_RAISE(k->prov, AB_R_MISSING_KEY);
        return NULL;
    }
    key = new_expanded(k);
    if (key == NULL)
        return NULL;
    ab_mldsa_set_public(key, k->public_key, k->params->public_len); /* every string of that length is a public key */
    return ab_keep_first(&k->expanded, key, free_expanded);
}

/* ---- keys as a whole ---- */

struct ab_mldsa_keydata *ab_mldsa_keydata_new(struct ab_provctx *prov, enum ab_mldsa_id id)
{
    struct ab_mldsa_keydata *k = ab_alloc(prov, sizeof(*k), "key");

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->params = ab_mldsa_params(id);
    k->is_public = false;
    atomic_init(&k->references, 1);
    atomic_init(&k->expanded, NULL);
    return k;
}

struct ab_mldsa_keydata *ab_mldsa_keydata_hold(struct ab_mldsa_keydata *k)
{
    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
    return k;
}

/* Leave it empty. */
static void clear(struct ab_mldsa_keydata *k)
{
    free_expanded(atomic_exchange(&k->expanded, NULL));
    k->is_public = false;
}

void ab_mldsa_keydata_free(struct ab_mldsa_keydata *k)
{
    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    clear(k);
    free(k);
}

const struct ab_mldsa_key *ab_mldsa_keydata_private(const struct ab_mldsa_keydata *k)
{
    return k->is_public ? NULL : peek(k);
}

static int has_public(const struct ab_mldsa_keydata *k)
{
    return k->is_public || peek(k) != NULL;
}

int ab_mldsa_keydata_has(const struct ab_mldsa_keydata *k, int selection)
{
    if (k == NULL)
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0)
        return ab_mldsa_keydata_private(k) != NULL;
    return (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || has_public(k);
}

void ab_mldsa_keydata_get_public(const struct ab_mldsa_keydata *k, uint8_t *out)
{
    if (k->is_public)
        memcpy(out, k->public_key, k->params->public_len);
    else
        ab_mldsa_get_public(peek(k), out);
}

static int copy_private(struct ab_mldsa_keydata *to, const struct ab_mldsa_key *from)
{
    struct ab_mldsa_key *key = new_expanded(to);

    if (key == NULL)
        return 0;
    memcpy(key, from, ab_mldsa_key_size(to->params));
    atomic_store(&to->expanded, key);
    return 1;
}

struct ab_mldsa_keydata *ab_mldsa_keydata_dup(const struct ab_mldsa_keydata *k, int selection)
{
    struct ab_mldsa_keydata *copy = ab_mldsa_keydata_new(k->prov, k->params->id);
    const struct ab_mldsa_key *key = ab_mldsa_keydata_private(k);

    if (copy == NULL || !has_public(k) || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return copy;
    if (key == NULL || (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0) {
        ab_mldsa_keydata_get_public(k, copy->public_key);
        copy->is_public = true;
        return copy;
    }
    if (copy_private(copy, key))
        return copy;
    ab_mldsa_keydata_free(copy);
    return NULL;
}

/* ---- generation ---- */

/* Since 4.0 a key keeps its seed in any case, and what is written to a file is the encoder's choice. */
static int keeps_seed(struct ab_provctx *prov)
{
    return prov->release >= AB_RELEASE(4, 0) || ab_setting_is_on(prov, "ml-dsa.retain_seed");
}

static int fill_from_seed(const struct ab_mldsa_keydata *k, struct ab_mldsa_key *key, const uint8_t *seed)
{
    if (seed != NULL) {
        ab_mldsa_set_seed(key, seed);
    } else if (!ab_mldsa_generate(key, &k->prov->random)) {
        AB_RAISE(k->prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    if (!keeps_seed(k->prov))
        ab_mldsa_forget_seed(key);
    return 1;
}

int ab_mldsa_keydata_generate(struct ab_mldsa_keydata *k, const uint8_t seed[AB_MLDSA_SEED_LEN])
{
    struct ab_mldsa_key *key = new_expanded(k);

    if (key != NULL && fill_from_seed(k, key, seed)) {
        atomic_store(&k->expanded, key);
        return 1;
    }
    free_expanded(key);
    return 0;
}

/* ---- import ---- */

static int is_private_key_of(const struct ab_mldsa_keydata *k, const uint8_t *private_key)
{
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];
    int is_same;

    ab_mldsa_get_private(peek(k), encoded);
    is_same = ab_ct_memcmp(encoded, private_key, k->params->private_len) == 0;
    ab_wipe(encoded, sizeof(encoded));
    return is_same;
}

static int import_seed(struct ab_mldsa_keydata *k, const struct ab_key_parts *in)
{
    if (!ab_mldsa_keydata_generate(k, in->seed))
        return 0;
    if (in->private_key == NULL || is_private_key_of(k, in->private_key))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s private key does not match seed", k->params->name);
    return 0;
}

static int import_private(struct ab_mldsa_keydata *k, const uint8_t *private_key)
{
    struct ab_mldsa_key *key = new_expanded(k);

    if (key == NULL)
        return 0;
    if (ab_mldsa_set_private(key, private_key, k->params->private_len)) {
        atomic_store(&k->expanded, key);
        return 1;
    }
    free_expanded(key);
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "error parsing %s private key", k->params->name);
    return 0;
}

static int matches_public(const struct ab_mldsa_keydata *k, const uint8_t *public_key)
{
    uint8_t encoded[AB_MLDSA_MAX_PUBLIC_LEN];

    ab_mldsa_keydata_get_public(k, encoded);
    if (memcmp(encoded, public_key, k->params->public_len) == 0)
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "explicit %s public key does not match private", k->params->name);
    return 0;
}

static int prefers_seed(struct ab_provctx *prov, const struct ab_key_parts *in)
{
    return in->seed != NULL && (in->private_key == NULL || ab_setting_is_on(prov, "ml-dsa.prefer_seed"));
}

static int import_pair(struct ab_mldsa_keydata *k, const struct ab_key_parts *in)
{
    if (!(prefers_seed(k->prov, in) ? import_seed(k, in) : import_private(k, in->private_key)))
        return 0;
    return in->public_key == NULL || matches_public(k, in->public_key);
}

/*
 * A public key is expanded later, but its import tests the implementation already: if that is out of service, the
 * import fails, and the default provider takes the key.
 */
int ab_mldsa_keydata_import(struct ab_mldsa_keydata *k, const struct ab_key_parts *in)
{
    if (in->seed != NULL || in->private_key != NULL) {
        if (import_pair(k, in))
            return 1;
        clear(k);
        return 0;
    }
    if (ab_health_mldsa(k->prov, k->params->id) == NULL)
        return 0;
    memcpy(k->public_key, in->public_key, k->params->public_len);
    k->is_public = true;
    return 1;
}

/* Import the private key again: that computes the public key, and compares what the private key has of it. */
int ab_mldsa_keydata_check_pair(const struct ab_mldsa_keydata *k)
{
    struct ab_mldsa_key *again = new_expanded(k);
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];
    int ok;

    if (again == NULL)
        return 0;
    ab_mldsa_get_private(peek(k), encoded);
    ok = ab_mldsa_set_private(again, encoded, k->params->private_len) && ab_mldsa_same_public(again, peek(k));
    ab_wipe(encoded, sizeof(encoded));
    free_expanded(again);
    return ok;
}
