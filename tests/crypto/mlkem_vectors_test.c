/*
 * ML-KEM: published vectors through every implementation that this processor can run.
 *
 *   mlkem_vectors_test FILE...    text that convert_mlkem.py writes
 */
#include <string.h>

#include "afterburner/mlkem.h"
#include "crypto/vector_lines.h"
#include "harness/harness.h"

static struct ab_cpu cpu;
static struct ab_mlkem_key key;

/* Fields: seed, ek, dk. */
static int keygen(const struct vector *v)
{
    uint8_t out[AB_MLKEM_MAX_PRIVATE_LEN];

    if (v->fields[0].len != AB_MLKEM_SEED_LEN)
        return 0;
    ab_mlkem_set_seed(&key, v->fields[0].data);
    ab_mlkem_get_public(&key, out);
    if (!t_is_field(v->fields[1], out, key.params->public_len))
        return 0;
    ab_mlkem_get_private(&key, out);
    return t_is_field(v->fields[2], out, key.params->private_len);
}

/* Fields: ek, m, c, K. */
static int encapsulate(const struct vector *v)
{
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN];

    if (!ab_mlkem_set_public(&key, v->fields[0].data, v->fields[0].len) || v->fields[1].len != AB_MLKEM_MESSAGE_LEN)
        return 0;
    ab_mlkem_encapsulate_message(&key, ciphertext, secret, v->fields[1].data);
    return t_is_field(v->fields[2], ciphertext, key.params->ciphertext_len)
           && t_is_field(v->fields[3], secret, sizeof(secret));
}

/* Fields from the second on: c, K. The key is set. */
static int decapsulate(const struct vector *v)
{
    uint8_t secret[AB_MLKEM_SECRET_LEN];

    return ab_mlkem_decapsulate(&key, secret, v->fields[1].data, v->fields[1].len)
           && t_is_field(v->fields[2], secret, sizeof(secret));
}

static int decapsulate_by_seed(const struct vector *v)
{
    if (v->fields[0].len != AB_MLKEM_SEED_LEN)
        return 0;
    ab_mlkem_set_seed(&key, v->fields[0].data);
    return decapsulate(v);
}

static int decapsulate_by_key(const struct vector *v)
{
    return ab_mlkem_set_private(&key, v->fields[0].data, v->fields[0].len) && decapsulate(v);
}

static const struct {
    const char *name;
    int (*run)(const struct vector *v);
} operations[] = {
    { "keygen", keygen },
    { "encaps", encapsulate },
    { "decaps", decapsulate_by_seed },
    { "decaps-key", decapsulate_by_key },
};

static void run_level(const struct vector *v, const struct ab_mlkem_params *params,
                      const struct ab_mlkem_kernels *kernels)
{
    unsigned num_known = 0;

    t_where.level = ab_mlkem_level(kernels);
    ab_mlkem_init(&key, params, kernels);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].name, v->operation) == 0) {
            CHECK(operations[i].run(v) == v->is_valid);
            num_known++;
        }
    CHECK(num_known == 1);
}

static const struct ab_mlkem_params *params_of(const char *set)
{
    for (unsigned id = 0; id < AB_NUM_MLKEM; id++) {
        const struct ab_mlkem_params *params = ab_mlkem_params((enum ab_mlkem_id)id);

        if (strcmp(params->name + strlen("ML-KEM-"), set) == 0)
            return params;
    }
    return NULL;
}

static void run(const struct vector *v)
{
    const struct ab_mlkem_params *params = params_of(v->set);

    if (!CHECK(params != NULL))
        return;
    for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
        if (ab_mlkem_is_usable(*k, &cpu))
            run_level(v, params, *k);
}

int main(int argc, char **argv)
{
    ab_cpu_detect(&cpu);
    t_run_vectors(argc, argv, run);
    return t_finish();
}
