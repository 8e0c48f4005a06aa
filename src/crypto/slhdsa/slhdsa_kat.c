/*
 * The known-answer tests of SLH-DSA: FIPS 205 algorithms 18 to 20 with small trees. What a parameter set does at other
 * heights and layers is the same with other numbers; a whole signature would take up to seconds.
 */
#include "crypto/slhdsa/slhdsa_kat.h"

#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/slhdsa/slhdsa_kat_data.h"
#include "crypto/slhdsa/slhdsa_parts.h"

enum { LAYERS = 2, TREE_HEIGHT = 3, FORS_HEIGHT = 6, NUM_FORS = 4, MESSAGE_LEN = 40 };

/* A parameter set with small trees, and a message. */
struct test {
    struct ab_slhdsa_params params;
    struct ab_slhdsa_key key;
    uint8_t bytes[MESSAGE_LEN];
    struct ab_slhdsa_message message;
};

void ab_slhdsa_small_params(struct ab_slhdsa_params *out, enum ab_slhdsa_id id)
{
    *out = *ab_slhdsa_params(id);
    out->d = LAYERS;
    out->tree_height = TREE_HEIGHT;
    out->fors_height = FORS_HEIGHT;
    out->num_fors = NUM_FORS;
    out->signature_len = out->n + ab_slhdsa_fors_len(out) + out->d * ab_slhdsa_xmss_len(out);
}

static void start(struct test *t, const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id)
{
    ab_slhdsa_small_params(&t->params, id);
    ab_slhdsa_init(&t->key, &t->params, k);
    ab_kat_iv(t->bytes, MESSAGE_LEN);
    ab_slhdsa_message_init(&t->message, NULL, 0, t->bytes, MESSAGE_LEN);
}

static const struct answers *answers_of(const struct ab_slhdsa_params *params)
{
    return &answers[params->is_shake][params->n / 8 - 2];
}

static int recovers(struct test *t)
{
    uint8_t bytes[AB_SLHDSA_MAX_PUBLIC_LEN], root[AB_SLHDSA_MAX_N];
    uint8_t text[AB_KAT_LEN], signature[AB_SLHDSA_MAX_SMALL_LEN];
    const uint8_t *const signatures[] = { signature };
    const struct ab_slhdsa_message *const messages[] = { &t->message };

    ab_kat_key(bytes, t->params.public_len);
    if (!ab_slhdsa_set_public(&t->key, bytes, t->params.public_len))
        return 0;
    ab_kat_message(text);
    for (size_t i = 0; i < t->params.signature_len; i++)
        signature[i] = text[i % AB_KAT_LEN];
    ab_slhdsa_recover(&t->key, root, signatures, messages, 1);
    return ab_kat_fold(root, t->params.n) == answers_of(&t->params)->made_up;
}

/* Return 1 if the key of a seed and a signature are right, and the latter is valid for its message alone. */
static int signs(struct test *t)
{
    const struct answers *right = answers_of(&t->params);
    uint8_t bytes[AB_SLHDSA_MAX_SEED_LEN], signature[AB_SLHDSA_MAX_SMALL_LEN];
    const size_t len = t->params.signature_len;

    ab_kat_key(bytes, t->params.seed_len);
    ab_slhdsa_set_seed(&t->key, bytes);
    ab_slhdsa_get_public(&t->key, bytes);
    ab_slhdsa_sign_with(&t->key, signature, &t->message, NULL);
    if (ab_kat_fold(bytes, t->params.public_len) != right->public_key || ab_kat_fold(signature, len) != right->signature
        || !ab_slhdsa_verify(&t->key, signature, len, &t->message))
        return 0;
    t->bytes[0] ^= 1;
    return !ab_slhdsa_verify(&t->key, signature, len, &t->message);
}

int ab_slhdsa_quick_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id)
{
    struct test t;

    start(&t, k, id);
    return recovers(&t);
}

int ab_slhdsa_kat(const struct ab_slhdsa_kernels *k, enum ab_slhdsa_id id)
{
    struct test t;

    start(&t, k, id);
    return recovers(&t) && signs(&t);
}

static const char *family_name(unsigned id)
{
    return ab_slhdsa_params((enum ab_slhdsa_id)id)->name;
}

_Static_assert(offsetof(struct ab_slhdsa_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned id, unsigned i, struct ab_implementation *out)
{
    const struct ab_slhdsa_kernels *k = ab_slhdsa_list((enum ab_slhdsa_id)id)[i];

    if (!ab_implementation_of(k, out))
        return 0;
    out->suits = k->suits;
    return 1;
}

static int family_self_test(unsigned id, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return ab_slhdsa_kat(kernels, (enum ab_slhdsa_id)id);
}

static int family_first_use_test(unsigned id, const void *kernels, const struct ab_test_support *support)
{
    (void)support;
    return ab_slhdsa_quick_kat(kernels, (enum ab_slhdsa_id)id);
}

const struct ab_family_kind ab_slhdsa_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .fallback_serves = 1,
};
