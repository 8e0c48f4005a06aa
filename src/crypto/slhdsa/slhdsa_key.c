/* Keys of SLH-DSA: generation, import and export (FIPS 205 sec. 9.1). */
#include <string.h>

#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

void ab_slhdsa_init(struct ab_slhdsa_key *key, const struct ab_slhdsa_params *params,
                    const struct ab_slhdsa_kernels *kernels)
{
    memset(key, 0, sizeof(*key));
    key->params = params;
    key->kernels = kernels;
}

void ab_slhdsa_clear(struct ab_slhdsa_key *key)
{
    const struct ab_slhdsa_params *params = key->params;
    const struct ab_slhdsa_kernels *kernels = key->kernels;

    ab_wipe(key, sizeof(*key));
    key->params = params;
    key->kernels = kernels;
}

static void set_secret(struct ab_slhdsa_key *key, const uint8_t *in)
{
    memcpy(key->sk_seed, in, key->params->n);
    memcpy(key->sk_prf, in + key->params->n, key->params->n);
    key->has_private = 1;
}

static void set_public_seed(struct ab_slhdsa_key *key, const uint8_t *in)
{
    memcpy(key->pk_seed, in, key->params->n);
    AB_PUBLIC(key->pk_seed, key->params->n); /* part of the public key */
    ab_slhdsa_set_prefix(key);
    key->has_public = 1;
}

/* The root of the tree of the highest layer. */
static void derive_root(const struct ab_slhdsa_key *key, uint8_t *root)
{
    const struct ab_slhdsa_place place = { key->params->d - 1, 0, 0 };

    ab_slhdsa_xmss(key, &place, root, NULL, NULL);
}

void ab_slhdsa_set_seed(struct ab_slhdsa_key *key, const uint8_t *seed)
{
    ab_slhdsa_clear(key);
    set_secret(key, seed);
    set_public_seed(key, seed + 2 * key->params->n);
    derive_root(key, key->pk_root);
}

int ab_slhdsa_generate(struct ab_slhdsa_key *key, const struct ab_random_source *random)
{
    uint8_t seed[AB_SLHDSA_MAX_SEED_LEN];
    int ok = random->bytes(random->arg, seed, key->params->seed_len);

    if (ok)
        ab_slhdsa_set_seed(key, seed);
    else
        ab_slhdsa_clear(key);
    ab_wipe(seed, sizeof(seed));
    return ok;
}

int ab_slhdsa_set_public(struct ab_slhdsa_key *key, const uint8_t *in, size_t len)
{
    const size_t n = key->params->n;

    ab_slhdsa_clear(key);
    if (len != key->params->public_len)
        return 0;
    set_public_seed(key, in);
    memcpy(key->pk_root, in + n, n);
    AB_PUBLIC(key->pk_root, n);
    return 1;
}

int ab_slhdsa_set_parts(struct ab_slhdsa_key *key, const uint8_t *secret, size_t secret_len, const uint8_t *public_key,
                        size_t public_len)
{
    ab_slhdsa_clear(key);
    if (secret_len != key->params->private_len - key->params->public_len
        || !ab_slhdsa_set_public(key, public_key, public_len))
        return 0;
    set_secret(key, secret);
    return 1;
}

int ab_slhdsa_set_private(struct ab_slhdsa_key *key, const uint8_t *in, size_t len)
{
    const size_t half = key->params->public_len;

    ab_slhdsa_clear(key);
    return len == key->params->private_len && ab_slhdsa_set_parts(key, in, half, in + half, half);
}

int ab_slhdsa_root_is_right(const struct ab_slhdsa_key *key)
{
    uint8_t root[AB_SLHDSA_MAX_N];

    derive_root(key, root);
    return memcmp(root, key->pk_root, key->params->n) == 0;
}

void ab_slhdsa_get_public(const struct ab_slhdsa_key *key, uint8_t *out)
{
    const size_t n = key->params->n;

    memcpy(out, key->pk_seed, n);
    memcpy(out + n, key->pk_root, n);
}

void ab_slhdsa_get_private(const struct ab_slhdsa_key *key, uint8_t *out)
{
    const size_t n = key->params->n;

    memcpy(out, key->sk_seed, n);
    memcpy(out + n, key->sk_prf, n);
    ab_slhdsa_get_public(key, out + 2 * n);
}

int ab_slhdsa_same_public(const struct ab_slhdsa_key *a, const struct ab_slhdsa_key *b)
{
    return a->has_public && b->has_public && memcmp(a->pk_seed, b->pk_seed, sizeof(a->pk_seed)) == 0
           && memcmp(a->pk_root, b->pk_root, sizeof(a->pk_root)) == 0;
}

int ab_slhdsa_same_private(const struct ab_slhdsa_key *a, const struct ab_slhdsa_key *b)
{
    int differs = ab_ct_memcmp(a->sk_seed, b->sk_seed, sizeof(a->sk_seed))
                  | ab_ct_memcmp(a->sk_prf, b->sk_prf, sizeof(a->sk_prf));

    AB_PUBLIC(&differs, sizeof(differs));
    return a->has_private && b->has_private && differs == 0 && ab_slhdsa_same_public(a, b);
}
