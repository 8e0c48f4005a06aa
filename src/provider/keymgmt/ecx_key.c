/* Keys of X25519, Ed25519, X448 and Ed448 as counted objects. */
#include "provider/keymgmt/ecx_key.h"

#include <stdlib.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/health.h"

static const size_t key_len[] = {
    [AB_ECX_X25519] = AB_X25519_LEN,
    [AB_ECX_ED25519] = AB_ED25519_KEY_LEN,
    [AB_ECX_X448] = AB_X448_LEN,
    [AB_ECX_ED448] = AB_ED448_KEY_LEN,
};

struct ab_ecx_key *ab_ecx_key_new(struct ab_provctx *prov, enum ab_ecx_type type)
{
    struct ab_ecx_key *key = ab_alloc_zeros(prov, sizeof(*key), "key");

    if (key == NULL)
        return NULL;
    key->prov = prov;
    key->type = type;
    key->len = key_len[type];
    atomic_init(&key->references, 1);
    return key;
}

struct ab_ecx_key *ab_ecx_key_hold(struct ab_ecx_key *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void ab_ecx_key_free(struct ab_ecx_key *key)
{
    if (key == NULL || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_wipe(key->private_key, sizeof(key->private_key));
    free(key);
}

static int derive_25519(const struct ab_ecx_key *key, uint8_t out[AB_X25519_LEN])
{
    const struct ab_curve25519_kernels *kernels = ab_health_curve25519(key->prov);

    if (kernels == NULL)
        return 0;
    if (key->type == AB_ECX_X25519)
        ab_x25519_public(kernels, out, key->private_key);
    else
        ab_ed25519_public(kernels, ab_health_hash(key->prov, AB_HASH_SHA512), out, key->private_key);
    return 1;
}

static int derive_448(const struct ab_ecx_key *key, uint8_t out[AB_ED448_KEY_LEN])
{
    const struct ab_curve448_kernels *kernels = ab_health_curve448(key->prov);

    if (kernels == NULL)
        return 0;
    if (key->type == AB_ECX_X448)
        ab_x448_public(kernels, out, key->private_key);
    else
        ab_ed448_public(kernels, ab_health_hash(key->prov, AB_HASH_SHAKE_256), out, key->private_key);
    return 1;
}

int ab_ecx_key_derive_public(const struct ab_ecx_key *key, uint8_t out[AB_ECX_MAX_KEY_LEN])
{
    return key->type == AB_ECX_X25519 || key->type == AB_ECX_ED25519 ? derive_25519(key, out) : derive_448(key, out);
}
