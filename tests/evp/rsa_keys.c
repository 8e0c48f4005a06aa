/* Making RSA keys, usual and unusual ones, for both providers: see rsa_keys.h. */
#include "rsa_keys.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

struct rsa_pair rsa_pairs[MAX_RSA_KEYS];
unsigned num_rsa_pairs;

/* In the order of PKCS#1, then those of the third prime. */
static const char *const names[] = {
    "n",
    "e",
    "d",
    "rsa-factor1",
    "rsa-factor2",
    "rsa-exponent1",
    "rsa-exponent2",
    "rsa-coefficient1",
    "rsa-factor3",
    "rsa-exponent3",
    "rsa-coefficient2",
};
enum { N, E, D, P, Q, DP, DQ, QINV, R, DR, TR, NUM_NUMBERS };

struct numbers {
    BIGNUM *v[NUM_NUMBERS]; /* NULL: absent */
};

static void numbers_of(struct numbers *k, const EVP_PKEY *key)
{
    for (int i = 0; i < NUM_NUMBERS; i++) {
        k->v[i] = NULL;
        EVP_PKEY_get_bn_param(key, names[i], &k->v[i]);
    }
}

static void numbers_copy(struct numbers *to, const struct numbers *from)
{
    for (int i = 0; i < NUM_NUMBERS; i++)
        to->v[i] = from->v[i] == NULL ? NULL : BN_dup(from->v[i]);
}

static void numbers_free(struct numbers *k)
{
    for (int i = 0; i < NUM_NUMBERS; i++)
        BN_clear_free(k->v[i]);
}

static void drop(struct numbers *k, int first, int last)
{
    for (int i = first; i <= last; i++) {
        BN_clear_free(k->v[i]);
        k->v[i] = NULL;
    }
}

static void swap(struct numbers *k, int i, int j)
{
    BIGNUM *v = k->v[i];

    k->v[i] = k->v[j];
    k->v[j] = v;
}

static void add(const char *name, const char *type, const OSSL_PARAM *params)
{
    struct rsa_pair *pair = &rsa_pairs[num_rsa_pairs++];

    pair->name = name;
    pair->type = type;
    for (int side = 0; side < NUM_SIDES; side++)
        pair->key[side] = key_from_data(side, type, EVP_PKEY_KEYPAIR, params);
}

static void add_numbers(const char *name, const struct numbers *k)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params;

    for (int i = 0; i < NUM_NUMBERS; i++)
        if (k->v[i] != NULL)
            OSSL_PARAM_BLD_push_BN(builder, names[i], k->v[i]);
    params = OSSL_PARAM_BLD_to_param(builder);
    add(name, "RSA", params);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
}

/* Add a key with leading zeros before every number. */
static void add_padded(const char *name, const struct numbers *k)
{
    static unsigned char room[NUM_NUMBERS][300];
    OSSL_PARAM params[NUM_NUMBERS + 1], *p = params;

    for (int i = 0; i < NUM_NUMBERS; i++)
        if (k->v[i] != NULL) {
            BN_bn2lebinpad(k->v[i], room[i], sizeof(room[i]));
            *p++ = OSSL_PARAM_construct_BN(names[i], room[i], sizeof(room[i]));
        }
    *p = OSSL_PARAM_construct_end();
    add(name, "RSA", params);
}

/* The default provider generates the key; both providers import its parameters. */
static void add_generated(const char *name, const char *type, const OSSL_PARAM *params, struct numbers *k)
{
    EVP_PKEY *key = key_generate(DEFAULT, type, params);
    OSSL_PARAM *data = NULL;

    CHECK(key != NULL && EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &data) == 1, "%s: no key", name);
    if (k != NULL)
        numbers_of(k, key);
    add(name, type, data);
    OSSL_PARAM_free(data);
    EVP_PKEY_free(key);
}

static void add_of_size(const char *name, size_t bits, struct numbers *k)
{
    OSSL_PARAM params[] = { OSSL_PARAM_size_t("bits", &bits), OSSL_PARAM_END };

    add_generated(name, "RSA", params, k);
}

static void add_of_exponent(const char *name, const char *hex, size_t bits)
{
    unsigned char bytes[40];
    BIGNUM *e = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_size_t("bits", &bits), OSSL_PARAM_BN("e", bytes, 0), OSSL_PARAM_END };

    BN_hex2bn(&e, hex);
    params[1].data_size = (size_t)BN_num_bytes(e);
    BN_bn2lebinpad(e, bytes, BN_num_bytes(e));
    add_generated(name, "RSA", params, NULL);
    BN_free(e);
}

static void add_of_primes(const char *name, size_t bits, size_t primes, struct numbers *k)
{
    OSSL_PARAM params[] = { OSSL_PARAM_size_t("bits", &bits), OSSL_PARAM_size_t("primes", &primes), OSSL_PARAM_END };

    add_generated(name, "RSA", params, k);
}

/* Two of three primes are passed as one: all numbers fit together, but only d gives right results. */
static void add_composite(const char *name, const struct numbers *three)
{
    BN_CTX *ctx = BN_CTX_new();
    BIGNUM *less = BN_new();
    struct numbers k;

    numbers_copy(&k, three);
    BN_mul(k.v[P], three->v[P], three->v[R], ctx);
    BN_sub(less, k.v[P], BN_value_one());
    BN_mod(k.v[DP], k.v[D], less, ctx);
    BN_mod_inverse(k.v[QINV], k.v[Q], k.v[P], ctx);
    drop(&k, R, TR);
    add_numbers(name, &k);
    numbers_free(&k);
    BN_free(less);
    BN_CTX_free(ctx);
}

/* RSA-PSS keys; a digest of NULL: no restrictions. */
static void add_restricted(const char *name, size_t bits, const char *digest, const char *mgf1, int salt)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_size_t("bits", &bits),
        OSSL_PARAM_construct_utf8_string("digest", (char *)digest, 0),
        OSSL_PARAM_construct_utf8_string("mgf1-digest", (char *)mgf1, 0),
        OSSL_PARAM_int("saltlen", &salt),
        OSSL_PARAM_END,
    };

    if (digest == NULL)
        params[1] = OSSL_PARAM_construct_end();
    add_generated(name, "RSA-PSS", params, NULL);
}

static void add_odd_shapes(const struct numbers *good)
{
    static const struct {
        const char *name;
        int first, last; /* the numbers that are left out */
    } gaps[] = {
        { "public", D, QINV }, { "n, e and d alone", P, QINV }, { "without exponents", DP, QINV },
        { "without d", D, D }, { "without one prime", Q, Q },   { "without coefficient", QINV, QINV },
        { "without e", E, E }, { "without n", N, N },
    };
    static const struct {
        const char *name;
        int which;
    } wrong[] = { { "wrong d", D }, { "wrong p", P }, { "wrong dP", DP }, { "wrong dQ", DQ }, { "wrong qInv", QINV } };
    BN_CTX *ctx = BN_CTX_new();
    struct numbers k;

    for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++) {
        if (gaps[i].first > P && getenv("AB_TEST_SAMPLE") != NULL) /* OpenSSL 3.0 leaks numbers that it refuses */
            continue;
        numbers_copy(&k, good);
        drop(&k, gaps[i].first, gaps[i].last);
        add_numbers(gaps[i].name, &k);
        numbers_free(&k);
    }
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        numbers_copy(&k, good);
        BN_add_word(k.v[wrong[i].which], 2);
        add_numbers(wrong[i].name, &k);
        numbers_free(&k);
    }
    numbers_copy(&k, good);
    swap(&k, P, Q);
    swap(&k, DP, DQ);
    BN_mod_inverse(k.v[QINV], k.v[Q], k.v[P], ctx);
    BN_CTX_free(ctx);
    add_numbers("p and q the other way round", &k);
    add_padded("leading zeros", good);
    BN_lshift(k.v[D], k.v[D], 512);
    add_numbers("d longer than n", &k);
    BN_set_word(k.v[E], 4);
    drop(&k, D, QINV);
    add_numbers("even e", &k);
    BN_set_word(k.v[E], 1);
    add_numbers("e = 1", &k);
    BN_set_word(k.v[E], 3);
    add_numbers("e of another key", &k);
    BN_add_word(k.v[N], 1);
    add_numbers("even n", &k);
    BN_set_word(k.v[N], 0xfffffffb);
    add_numbers("n of 32 bits", &k);
    BN_zero(k.v[N]);
    add_numbers("n = 0", &k);
    numbers_free(&k);
}

void rsa_pairs_make(void)
{
    struct numbers good, three;

    add_of_size("512 bits", 512, &good);
    add_of_size("1024 bits", 1024, NULL);
    add_of_size("1031 bits", 1031, NULL);
    add_of_size("1025 bits", 1025, NULL);
    add_of_size("1536 bits", 1536, NULL);
    add_of_size("2048 bits", 2048, NULL);
    add_of_exponent("e = 3", "03", 1024);
    add_of_exponent("a long e", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43", 1024);
    add_of_primes("three primes", 1024, 3, &three);
    add_composite("composite p", &three);
    add_odd_shapes(&good);
    add_restricted("RSA-PSS", 1024, NULL, NULL, 0);
    add_restricted("RSA-PSS with SHA-256", 1024, "SHA256", "SHA256", 32);
    add_restricted("RSA-PSS with SHA-512 and SHA-1", 2048, "SHA512", "SHA1", 10);
    numbers_free(&good);
    numbers_free(&three);
}

void rsa_pairs_free(void)
{
    for (unsigned i = 0; i < num_rsa_pairs; i++)
        keys_free(rsa_pairs[i].key);
}

const struct rsa_pair *rsa_pairs_draw(struct random *rnd)
{
    const struct rsa_pair *pair;

    do
        pair = &rsa_pairs[random_below(rnd, num_rsa_pairs)];
    while (pair->key[DEFAULT] == NULL || pair->key[MODULE] == NULL);
    return pair;
}
