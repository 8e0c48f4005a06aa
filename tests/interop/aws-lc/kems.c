/*
 * ML-KEM of the library against AWS-LC's: keys of a seed, ciphertexts of a message, and decapsulation of right and of
 * spoilt ciphertexts.
 *
 * Usage: kems [NUMBER]     keys of each parameter set and implementation; 100
 */
#include <openssl/evp.h>
#include <openssl/experimental/kem_deterministic_api.h>
#include <openssl/nid.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "afterburner/mlkem.h"

static const int nids[AB_NUM_MLKEM] = { NID_MLKEM512, NID_MLKEM768, NID_MLKEM1024 };

static unsigned failures;

#define CHECK(ok, what, set) ((ok) ? 1 : (failures++, fprintf(stderr, "FAIL %s: %s\n", (set)->name, what), 0))

static EVP_PKEY *key_of_seed(const struct ab_mlkem_params *set, const uint8_t seed[AB_MLKEM_SEED_LEN])
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_id(EVP_PKEY_KEM, NULL);
    size_t len = AB_MLKEM_SEED_LEN;
    EVP_PKEY *key = NULL;

    if (!EVP_PKEY_CTX_kem_set_params(ctx, nids[set->id]) || !EVP_PKEY_keygen_init(ctx)
        || !EVP_PKEY_keygen_deterministic(ctx, &key, seed, &len))
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void check_public(const struct ab_mlkem_key *ours, const EVP_PKEY *theirs)
{
    uint8_t own[AB_MLKEM_MAX_PUBLIC_LEN], other[AB_MLKEM_MAX_PUBLIC_LEN];
    size_t len = sizeof(other);

    ab_mlkem_get_public(ours, own);
    CHECK(EVP_PKEY_get_raw_public_key(theirs, other, &len) && len == ours->params->public_len
              && memcmp(own, other, len) == 0,
          "public keys of one seed differ", ours->params);
}

/* A ciphertext and its secret. */
struct sent {
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN];
};

static void check_encapsulation(const struct ab_mlkem_key *ours, EVP_PKEY_CTX *theirs, struct sent *s)
{
    size_t len = sizeof(s->ciphertext), secret_len = AB_MLKEM_SECRET_LEN, message_len = AB_MLKEM_MESSAGE_LEN;
    uint8_t message[AB_MLKEM_MESSAGE_LEN];
    struct sent other;

    RAND_bytes(message, sizeof(message));
    ab_mlkem_encapsulate_message(ours, s->ciphertext, s->secret, message);
    CHECK(EVP_PKEY_encapsulate_deterministic(theirs, other.ciphertext, &len, other.secret, &secret_len, message,
                                             &message_len)
              && len == ours->params->ciphertext_len && memcmp(s->ciphertext, other.ciphertext, len) == 0
              && memcmp(s->secret, other.secret, AB_MLKEM_SECRET_LEN) == 0,
          "encapsulations of one message differ", ours->params);
}

static void check_decapsulation(const struct ab_mlkem_key *ours, EVP_PKEY_CTX *theirs, const struct sent *s,
                                int is_right)
{
    uint8_t own[AB_MLKEM_SECRET_LEN], other[AB_MLKEM_SECRET_LEN];
    size_t len = ours->params->ciphertext_len, secret_len = sizeof(other);

    CHECK(ab_mlkem_decapsulate(ours, own, s->ciphertext, len)
              && EVP_PKEY_decapsulate(theirs, other, &secret_len, s->ciphertext, len)
              && memcmp(own, other, sizeof(own)) == 0,
          "decapsulations differ", ours->params);
    CHECK((memcmp(own, s->secret, sizeof(own)) == 0) == is_right, "a right secret out of a spoilt ciphertext",
          ours->params);
}

static void compare(const struct ab_mlkem_params *set, const struct ab_mlkem_kernels *kernels)
{
    static struct ab_mlkem_key ours;
    uint8_t seed[AB_MLKEM_SEED_LEN];
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *theirs;
    struct sent s;
    uint16_t place;

    RAND_bytes(seed, sizeof(seed));
    RAND_bytes((uint8_t *)&place, sizeof(place));
    ab_mlkem_init(&ours, set, kernels);
    ab_mlkem_set_seed(&ours, seed);
    theirs = key_of_seed(set, seed);
    ctx = theirs == NULL ? NULL : EVP_PKEY_CTX_new(theirs, NULL);
    if (CHECK(ctx != NULL, "no key of AWS-LC", set)) {
        check_public(&ours, theirs);
        check_encapsulation(&ours, ctx, &s);
        check_decapsulation(&ours, ctx, &s, 1);
        s.ciphertext[place % set->ciphertext_len] ^= 1;
        check_decapsulation(&ours, ctx, &s, 0);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(theirs);
    ab_mlkem_clear(&ours);
}

int main(int argc, char **argv)
{
    const unsigned number = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
    const struct ab_mlkem_kernels *const *kernels = ab_mlkem_list();
    unsigned tried = 0;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (; *kernels != NULL; kernels++)
        for (unsigned id = 0; id < AB_NUM_MLKEM && ab_mlkem_is_usable(*kernels, &cpu); id++)
            for (unsigned i = 0; i < number; i++, tried++)
                compare(ab_mlkem_params((enum ab_mlkem_id)id), *kernels);
    printf("%u keys compared with AWS-LC, %u failures\n", tried, failures);
    return failures != 0 || tried == 0;
}
