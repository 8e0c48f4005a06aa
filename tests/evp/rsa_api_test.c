/*
 * The C API of RSA (afterburner/rsa.h) against OpenSSL's default provider: both have the same keys; what one signs or
 * encrypts, the other verifies or decrypts, and damaged input gets the same verdict. Keys of unusual sizes and with
 * several primes are included.
 */
#include <openssl/bn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rsa_pairs.h"

static void check_pair(struct rsa_pair p)
{
    rsa_pair_check_signatures(&p);
    rsa_pair_check_encryption(&p);
    rsa_pair_check_premasters(&p);
    rsa_pair_check_encapsulation(&p);
    rsa_pair_free(&p);
}

/* The same key with numbers left out, exchanged or wrong. */
static void check_shapes(void)
{
    static const uint8_t wrong_bytes[4] = { 11, 22, 33, 44 };
    const struct ab_rsa_number wrong = { wrong_bytes, sizeof(wrong_bytes) };
    struct rsa_pair p = rsa_pair_theirs("key of 1024 bits", 1024, 2);
    struct ab_rsa_numbers n, changed;

    rsa_get_numbers(p.theirs, &n);
    for (unsigned i = 0; i < 7; i++) {
        static const char *const names[] = { "without CRT values", "p < q",           "d alone",
                                             "without d",          "wrong exponents", "wrong coefficient",
                                             "wrong prime" };

        changed = n;
        if (i == 1) {
            changed.prime[0] = n.prime[1];
            changed.prime[1] = n.prime[0];
        }
        if (i == 0 || i == 1)
            changed.exponent[0] = changed.exponent[1] = changed.coefficient[0] = (struct ab_rsa_number){ 0 };
        if (i == 2)
            changed.num_primes = 0;
        if (i == 3)
            changed.d.len = 0;
        if (i == 4)
            changed.exponent[0] = changed.exponent[1] = wrong;
        if (i == 5)
            changed.coefficient[0] = wrong;
        if (i == 6)
            changed.prime[1] = wrong;
        ab_rsa_key_free(p.ours);
        p.ours = ab_rsa_key_new(&rsa_pair_env.bignum, &changed);
        p.name = names[i];
        CHECK(p.ours != NULL, "%s: import", p.name);
        rsa_pair_check_signatures(&p);
        if (i != 3 || !is_release(3, 2))
            rsa_pair_check_encryption(&p);
    }
    rsa_free_numbers(&n);
    rsa_pair_free(&p);
}

/* Primes of different lengths: the module never generates any, so combine two that OpenSSL made. */
static void check_uneven(unsigned p_bits, unsigned q_bits, const char *name)
{
    BIGNUM *p = BN_new(), *q = BN_new(), *n = BN_new(), *d = BN_new(), *e = BN_new(), *p1 = BN_new(), *q1 = BN_new();
    BN_CTX *ctx = BN_CTX_new();
    uint8_t bytes[4][MAX_LEN];
    struct ab_rsa_numbers numbers = { .num_primes = 2 };
    const BIGNUM *all[] = { n, d, p, q };
    struct ab_rsa_number *to[] = { &numbers.n, &numbers.d, &numbers.prime[0], &numbers.prime[1] };
    static const uint8_t e_bytes[] = { 1, 0, 1 };
    struct rsa_pair pair = { .name = name };

    BN_set_word(e, 65537);
    do {
        BN_generate_prime_ex(p, (int)p_bits, 0, NULL, NULL, NULL);
        BN_generate_prime_ex(q, (int)q_bits, 0, NULL, NULL, NULL);
        BN_mul(n, p, q, ctx);
        BN_sub(p1, p, BN_value_one());
        BN_sub(q1, q, BN_value_one());
        BN_mul(p1, p1, q1, ctx);
    } while (BN_mod_inverse(d, e, p1, ctx) == NULL);
    numbers.e = (struct ab_rsa_number){ e_bytes, sizeof(e_bytes) };
    for (size_t i = 0; i < 4; i++) {
        BN_bn2lebinpad(all[i], bytes[i], MAX_LEN);
        *to[i] = (struct ab_rsa_number){ bytes[i], MAX_LEN };
    }
    pair.ours = ab_rsa_key_new(&rsa_pair_env.bignum, &numbers);
    CHECK(pair.ours != NULL, "%s: import", name);
    pair.theirs = rsa_to_theirs(pair.ours);
    pair.size = ab_rsa_size(pair.ours);
    check_pair(pair);
    BN_free(p), BN_free(q), BN_free(n), BN_free(d), BN_free(e), BN_free(p1), BN_free(q1);
    BN_CTX_free(ctx);
}

static void check_exponents(void)
{
    uint8_t large[32];

    memset(large, 0xff, sizeof(large)); /* 2^256 - 1 */
    check_pair(rsa_pair_ours("e = 3", 1024, (struct ab_rsa_number){ (const uint8_t[]){ 3 }, 1 }));
    check_pair(rsa_pair_ours("e = 2^256 - 1", 1024, (struct ab_rsa_number){ large, sizeof(large) }));
    check_pair(rsa_pair_ours("e = 2^64 + 13", 576, (struct ab_rsa_number){ (const uint8_t[9]){ 13, [8] = 1 }, 9 }));
}

/* ---- one key, several threads ---- */

enum { NUM_THREADS = 4, NUM_SIGNATURES = 150 };

struct signer {
    pthread_t thread;
    struct random rnd;
    const struct ab_rsa_key *key;
    const uint8_t *right;
    unsigned num_wrong;
};

static const struct ab_rsa_scheme sha256_scheme = { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA256 };
static const uint8_t digest_of_threads[32] = { 1, 2, 3 };

static void *sign_often(void *arg)
{
    struct signer *s = arg;
    const struct ab_random_source own = { rsa_pair_draw, &s->rnd };
    uint8_t signature[MAX_LEN];

    for (unsigned i = 0; i < NUM_SIGNATURES; i++)
        s->num_wrong += ab_rsa_sign(s->key, &own, &sha256_scheme, digest_of_threads, 32, signature) != AB_RSA_OK
                        || memcmp(signature, s->right, ab_rsa_size(s->key)) != 0;
    return NULL;
}

/* The threads take blindings from one key and return them, all at once. */
static void check_threads(void)
{
    struct rsa_pair p = rsa_pair_ours("several threads", 1024, (struct ab_rsa_number){ 0 });
    struct signer signers[NUM_THREADS];
    uint8_t right[MAX_LEN];

    CHECK(ab_rsa_sign(p.ours, &rsa_pair_source, &sha256_scheme, digest_of_threads, 32, right) == AB_RSA_OK,
          "threads: signature");
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        signers[i] = (struct signer){ .rnd = { i }, .key = p.ours, .right = right };
        CHECK(pthread_create(&signers[i].thread, NULL, sign_often, &signers[i]) == 0, "threads: start");
    }
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        pthread_join(signers[i].thread, NULL);
        CHECK(signers[i].num_wrong == 0, "threads: %u wrong signatures", signers[i].num_wrong);
    }
    rsa_pair_free(&p);
}

/* ---- many keys, and the largest ---- */

static void check_many(unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        check_pair(
            rsa_pair_ours("a random size", 512 + random_below(&rsa_pair_env.rnd, 1100), (struct ab_rsa_number){ 0 }));
    for (unsigned num_bits = 3072; num_bits <= AB_RSA_MAX_BITS; num_bits += 3328) { /* 3072, 6400, 9728, 13056, 16384 */
        struct rsa_pair p = rsa_pair_ours("a large one", num_bits, (struct ab_rsa_number){ 0 });

        rsa_pair_check_encapsulation(&p);
        rsa_pair_free(&p);
    }
}

int main(int argc, char **argv)
{
    const char *many = option(argc, argv, "--many");
    OSSL_PROVIDER *provider;

    rsa_pair_env.lib = OSSL_LIB_CTX_new();
    ab_cpu_detect(&rsa_pair_env.cpu);
    ab_bignum_pick(&rsa_pair_env.bignum, &rsa_pair_env.cpu);
    provider = OSSL_PROVIDER_load(rsa_pair_env.lib, "default");
    CHECK(provider != NULL, "no default provider");
    check_pair(rsa_pair_ours("512 bits", 512, (struct ab_rsa_number){ 0 }));
    check_pair(rsa_pair_ours("1024 bits", 1024, (struct ab_rsa_number){ 0 }));
    check_pair(rsa_pair_ours("1025 bits", 1025, (struct ab_rsa_number){ 0 }));
    check_pair(rsa_pair_ours("1031 bits", 1031, (struct ab_rsa_number){ 0 }));
    check_pair(rsa_pair_ours("2048 bits", 2048, (struct ab_rsa_number){ 0 }));
    check_pair(rsa_pair_theirs("1024 bits of OpenSSL's", 1024, 2));
    check_pair(rsa_pair_theirs("1536 bits of three primes", 1536, 3));
    check_exponents();
    check_shapes();
    check_uneven(700, 324, "700 and 324 bits");
    check_uneven(200, 400, "200 and 400 bits");
    check_threads();
    if (many != NULL)
        check_many((unsigned)atoi(many));
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(rsa_pair_env.lib);
    printf("rsa_api: %u failures\n", failures);
    return failures != 0;
}
