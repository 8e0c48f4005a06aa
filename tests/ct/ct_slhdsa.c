/*
 * SLH-DSA: seeds, private keys, randomness and messages that are signed are secret. Small trees: the code is that of
 * all sets.
 */
#include <string.h>

#include "crypto/slhdsa/slhdsa_kat.h"
#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"

enum { NUM_CHAINS = 6 };

static struct ab_slhdsa_params params;
static struct ab_slhdsa_key key, imported;
static uint8_t seed[AB_SLHDSA_MAX_SEED_LEN], addrnd[AB_SLHDSA_MAX_N], text[100];
static uint8_t encoded[AB_SLHDSA_MAX_PRIVATE_LEN], signature[AB_SLHDSA_MAX_SMALL_LEN];

/* Everything that the case used is public again. */
static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(&key, sizeof(key));
    AB_PUBLIC(&imported, sizeof(imported));
    AB_PUBLIC(seed, sizeof(seed));
    AB_PUBLIC(addrnd, sizeof(addrnd));
    AB_PUBLIC(text, sizeof(text));
    AB_PUBLIC(encoded, sizeof(encoded));
    AB_PUBLIC(signature, sizeof(signature));
}

static void check_keys(const struct ab_slhdsa_kernels *k)
{
    ab_slhdsa_init(&key, &params, k);
    ab_slhdsa_init(&imported, &params, k);
    t_random_bytes(seed, sizeof(seed));
    ct_begin("SLH-DSA key of a seed");
    AB_SECRET(seed, sizeof(seed));
    ab_slhdsa_set_seed(&key, seed);
    ab_slhdsa_get_private(&key, encoded);
    end();
    ct_begin("SLH-DSA private key");
    AB_SECRET(encoded, sizeof(encoded));
    CHECK(ab_slhdsa_set_private(&imported, encoded, params.private_len));
    CHECK(ab_slhdsa_same_private(&imported, &imported));
    end();
}

/* What a whole signature does thousands of times: chains of secrets, here of one to three steps, and hash values. */
static void check_chains(void)
{
    static struct ab_slhdsa_chain chains[NUM_CHAINS];
    static ab_slhdsa_address addresses[NUM_CHAINS];
    uint8_t values[NUM_CHAINS * AB_SLHDSA_MAX_N];

    t_random_bytes(values, sizeof(values));
    ct_begin("SLH-DSA chains");
    AB_SECRET(values, sizeof(values));
    for (unsigned i = 0; i < NUM_CHAINS; i++)
        chains[i].num_steps = 1 + i % 3;
    ab_slhdsa_run_chains(&key, chains, values, NUM_CHAINS);
    ab_slhdsa_hash(&key, (const ab_slhdsa_address *)addresses, values, 2 * (size_t)params.n, values, NUM_CHAINS / 2);
    AB_PUBLIC(values, sizeof(values));
    end();
}

static void check_signature(void)
{
    struct ab_slhdsa_message m;

    t_random_bytes(text, sizeof(text));
    t_random_bytes(addrnd, sizeof(addrnd));
    ct_begin("SLH-DSA signature");
    AB_SECRET(key.sk_seed, sizeof(key.sk_seed));
    AB_SECRET(key.sk_prf, sizeof(key.sk_prf));
    AB_SECRET(text, sizeof(text));
    AB_SECRET(addrnd, sizeof(addrnd));
    CHECK(ab_slhdsa_message_init(&m, text, 7, text + 7, sizeof(text) - 7));
    ab_slhdsa_sign_with(&key, signature, &m, addrnd);
    AB_PUBLIC(text, sizeof(text)); /* the verifier's */
    CHECK(ab_slhdsa_verify(&key, signature, params.signature_len, &m));
    end();
}

void ct_slhdsa(void)
{
    static const enum ab_slhdsa_id sets[] = { AB_SLHDSA_SHA2_128F, AB_SLHDSA_SHA2_256F, AB_SLHDSA_SHAKE_192F };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
        ab_slhdsa_small_params(&params, sets[i]);
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(params.id); *k != NULL; k++)
            if (ct_wants(params.name, ab_slhdsa_level(*k), ab_slhdsa_is_usable(*k, &cpu))) {
                ab_slhdsa_init(&key, &params, *k);
                check_chains();
                if (ct_scope.is_whole) {
                    check_keys(*k);
                    check_signature();
                }
            }
    }
    t_where.level = NULL;
}
