/*
 * SLH-DSA: published vectors through the implementations that this processor can run.
 *
 *   slhdsa_vectors_test KIND FILE    text that convert_slhdsa.py writes. KIND fast: the sets whose signatures are fast
 *                                    (f), by implementations in vectors; all: every set, by every implementation
 */
#include <string.h>

#include "afterburner/hash.h"
#include "afterburner/slhdsa.h"
#include "crypto/vector_lines.h"
#include "harness/harness.h"

static struct ab_cpu cpu;
static struct ab_slhdsa_key key;
static uint8_t signature[AB_SLHDSA_MAX_SIGNATURE_LEN];
static int is_all;

/* Fields: seed, pk. */
static int keygen(const struct octets *at)
{
    uint8_t out[AB_SLHDSA_MAX_PRIVATE_LEN];

    if (!CHECK(at[0].len == key.params->seed_len))
        return 0;
    ab_slhdsa_set_seed(&key, at[0].data);
    ab_slhdsa_get_private(&key, out);
    return CHECK_BYTES(out, at[0].data, key.params->seed_len)
           && t_is_field(at[1], out + key.params->public_len, key.params->public_len);
}

/* Sign, compare the digest of the signature, and verify it by the public key alone. */
static int signs(const struct ab_slhdsa_message *message, struct octets addrnd, struct octets digest)
{
    uint8_t got[AB_HASH_MAX_DIGEST], public_key[AB_SLHDSA_MAX_PUBLIC_LEN];
    struct ab_hash_ctx c;

    ab_slhdsa_sign_with(&key, signature, message, addrnd.len == 0 ? NULL : addrnd.data);
    ab_hash_init(&c, ab_hash_pick(AB_HASH_SHA256, &cpu));
    ab_hash_update(&c, signature, key.params->signature_len);
    ab_hash_final(&c, got);
    ab_slhdsa_get_public(&key, public_key);
    return t_is_field(digest, got, digest.len) && CHECK(digest.len == 32)
           && ab_slhdsa_set_public(&key, public_key, key.params->public_len)
           && ab_slhdsa_verify(&key, signature, key.params->signature_len, message);
}

/* Fields: sk, addrnd, the message, its context, the digest. */
static int sign(const struct octets *at)
{
    struct ab_slhdsa_message m;

    return ab_slhdsa_set_private(&key, at[0].data, at[0].len)
           && ab_slhdsa_message_init(&m, at[3].data, at[3].len, at[2].data, at[2].len) && signs(&m, at[1], at[4]);
}

/* Fields: sk, addrnd, M', the digest. */
static int sign_encoded(const struct octets *at)
{
    struct ab_slhdsa_message m;

    ab_slhdsa_message_init_encoded(&m, at[2].data, at[2].len);
    return ab_slhdsa_set_private(&key, at[0].data, at[0].len) && signs(&m, at[1], at[3]);
}

static const struct {
    const char *name;
    int (*run)(const struct octets *at);
} operations[] = { { "keygen", keygen }, { "sign", sign }, { "sign-encoded", sign_encoded } };

static void run_level(const struct vector *v, const struct ab_slhdsa_params *params,
                      const struct ab_slhdsa_kernels *kernels)
{
    unsigned num_known = 0;

    t_where.level = ab_slhdsa_level(kernels);
    ab_slhdsa_init(&key, params, kernels);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].name, v->operation) == 0) {
            CHECK(operations[i].run(v->fields) == v->is_valid);
            num_known++;
        }
    CHECK(num_known == 1);
}

static const struct ab_slhdsa_params *params_of(const char *set)
{
    for (unsigned id = 0; id < AB_NUM_SLHDSA; id++) {
        const struct ab_slhdsa_params *params = ab_slhdsa_params((enum ab_slhdsa_id)id);

        if (strcmp(params->name + strlen("SLH-DSA-"), set) == 0)
            return params;
    }
    return NULL;
}

static void run(const struct vector *v)
{
    const struct ab_slhdsa_params *params = params_of(v->set);

    if (!CHECK(params != NULL) || (!is_all && v->set[strlen(v->set) - 1] != 'f'))
        return;
    for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(params->id); *k != NULL; k++)
        if (ab_slhdsa_is_usable(*k, &cpu) && (is_all || !ab_slhdsa_is_fallback(*k)))
            run_level(v, params, *k);
}

int main(int argc, char **argv)
{
    ab_cpu_detect(&cpu);
    is_all = argc > 1 && strcmp(argv[1], "all") == 0;
    t_run_vectors(argc - 1, argv + 1, run);
    return t_finish();
}
