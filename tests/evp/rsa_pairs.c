/* RSA keys made by the module's library or by OpenSSL, and their copies in the other. */
#include "rsa_pairs.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

struct rsa_pair_env rsa_pair_env = { .rnd = { 65537 } };

int rsa_pair_draw(void *arg, uint8_t *out, size_t len)
{
    random_bytes(arg, out, len);
    return 1;
}
const struct ab_random_source rsa_pair_source = { rsa_pair_draw, &rsa_pair_env.rnd };

const struct ab_hash *rsa_pair_hash(enum ab_hash_id id)
{
    return ab_hash_pick(id, &rsa_pair_env.cpu);
}

/* Returns the named number in bytes that the caller frees; absent if the key has none. */
static struct ab_rsa_number get_number(const EVP_PKEY *key, const char *name)
{
    BIGNUM *n = NULL;
    uint8_t *bytes;
    int len;

    if (EVP_PKEY_get_bn_param(key, name, &n) != 1) {
        ERR_clear_error();
        return (struct ab_rsa_number){ 0 };
    }
    len = BN_num_bytes(n);
    bytes = calloc(1, (size_t)len);
    BN_bn2lebinpad(n, bytes, len);
    BN_clear_free(n);
    return (struct ab_rsa_number){ bytes, (size_t)len };
}

static struct ab_rsa_number get_numbered(const EVP_PKEY *key, const char *name, size_t i)
{
    char numbered[40];

    snprintf(numbered, sizeof(numbered), "%s%zu", name, i + 1);
    return get_number(key, numbered);
}

void rsa_get_numbers(const EVP_PKEY *key, struct ab_rsa_numbers *n)
{
    *n = (struct ab_rsa_numbers){ .n = get_number(key, "n"), .e = get_number(key, "e"), .d = get_number(key, "d") };
    for (size_t i = 0; i < AB_RSA_MAX_PRIMES; i++) {
        n->prime[i] = get_numbered(key, "rsa-factor", i);
        n->exponent[i] = get_numbered(key, "rsa-exponent", i);
        if (i + 1 < AB_RSA_MAX_PRIMES)
            n->coefficient[i] = get_numbered(key, "rsa-coefficient", i);
        n->num_primes += n->prime[i].len != 0;
    }
}

void rsa_free_numbers(const struct ab_rsa_numbers *n)
{
    free((void *)n->n.bytes);
    free((void *)n->e.bytes);
    free((void *)n->d.bytes);
    for (size_t i = 0; i < AB_RSA_MAX_PRIMES; i++) {
        free((void *)n->prime[i].bytes);
        free((void *)n->exponent[i].bytes);
        if (i + 1 < AB_RSA_MAX_PRIMES)
            free((void *)n->coefficient[i].bytes);
    }
}

static struct ab_rsa_key *to_ours(const EVP_PKEY *key)
{
    struct ab_rsa_numbers numbers;
    struct ab_rsa_key *ours;

    rsa_get_numbers(key, &numbers);
    ours = ab_rsa_key_new(&rsa_pair_env.bignum, &numbers);
    rsa_free_numbers(&numbers);
    return ours;
}

static void push(OSSL_PARAM_BLD *build, const char *name, struct ab_rsa_number number, BIGNUM **owned)
{
    if (number.len == 0)
        return;
    *owned = BN_lebin2bn(number.bytes, (int)number.len, NULL);
    OSSL_PARAM_BLD_push_BN(build, name, *owned);
}

EVP_PKEY *rsa_to_theirs(const struct ab_rsa_key *key)
{
    static const char *const factors[] = { "rsa-factor1", "rsa-factor2" };
    static const char *const exponents[] = { "rsa-exponent1", "rsa-exponent2" };
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(rsa_pair_env.lib, "RSA", NULL);
    BIGNUM *owned[8] = { NULL };
    struct ab_rsa_numbers n;
    EVP_PKEY *theirs = NULL;
    OSSL_PARAM *params;

    ab_rsa_key_numbers(key, &n);
    push(build, "n", n.n, &owned[0]);
    push(build, "e", n.e, &owned[1]);
    push(build, "d", n.d, &owned[2]);
    for (size_t i = 0; i < n.num_primes; i++) {
        push(build, factors[i], n.prime[i], &owned[3 + 2 * i]);
        push(build, exponents[i], n.exponent[i], &owned[4 + 2 * i]);
    }
    push(build, "rsa-coefficient1", n.coefficient[0], &owned[7]);
    params = OSSL_PARAM_BLD_to_param(build);
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &theirs, EVP_PKEY_KEYPAIR, params) == 1,
          "fromdata");
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    for (size_t i = 0; i < 8; i++)
        BN_clear_free(owned[i]);
    return theirs;
}

struct rsa_pair rsa_pair_ours(const char *name, size_t num_bits, struct ab_rsa_number e)
{
    const struct ab_rsa_generation how = { .num_bits = num_bits, .e = e };
    struct rsa_pair p = { .name = name, .ours = ab_rsa_generate(&rsa_pair_env.bignum, &rsa_pair_source, &how) };
    EVP_PKEY_CTX *ctx;

    if (p.ours == NULL) {
        fail("%s: no key", name);
        exit(1);
    }
    p.theirs = rsa_to_theirs(p.ours);
    p.size = ab_rsa_size(p.ours);
    CHECK(ab_rsa_num_bits(p.ours) == num_bits && EVP_PKEY_get_bits(p.theirs) == (int)num_bits, "%s: bits", name);
    ctx = EVP_PKEY_CTX_new_from_pkey(rsa_pair_env.lib, p.theirs, NULL);
    CHECK(EVP_PKEY_pairwise_check(ctx) == 1, "%s: OpenSSL finds the key inconsistent", name);
    if (num_bits >= 2048 && num_bits < 4000) /* this tests whether n is prime, which takes minutes for the largest */
        CHECK(EVP_PKEY_check(ctx) == 1, "%s: OpenSSL finds the key wrong", name);
    EVP_PKEY_CTX_free(ctx);
    return p;
}

struct rsa_pair rsa_pair_theirs(const char *name, unsigned num_bits, unsigned num_primes)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(rsa_pair_env.lib, "RSA", NULL);
    struct rsa_pair p = { .name = name };

    EVP_PKEY_keygen_init(ctx);
    EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, (int)num_bits);
    EVP_PKEY_CTX_set_rsa_keygen_primes(ctx, (int)num_primes);
    CHECK(EVP_PKEY_generate(ctx, &p.theirs) == 1, "%s: generation", name);
    EVP_PKEY_CTX_free(ctx);
    p.ours = to_ours(p.theirs);
    CHECK(p.ours != NULL, "%s: import", name);
    p.size = ab_rsa_size(p.ours);
    return p;
}

void rsa_pair_free(struct rsa_pair *p)
{
    ab_rsa_key_free(p->ours);
    EVP_PKEY_free(p->theirs);
}
