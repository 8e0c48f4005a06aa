/*
 * ML-DSA: published vectors through every implementation that this processor can run.
 *
 *   mldsa_vectors_test FILE...    text that convert_mldsa.py writes
 */
#include <string.h>

#include "afterburner/mldsa.h"
#include "crypto/vector_lines.h"
#include "harness/harness.h"

static struct ab_cpu cpu;
static struct ab_mldsa_key key;

/* A private key, or a seed, which is shorter than any. */
static int set_private(struct octets in)
{
    if (in.len != AB_MLDSA_SEED_LEN)
        return ab_mldsa_set_private(&key, in.data, in.len);
    ab_mldsa_set_seed(&key, in.data);
    return 1;
}

/* ---- mu: what each operation with a message has at `at` ---- */

typedef int mu_fn(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at);

static int mu_of_message(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    struct ab_mldsa_message m;

    if (!ab_mldsa_message_init(&m, &key, at[1].data, at[1].len))
        return 0;
    ab_mldsa_message_update(&m, at->data, at->len);
    ab_mldsa_message_final(&m, mu);
    return 1;
}

static int mu_of_encoded(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    struct ab_mldsa_message m;

    ab_mldsa_message_init_encoded(&m, &key);
    ab_mldsa_message_update(&m, at->data, at->len);
    ab_mldsa_message_final(&m, mu);
    return 1;
}

static int mu_itself(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    if (at->len != AB_MLDSA_MU_LEN)
        return 0;
    memcpy(mu, at->data, AB_MLDSA_MU_LEN);
    return 1;
}

/* ---- operations; num_message fields are the message ---- */

/* Fields: seed, pk, sk. */
static int keygen(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    uint8_t out[AB_MLDSA_MAX_PRIVATE_LEN];

    (void)get_mu, (void)num_message;
    if (v->fields[0].len != AB_MLDSA_SEED_LEN)
        return 0;
    ab_mldsa_set_seed(&key, v->fields[0].data);
    ab_mldsa_get_public(&key, out);
    if (!t_is_field(v->fields[1], out, key.params->public_len))
        return 0;
    ab_mldsa_get_private(&key, out);
    return t_is_field(v->fields[2], out, key.params->private_len);
}

/* Fields: the key, rnd, the message, the signature. */
static int sign(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    uint8_t out[AB_MLDSA_MAX_SIGNATURE_LEN], mu[AB_MLDSA_MU_LEN];

    return set_private(v->fields[0]) && v->fields[1].len == AB_MLDSA_RANDOM_LEN && get_mu(mu, v->fields + 2)
           && ab_mldsa_sign_with(&key, out, mu, v->fields[1].data)
           && t_is_field(v->fields[2 + num_message], out, key.params->signature_len);
}

/* Fields: the key, the message, the signature. */
static int verify(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    const struct octets *signature = v->fields + 1 + num_message;
    uint8_t mu[AB_MLDSA_MU_LEN];

    return ab_mldsa_set_public(&key, v->fields[0].data, v->fields[0].len) && get_mu(mu, v->fields + 1)
           && ab_mldsa_verify(&key, signature->data, signature->len, mu);
}

static const struct {
    const char *name;
    int (*run)(const struct vector *v, mu_fn *get_mu, unsigned num_message);
    mu_fn *get_mu;
    unsigned num_message;
} operations[] = {
    { "keygen", keygen, NULL, 0 },
    { "sign", sign, mu_of_message, 2 },
    { "sign-encoded", sign, mu_of_encoded, 1 },
    { "sign-mu", sign, mu_itself, 1 },
    { "verify", verify, mu_of_message, 2 },
    { "verify-encoded", verify, mu_of_encoded, 1 },
    { "verify-mu", verify, mu_itself, 1 },
};

static void run_level(const struct vector *v, const struct ab_mldsa_params *params,
                      const struct ab_mldsa_kernels *kernels)
{
    unsigned num_known = 0;

    t_where.level = ab_mldsa_level(kernels);
    ab_mldsa_init(&key, params, kernels);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].name, v->operation) == 0) {
            CHECK(operations[i].run(v, operations[i].get_mu, operations[i].num_message) == v->is_valid);
            num_known++;
        }
    CHECK(num_known == 1);
}

static const struct ab_mldsa_params *params_of(const char *set)
{
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++) {
        const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)id);

        if (strcmp(params->name + strlen("ML-DSA-"), set) == 0)
            return params;
    }
    return NULL;
}

static void run(const struct vector *v)
{
    const struct ab_mldsa_params *params = params_of(v->set);

    if (!CHECK(params != NULL))
        return;
    for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
        if (ab_mldsa_is_usable(*k, &cpu))
            run_level(v, params, *k);
}

int main(int argc, char **argv)
{
    ab_cpu_detect(&cpu);
    t_run_vectors(argc, argv, run);
    return t_finish();
}
