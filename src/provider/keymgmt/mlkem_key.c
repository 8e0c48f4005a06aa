/* Keys of ML-KEM as counted objects, their pairwise test, and the configuration of their import. */
#include "provider/keymgmt/mlkem_key.h"

#include <openssl/core_dispatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/setting.h"

struct ab_mlkem_keydata *ab_mlkem_keydata_new(struct ab_provctx *prov, enum ab_mlkem_id id)
{
    const struct ab_mlkem_kernels *kernels = ab_health_mlkem(prov, id);
    struct ab_mlkem_keydata *k = kernels == NULL ? NULL : ab_aligned_alloc(prov, sizeof(*k), "key");

    if (k == NULL)
        return NULL;
    ab_mlkem_init(&k->key, ab_mlkem_params(id), kernels);
    k->prov = prov;
    atomic_init(&k->references, 1);
    return k;
}

struct ab_mlkem_keydata *ab_mlkem_keydata_hold(struct ab_mlkem_keydata *k)
{
    atomic_fetch_add_explicit(&k->references, 1, memory_order_relaxed);
    return k;
}

void ab_mlkem_keydata_free(struct ab_mlkem_keydata *k)
{
    if (k == NULL || atomic_fetch_sub_explicit(&k->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_mlkem_clear(&k->key);
    ab_aligned_free(k);
}

static void copy_public(struct ab_mlkem_key *to, const struct ab_mlkem_key *from)
{
    uint8_t encoded[AB_MLKEM_MAX_PUBLIC_LEN];

    ab_mlkem_get_public(from, encoded);
    ab_mlkem_set_public(to, encoded, from->params->public_len); /* which was checked before */
}

struct ab_mlkem_keydata *ab_mlkem_keydata_dup(const struct ab_mlkem_keydata *k, int selection)
{
    struct ab_mlkem_keydata *copy = ab_mlkem_keydata_new(k->prov, k->key.params->id);

    if (copy == NULL || !k->key.has_public || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return copy;
    if (k->key.has_private && (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0)
        copy_public(&copy->key, &k->key);
    else
        copy->key = k->key;
    return copy;
}

int ab_mlkem_keydata_has(const struct ab_mlkem_keydata *k, int selection)
{
    if (k == NULL)
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0)
        return k->key.has_private;
    return (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || k->key.has_public;
}

int ab_mlkem_keydata_generate(struct ab_mlkem_keydata *k, const uint8_t seed[AB_MLKEM_SEED_LEN])
{
    if (seed != NULL) {
        ab_mlkem_set_seed(&k->key, seed);
    } else if (!ab_mlkem_generate(&k->key, &k->prov->random)) {
        AB_RAISE(k->prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    if ((ab_mlkem_settings(k->prov) & AB_MLKEM_RETAIN_SEED) == 0)
        ab_mlkem_forget_seed(&k->key);
    return 1;
}

int ab_mlkem_keydata_set_public(struct ab_mlkem_keydata *k, const uint8_t *in, size_t len)
{
    if (ab_mlkem_set_public(&k->key, in, len))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "%s public key", k->key.params->name);
    return 0;
}

int ab_mlkem_keydata_set_private(struct ab_mlkem_keydata *k, const uint8_t *in, size_t len)
{
    if (ab_mlkem_set_private(&k->key, in, len))
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "%s private key", k->key.params->name);
    return 0;
}

/* FIPS 203 algorithm 16: dk is the private key of K-PKE, then ek, H(ek), z, the last two of 32 bytes. */
const uint8_t *ab_mlkem_public_in_private(const struct ab_mlkem_params *params, const uint8_t *private_key)
{
    return private_key + params->private_len - 64 - params->public_len;
}

static int encapsulate_either(const struct ab_mlkem_keydata *k, int is_fixed, uint8_t *ciphertext, uint8_t *secret)
{
    uint8_t message[AB_MLKEM_MESSAGE_LEN];

    if (!is_fixed)
        return ab_mlkem_encapsulate(&k->key, ciphertext, secret, &k->prov->random);
    memset(message, 0x55, sizeof(message));
    ab_mlkem_encapsulate_message(&k->key, ciphertext, secret, message);
    return 1;
}

int ab_mlkem_keydata_check_pair(const struct ab_mlkem_keydata *k, int is_fixed)
{
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], sent[AB_MLKEM_SECRET_LEN], found[AB_MLKEM_SECRET_LEN];
    int ok;

    if (!k->key.has_private)
        return 1;
    ok = encapsulate_either(k, is_fixed, ciphertext, sent)
         && ab_mlkem_decapsulate(&k->key, found, ciphertext, k->key.params->ciphertext_len)
         && ab_ct_memcmp(sent, found, sizeof(sent)) == 0;
    ab_wipe(sent, sizeof(sent));
    ab_wipe(found, sizeof(found));
    if (!ok)
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY, "public part of %s private key fails to match private",
                        k->key.params->name);
    return ok;
}

int ab_mlkem_keydata_passes_import(const struct ab_mlkem_keydata *k)
{
    unsigned settings = ab_mlkem_settings(k->prov);

    return (settings & (AB_MLKEM_RANDOM_TEST | AB_MLKEM_FIXED_TEST)) == 0
           || ab_mlkem_keydata_check_pair(k, (settings & AB_MLKEM_FIXED_TEST) != 0);
}

/* ---- configuration ---- */

static unsigned read_settings(struct ab_provctx *prov)
{
    const char *test = ab_setting_read(prov, "ml-kem.import_pct_type");
    unsigned settings = 0;

    if (ab_setting_is_on(prov, "ml-kem.retain_seed"))
        settings |= AB_MLKEM_RETAIN_SEED;
    if (ab_setting_is_on(prov, "ml-kem.prefer_seed"))
        settings |= AB_MLKEM_PREFER_SEED;
    if (test == NULL || strcasecmp(test, "random") == 0)
        settings |= AB_MLKEM_RANDOM_TEST;
    else if (strcasecmp(test, "fixed") == 0)
        settings |= AB_MLKEM_FIXED_TEST;
    return settings;
}

/* Concurrent threads read the same. */
unsigned ab_mlkem_settings(struct ab_provctx *prov)
{
    enum { IS_READ = 16 };
    unsigned settings = atomic_load_explicit(&prov->mlkem_settings, memory_order_relaxed);

    if (settings == 0) {
        settings = IS_READ | read_settings(prov);
        atomic_store_explicit(&prov->mlkem_settings, (unsigned char)settings, memory_order_relaxed);
    }
    return settings;
}
