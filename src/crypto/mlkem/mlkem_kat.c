/* The known-answer test of ML-KEM: FIPS 203 algorithms 16 to 18 with fixed randomness. */
#include "crypto/mlkem/mlkem_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/mlkem/mlkem_kat_data.h"
#include "kernels/mlkem/mlkem_kernels.h"

/* Return 1 if the key of a seed is right, and equal to what the import of its private key gives. */
static int makes_key(struct ab_mlkem_key *key, const struct answers *right)
{
    uint8_t seed[AB_MLKEM_SEED_LEN], encoded[AB_MLKEM_MAX_PRIVATE_LEN];

    ab_kat_key(seed, sizeof(seed));
    ab_mlkem_set_seed(key, seed);
    ab_mlkem_get_private(key, encoded);
    return ab_kat_fold(encoded, key->params->private_len) == right->private_key
           && ab_mlkem_set_private(key, encoded, key->params->private_len);
}

/* Return 1 if the secret of a ciphertext is right. It starts as zeros, so that no earlier result can pass for it. */
static int decapsulates(const struct ab_mlkem_key *key, const uint8_t *ciphertext, uint64_t right)
{
    uint8_t secret[AB_MLKEM_SECRET_LEN] = { 0 };

    return ab_mlkem_decapsulate(key, secret, ciphertext, key->params->ciphertext_len)
           && ab_kat_fold(secret, sizeof(secret)) == right;
}

int ab_mlkem_kat(const struct ab_mlkem_kernels *k, enum ab_mlkem_id id)
{
    const struct answers *right = &answers[id];
    uint8_t message[AB_MLKEM_MESSAGE_LEN], secret[AB_MLKEM_SECRET_LEN] = { 0 };
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN] = { 0 };
    struct ab_mlkem_key key;

    ab_mlkem_init(&key, ab_mlkem_params(id), k);
    if (!makes_key(&key, right))
        return 0;
    ab_kat_iv(message, sizeof(message));
    ab_mlkem_encapsulate_message(&key, ciphertext, secret, message);
    if (ab_kat_fold(ciphertext, key.params->ciphertext_len) != right->ciphertext
        || ab_kat_fold(secret, sizeof(secret)) != right->secret || !decapsulates(&key, ciphertext, right->secret))
        return 0;
    ciphertext[0] ^= 1;
    return decapsulates(&key, ciphertext, right->rejected);
}

static const char *family_name(unsigned id)
{
    return ab_mlkem_params((enum ab_mlkem_id)id)->name;
}

_Static_assert(offsetof(struct ab_mlkem_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned id, unsigned i, struct ab_implementation *out)
{
    (void)id;
    return ab_implementation_of(ab_mlkem_list()[i], out);
}

static int family_self_test(unsigned id, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return ab_mlkem_kat(kernels, (enum ab_mlkem_id)id);
}

const struct ab_family_kind ab_mlkem_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .fallback_serves = 1,
};
