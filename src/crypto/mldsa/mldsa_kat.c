/* The known-answer tests of ML-DSA: FIPS 204 algorithms 6 to 8 with a fixed seed, and rnd of zeros. */
#include "crypto/mldsa/mldsa_kat.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/mldsa/mldsa_kat_data.h"
#include "kernels/mldsa/mldsa_kernels.h"

/* Return 1 if the key of a seed is right. */
static int makes_key(struct ab_mldsa_key *key, uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN], const struct answers *right)
{
    uint8_t seed[AB_MLDSA_SEED_LEN];

    ab_kat_key(seed, sizeof(seed));
    ab_mldsa_set_seed(key, seed);
    ab_mldsa_get_private(key, encoded);
    return ab_kat_fold(encoded, key->params->private_len) == right->private_key;
}

/* Return 1 if a signature is right, valid, and not valid for another message. It starts as zeros. */
static int signs(const struct ab_mldsa_key *key, const struct signature *right)
{
    static const uint8_t random[AB_MLDSA_RANDOM_LEN] = { 0 };
    uint8_t mu[AB_MLDSA_MU_LEN], signature[AB_MLDSA_MAX_SIGNATURE_LEN] = { 0 };
    const size_t len = key->params->signature_len;

    ab_kat_iv(mu, sizeof(mu));
    mu[0] = right->first;
    if (!ab_mldsa_sign_with(key, signature, mu, random) || ab_kat_fold(signature, len) != right->fold
        || !ab_mldsa_verify(key, signature, len, mu))
        return 0;
    mu[1] ^= 1;
    return !ab_mldsa_verify(key, signature, len, mu);
}

/* Return 1 if both imports give the same keys. Leave the private one. */
static int imports(struct ab_mldsa_key *key, const uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN],
                   const struct answers *right)
{
    uint8_t public_key[AB_MLDSA_MAX_PUBLIC_LEN];
    const size_t len = key->params->public_len;

    ab_mldsa_get_public(key, public_key);
    if (ab_kat_fold(public_key, len) != right->public_key || !ab_mldsa_set_public(key, public_key, len))
        return 0;
    ab_mldsa_get_public(key, public_key);
    return ab_kat_fold(public_key, len) == right->public_key
           && ab_mldsa_set_private(key, encoded, key->params->private_len);
}

static int is_right(struct ab_mldsa_key *key, int is_quick)
{
    const struct answers *right = &answers[key->params->id];
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];

    return makes_key(key, encoded, right) && signs(key, &right->one)
           && (is_quick || (imports(key, encoded, right) && signs(key, &right->three)));
}

/* A key is too large for the stack of some threads. */
static int test(const struct ab_mldsa_kernels *k, enum ab_mldsa_id id, int is_quick)
{
    const struct ab_mldsa_params *params = ab_mldsa_params(id);
    struct ab_mldsa_key *key = malloc(ab_mldsa_key_size(params));
    int ok;

    if (key == NULL)
        return 0;
    ab_mldsa_init(key, params, k);
    ok = is_right(key, is_quick);
    free(key);
    return ok;
}

int ab_mldsa_quick_kat(const struct ab_mldsa_kernels *k, enum ab_mldsa_id id)
{
    return test(k, id, 1);
}

int ab_mldsa_kat(const struct ab_mldsa_kernels *k, enum ab_mldsa_id id)
{
    return test(k, id, 0);
}

static const char *family_name(unsigned id)
{
    return ab_mldsa_params((enum ab_mldsa_id)id)->name;
}

_Static_assert(offsetof(struct ab_mldsa_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned id, unsigned i, struct ab_implementation *out)
{
    (void)id;
    return ab_implementation_of(ab_mldsa_list()[i], out);
}

static int family_self_test(unsigned id, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return ab_mldsa_kat(kernels, (enum ab_mldsa_id)id);
}

static int family_first_use_test(unsigned id, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return ab_mldsa_quick_kat(kernels, (enum ab_mldsa_id)id);
}

const struct ab_family_kind ab_mldsa_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .fallback_serves = 1,
};
