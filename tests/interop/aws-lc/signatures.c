/*
 * ML-DSA of the library against AWS-LC's: keys of a seed, and signatures with a context string in both directions.
 *
 * Usage: signatures [NUMBER]     keys of each parameter set and implementation; 100
 */
#include <openssl/evp.h>
#include <openssl/nid.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "afterburner/mldsa.h"

enum { MAX_MESSAGE = 300, MAX_CONTEXT = 255, OURS = 0, THEIRS = 1, NUM_SIDES = 2 };

static const int nids[AB_NUM_MLDSA] = { NID_MLDSA44, NID_MLDSA65, NID_MLDSA87 };

/* What is signed, and by which key. */
struct trial {
    struct ab_mldsa_key key;
    EVP_PKEY *theirs;
    uint8_t message[MAX_MESSAGE], context[MAX_CONTEXT];
    size_t message_len, context_len;
};

static unsigned failures;

#define CHECK(ok, what, set) \
    ((ok) ? 1 : (failures++, fprintf(stderr, "FAIL %s: %s\n", (set)->name, what), 0))

static size_t random_below(size_t limit)
{
    uint32_t x;

    RAND_bytes((uint8_t *)&x, sizeof(x));
    return x % limit;
}

static void draw(struct trial *t, const struct ab_mldsa_params *set, const struct ab_mldsa_kernels *kernels)
{
    uint8_t seed[AB_MLDSA_SEED_LEN];

    RAND_bytes(seed, sizeof(seed));
    RAND_bytes(t->message, sizeof(t->message));
    RAND_bytes(t->context, sizeof(t->context));
    t->message_len = random_below(MAX_MESSAGE + 1);
    t->context_len = random_below(MAX_CONTEXT + 1);
    ab_mldsa_init(&t->key, set, kernels);
    ab_mldsa_set_seed(&t->key, seed);
    t->theirs = EVP_PKEY_pqdsa_new_raw_private_key(nids[set->id], seed, sizeof(seed));
}

static void check_public(const struct trial *t, const struct ab_mldsa_params *set)
{
    uint8_t ours[AB_MLDSA_MAX_PUBLIC_LEN], theirs[AB_MLDSA_MAX_PUBLIC_LEN];
    size_t len = sizeof(theirs);

    ab_mldsa_get_public(&t->key, ours);
    CHECK(EVP_PKEY_get_raw_public_key(t->theirs, theirs, &len) && len == set->public_len
              && memcmp(ours, theirs, len) == 0,
          "public keys of one seed differ", set);
}

/* ---- each side signs and verifies ---- */

static void find_mu(const struct trial *t, uint8_t mu[AB_MLDSA_MU_LEN])
{
    struct ab_mldsa_message m;

    ab_mldsa_message_init(&m, &t->key, t->context, t->context_len);
    ab_mldsa_message_update(&m, t->message, t->message_len);
    ab_mldsa_message_final(&m, mu);
}

static int sign(const struct trial *t, int side, uint8_t *signature, size_t *len)
{
    uint8_t mu[AB_MLDSA_MU_LEN], random[AB_MLDSA_RANDOM_LEN];
    EVP_PKEY_CTX *params;
    EVP_MD_CTX *ctx;
    int ok;

    if (side == OURS) {
        find_mu(t, mu);
        RAND_bytes(random, sizeof(random));
        return ab_mldsa_sign_with(&t->key, signature, mu, random);
    }
    ctx = EVP_MD_CTX_new();
    ok = EVP_DigestSignInit(ctx, &params, NULL, NULL, t->theirs)
         && EVP_PKEY_CTX_set1_signature_context_string(params, t->context, t->context_len)
         && EVP_DigestSign(ctx, signature, len, t->message, t->message_len);
    EVP_MD_CTX_free(ctx);
    return ok;
}

static int verify(const struct trial *t, int side, const uint8_t *signature, size_t len)
{
    uint8_t mu[AB_MLDSA_MU_LEN];
    EVP_PKEY_CTX *params;
    EVP_MD_CTX *ctx;
    int ok;

    if (side == OURS) {
        find_mu(t, mu);
        return ab_mldsa_verify(&t->key, signature, len, mu);
    }
    ctx = EVP_MD_CTX_new();
    ok = EVP_DigestVerifyInit(ctx, &params, NULL, NULL, t->theirs)
         && EVP_PKEY_CTX_set1_signature_context_string(params, t->context, t->context_len)
         && EVP_DigestVerify(ctx, signature, len, t->message, t->message_len) == 1;
    EVP_MD_CTX_free(ctx);
    return ok;
}

static void check_signatures(const struct trial *t, const struct ab_mldsa_params *set)
{
    for (int side = 0; side < NUM_SIDES; side++) {
        uint8_t signature[AB_MLDSA_MAX_SIGNATURE_LEN];
        size_t len = set->signature_len, place;

        if (!CHECK(sign(t, side, signature, &len) && len == set->signature_len, "no signature", set))
            continue;
        CHECK(verify(t, !side, signature, len), "the other side refuses a signature", set);
        place = random_below(len);
        signature[place] ^= (uint8_t)(1 << random_below(8));
        CHECK(verify(t, OURS, signature, len) == verify(t, THEIRS, signature, len), "one side takes a spoilt one", set);
        CHECK(!verify(t, OURS, signature, len), "a spoilt signature is taken", set);
    }
}

int main(int argc, char **argv)
{
    const unsigned number = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
    const struct ab_mldsa_kernels *const *kernels = ab_mldsa_list();
    static struct trial t;
    unsigned tried = 0;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (; *kernels != NULL; kernels++)
        for (unsigned id = 0; id < AB_NUM_MLDSA && ab_mldsa_is_usable(*kernels, &cpu); id++)
            for (unsigned i = 0; i < number; i++, tried++) {
                const struct ab_mldsa_params *set = ab_mldsa_params((enum ab_mldsa_id)id);

                draw(&t, set, *kernels);
                if (CHECK(t.theirs != NULL, "no key of AWS-LC", set)) {
                    check_public(&t, set);
                    check_signatures(&t, set);
                }
                EVP_PKEY_free(t.theirs);
                ab_mldsa_clear(&t.key);
            }
    printf("%u keys compared with AWS-LC, %u failures\n", tried, failures);
    return failures != 0 || tried == 0;
}
