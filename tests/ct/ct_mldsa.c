/* ML-DSA: seeds, private keys, randomness and messages that are signed are secret. */
#include <string.h>

#include "afterburner/mldsa_batch.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"

enum { NUM_MANY = 5 };

static struct ab_mldsa_key key, imported;
static uint8_t seed[AB_MLDSA_SEED_LEN], mu[AB_MLDSA_MU_LEN], rnd[AB_MLDSA_RANDOM_LEN], message[300];
static uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN], signature[AB_MLDSA_MAX_SIGNATURE_LEN];

/* Everything that the case used is public again. */
static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(&key, sizeof(key));
    AB_PUBLIC(&imported, sizeof(imported));
    AB_PUBLIC(seed, sizeof(seed));
    AB_PUBLIC(mu, sizeof(mu));
    AB_PUBLIC(rnd, sizeof(rnd));
    AB_PUBLIC(message, sizeof(message));
    AB_PUBLIC(encoded, sizeof(encoded));
    AB_PUBLIC(signature, sizeof(signature));
}

/* The key stays secret as generated: no case declares more of it public than the library does. */
static void check_keys(const struct ab_mldsa_params *params, const struct ab_mldsa_kernels *k)
{
    ab_mldsa_init(&key, params, k);
    t_random_bytes(seed, sizeof(seed));
    ct_begin("ML-DSA key of a seed");
    AB_SECRET(seed, sizeof(seed));
    ab_mldsa_set_seed(&key, seed);
    ab_mldsa_get_private(&key, encoded);
    end();
    ct_begin("ML-DSA private key");
    AB_SECRET(encoded, params->private_len);
    ab_mldsa_init(&imported, params, k);
    CHECK(ab_mldsa_set_private(&imported, encoded, params->private_len));
    CHECK(ab_mldsa_same_private(&imported, &imported));
    end();
}

/*
 * Mark what is secret of a private key: K, s1, s2 and t0. The rest is public: where two runs with other secrets are
 * compared, both verify by the same public key.
 */
static void hide_private(const struct ab_mldsa_params *params)
{
    const size_t s1_at = (size_t)params->k * (params->l + 1);

    AB_PUBLIC(key.rho, sizeof(key.rho));
    AB_PUBLIC(key.tr, sizeof(key.tr));
    AB_PUBLIC(key.polys, s1_at * sizeof(key.polys[0]));
    AB_SECRET(key.signing_seed, sizeof(key.signing_seed));
    AB_SECRET(key.seed, sizeof(key.seed));
    AB_SECRET(key.polys + s1_at, (params->l + 2 * (size_t)params->k) * sizeof(key.polys[0]));
}

static void check_signatures(const struct ab_mldsa_params *params)
{
    struct ab_mldsa_message m;

    t_random_bytes(message, sizeof(message));
    t_random_bytes(rnd, sizeof(rnd));
    ct_begin("ML-DSA signature");
    hide_private(params);
    AB_SECRET(message, sizeof(message));
    AB_SECRET(rnd, sizeof(rnd));
    CHECK(ab_mldsa_message_init(&m, &key, message, 7));
    ab_mldsa_message_update(&m, message + 7, sizeof(message) - 7);
    ab_mldsa_message_final(&m, mu);
    CHECK(ab_mldsa_sign_with(&key, signature, mu, rnd));
    AB_PUBLIC(mu, sizeof(mu)); /* the verifier's */
    CHECK(ab_mldsa_verify(&key, signature, params->signature_len, mu));
    end();
}

/* Several signatures in step, all by one key. */
static void check_many(const struct ab_mldsa_params *params)
{
    static uint8_t signatures[NUM_MANY][AB_MLDSA_MAX_SIGNATURE_LEN];
    uint8_t mus[NUM_MANY][AB_MLDSA_MU_LEN], randoms[NUM_MANY][AB_MLDSA_RANDOM_LEN], *signature_of[NUM_MANY];
    const struct ab_mldsa_key *key_of[NUM_MANY];
    int valid[NUM_MANY];

    t_random_bytes(mus, sizeof(mus));
    t_random_bytes(randoms, sizeof(randoms));
    ct_begin("ML-DSA signatures in step");
    hide_private(params);
    AB_SECRET(mus, sizeof(mus));
    AB_SECRET(randoms, sizeof(randoms));
    for (unsigned i = 0; i < NUM_MANY; i++) {
        key_of[i] = &key;
        signature_of[i] = signatures[i];
    }
    CHECK(ab_mldsa_sign_many(key_of, signature_of, (const uint8_t (*)[AB_MLDSA_MU_LEN])mus,
                             (const uint8_t (*)[AB_MLDSA_RANDOM_LEN])randoms, NUM_MANY));
    AB_PUBLIC(mus, sizeof(mus)); /* the verifier's */
    CHECK(ab_mldsa_verify_many(key_of, (const uint8_t *const *)signature_of, (const uint8_t (*)[AB_MLDSA_MU_LEN])mus,
                               valid, NUM_MANY));
    AB_PUBLIC(signatures, sizeof(signatures));
    end();
}

void ct_mldsa(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
        if (ct_wants("ML-DSA", ab_mldsa_level(*k), ab_mldsa_is_usable(*k, &cpu)))
            for (unsigned id = 0; id < (ct_scope.is_whole ? AB_NUM_MLDSA : 1); id++) {
                t_where.subject = ab_mldsa_params((enum ab_mldsa_id)id)->name;
                check_keys(ab_mldsa_params((enum ab_mldsa_id)id), *k);
                check_signatures(ab_mldsa_params((enum ab_mldsa_id)id));
                if (ct_scope.is_whole) /* it runs the code of a single signature, which takes long in single steps */
                    check_many(ab_mldsa_params((enum ab_mldsa_id)id));
            }
    t_where.level = NULL;
}
