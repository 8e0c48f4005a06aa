/* ML-KEM: seeds, private keys, messages, shared secrets, and whether a ciphertext is valid, are secret. */
#include <string.h>

#include "afterburner/mlkem.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"

static struct ab_mlkem_key key, imported;
static uint8_t seed[AB_MLKEM_SEED_LEN], message[AB_MLKEM_MESSAGE_LEN], secret[AB_MLKEM_SECRET_LEN];
static uint8_t encoded[AB_MLKEM_MAX_PRIVATE_LEN], ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN];

/* Everything that the case used is public again. */
static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(&key, sizeof(key));
    AB_PUBLIC(&imported, sizeof(imported));
    AB_PUBLIC(seed, sizeof(seed));
    AB_PUBLIC(message, sizeof(message));
    AB_PUBLIC(secret, sizeof(secret));
    AB_PUBLIC(encoded, sizeof(encoded));
    AB_PUBLIC(ciphertext, sizeof(ciphertext));
}

/* The key stays secret as generated: no case declares more of it public than the library does. */
static void check_keys(const struct ab_mlkem_params *params, const struct ab_mlkem_kernels *k)
{
    ab_mlkem_init(&key, params, k);
    t_random_bytes(seed, sizeof(seed));
    ct_begin("ML-KEM key of a seed");
    AB_SECRET(seed, sizeof(seed));
    ab_mlkem_set_seed(&key, seed);
    ab_mlkem_get_private(&key, encoded);
    end();
    ct_begin("ML-KEM private key");
    AB_SECRET(encoded, params->private_len);
    ab_mlkem_init(&imported, params, k);
    CHECK(ab_mlkem_set_private(&imported, encoded, params->private_len));
    CHECK(ab_mlkem_same_private(&imported, &imported));
    end();
}

/* Mark what is secret of a private key: s and z. */
static void hide_private(void)
{
    const unsigned rank = key.params->rank;

    AB_SECRET(key.polys + rank, rank * sizeof(key.polys[0]));
    AB_SECRET(key.z, sizeof(key.z));
    AB_SECRET(key.d, sizeof(key.d));
}

static void check_secrets(const struct ab_mlkem_params *params)
{
    t_random_bytes(message, sizeof(message));
    ct_begin("ML-KEM encapsulation");
    AB_SECRET(message, sizeof(message));
    ab_mlkem_encapsulate_message(&key, ciphertext, secret, message);
    end();
    ciphertext[t_random_below(params->ciphertext_len)] ^= (uint8_t)ct_either(0, 4);
    for (unsigned i = 0; i < 2; i++) {
        ct_begin(i == 0 ? "ML-KEM decapsulation" : "ML-KEM decapsulation of a wrong ciphertext");
        hide_private();
        CHECK(ab_mlkem_decapsulate(&key, secret, ciphertext, params->ciphertext_len));
        end();
        ciphertext[t_random_below(params->ciphertext_len)] ^= 4;
    }
}

void ct_mlkem(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
        if (ct_wants("ML-KEM", ab_mlkem_level(*k), ab_mlkem_is_usable(*k, &cpu)))
            for (unsigned id = 0; id < (ct_scope.is_whole ? AB_NUM_MLKEM : 1); id++) {
                t_where.subject = ab_mlkem_params((enum ab_mlkem_id)id)->name;
                check_keys(ab_mlkem_params((enum ab_mlkem_id)id), *k);
                check_secrets(ab_mlkem_params((enum ab_mlkem_id)id));
            }
    t_where.level = NULL;
}
