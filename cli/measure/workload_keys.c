/* Work with keys: signatures, key exchange and key encapsulation. */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

#include "cli/measure/workload_parts.h"

/* ---- RSA keys ---- */

/* The prime of a named group. */
static BIGNUM *group_prime(OSSL_LIB_CTX *context, const char *type, char *group)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0), OSSL_PARAM_END };
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(context, type, NULL);
    EVP_PKEY *key = NULL;
    BIGNUM *prime = NULL;

    if (ctx != NULL && EVP_PKEY_fromdata_init(ctx) > 0
        && EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEY_PARAMETERS, params) > 0)
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_FFC_P, &prime);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(ctx);
    return prime;
}

enum { N, E, D, P, Q, DP, DQ, QINV, NUMBERS };

/* The private numbers for the primes P and Q and the exponent E: RFC 8017, section 3.2. */
static int derive_numbers(BIGNUM **n, BN_CTX *ctx)
{
    BIGNUM *p1 = BN_dup(n[P]), *q1 = BN_dup(n[Q]), *phi = BN_new();
    int ok = p1 != NULL && q1 != NULL && phi != NULL && BN_set_word(n[E], RSA_F4) && BN_mul(n[N], n[P], n[Q], ctx)
             && BN_sub_word(p1, 1) && BN_sub_word(q1, 1) && BN_mul(phi, p1, q1, ctx)
             && BN_mod_inverse(n[D], n[E], phi, ctx) != NULL && BN_mod(n[DP], n[D], p1, ctx)
             && BN_mod(n[DQ], n[D], q1, ctx) && BN_mod_inverse(n[QINV], n[Q], n[P], ctx) != NULL;

    BN_free(p1);
    BN_free(q1);
    BN_free(phi);
    return ok;
}

static EVP_PKEY *key_of_numbers(OSSL_LIB_CTX *context, BIGNUM *const *n)
{
    static const char *const names[NUMBERS] = { OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_E,
                                                OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
                                                OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
                                                OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1 };
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(context, "RSA", NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;
    int ok = builder != NULL && ctx != NULL;

    for (int i = 0; ok && i < NUMBERS; i++)
        ok = OSSL_PARAM_BLD_push_BN(builder, names[i], n[i]);
    params = ok ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    if (params != NULL && EVP_PKEY_fromdata_init(ctx) > 0)
        EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

EVP_PKEY *ab_rsa_key(OSSL_LIB_CTX *context, unsigned bits)
{
    BN_CTX *ctx = BN_CTX_new_ex(context);
    BIGNUM *n[NUMBERS];
    EVP_PKEY *key = NULL;
    int ok = ctx != NULL;

    for (int i = 0; i < NUMBERS; i++)
        n[i] = i == P || i == Q ? NULL : BN_new();
    n[P] = bits == 2048 ? BN_get_rfc2409_prime_1024(NULL) : BN_get_rfc3526_prime_2048(NULL);
    n[Q] = bits == 2048 ? group_prime(context, "DHX", "dh_1024_160") : group_prime(context, "DH", "ffdhe2048");
    for (int i = 0; i < NUMBERS; i++)
        ok &= n[i] != NULL;
    if (ok && derive_numbers(n, ctx))
        key = key_of_numbers(context, n);
    for (int i = 0; i < NUMBERS; i++)
        BN_clear_free(n[i]);
    BN_CTX_free(ctx);
    return key;
}

/* ---- keys of any type ---- */

static int is_rsa(const struct ab_work *w)
{
    return strncmp(w->workload->algorithm, "RSA-", 4) == 0;
}

/* The type of key and, in *group, its group, if the algorithm's name is that of a group. */
static const char *key_type(const char *algorithm, const char **group)
{
    *group = algorithm;
    if (strncmp(algorithm, "P-", 2) == 0)
        return "EC";
    if (strncmp(algorithm, "ffdhe", 5) == 0)
        return "DH";
    *group = NULL;
    return algorithm;
}

/* A context that generates keys like those of the work. */
static EVP_PKEY_CTX *new_generator(const struct ab_work *w)
{
    const char *group, *type = key_type(w->workload->algorithm, &group);
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0), OSSL_PARAM_END };
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(w->context, type, NULL);

    if (ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0 && (group == NULL || EVP_PKEY_CTX_set_params(ctx, params) > 0))
        return ctx;
    EVP_PKEY_CTX_free(ctx);
    return NULL;
}

static EVP_PKEY *new_key(const struct ab_work *w)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *ctx;

    if (is_rsa(w))
        return ab_rsa_key(w->context, (unsigned)atoi(w->workload->algorithm + 4));
    ctx = new_generator(w);
    if (ctx != NULL && EVP_PKEY_generate(ctx, &key) <= 0)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static int has_messages(const struct ab_work *w)
{
    return strncmp(w->workload->algorithm, "ED", 2) == 0; /* EdDSA signs messages, not their digests */
}

/* ---- signatures ---- */

enum { DIGEST_BYTES = 32 };

static int choose_padding(struct ab_work *w)
{
    return !is_rsa(w)
           || (EVP_PKEY_CTX_set_rsa_padding(w->key_ctx, RSA_PKCS1_PADDING) > 0
               && EVP_PKEY_CTX_set_signature_md(w->key_ctx, EVP_sha256()) > 0);
}

int ab_prepare_sign(struct ab_work *w)
{
    w->key = new_key(w);
    if (w->key == NULL || has_messages(w)) {
        w->digest_ctx = EVP_MD_CTX_new();
        return w->key != NULL && w->digest_ctx != NULL;
    }
    w->key_ctx = EVP_PKEY_CTX_new_from_pkey(w->context, w->key, NULL);
    return w->key_ctx != NULL && EVP_PKEY_sign_init(w->key_ctx) > 0 && choose_padding(w);
}

int ab_prepare_verify(struct ab_work *w)
{
    if (!ab_prepare_sign(w))
        return 0;
    if (has_messages(w))
        return ab_run_sign_message(w);
    return ab_run_sign(w) && EVP_PKEY_verify_init(w->key_ctx) > 0 && choose_padding(w);
}

int ab_run_sign(struct ab_work *w)
{
    w->result_len = sizeof(w->result);
    return EVP_PKEY_sign(w->key_ctx, w->result, &w->result_len, w->in, DIGEST_BYTES) > 0;
}

int ab_run_verify(struct ab_work *w)
{
    return EVP_PKEY_verify(w->key_ctx, w->result, w->result_len, w->in, DIGEST_BYTES) > 0;
}

int ab_run_sign_message(struct ab_work *w)
{
    w->result_len = sizeof(w->result);
    return EVP_MD_CTX_reset(w->digest_ctx)
           && EVP_DigestSignInit_ex(w->digest_ctx, NULL, NULL, w->context, NULL, w->key, NULL)
           && EVP_DigestSign(w->digest_ctx, w->result, &w->result_len, w->in, DIGEST_BYTES) > 0;
}

int ab_run_verify_message(struct ab_work *w)
{
    return EVP_MD_CTX_reset(w->digest_ctx)
           && EVP_DigestVerifyInit_ex(w->digest_ctx, NULL, NULL, w->context, NULL, w->key, NULL)
           && EVP_DigestVerify(w->digest_ctx, w->result, w->result_len, w->in, DIGEST_BYTES) > 0;
}

/* ---- key exchange ---- */

int ab_prepare_exchange(struct ab_work *w)
{
    w->key = new_key(w);
    w->peer = new_key(w);
    w->key_ctx = new_generator(w);
    return w->key != NULL && w->peer != NULL && w->key_ctx != NULL;
}

static int generate(struct ab_work *w)
{
    EVP_PKEY_free(w->key);
    w->key = NULL;
    return EVP_PKEY_generate(w->key_ctx, &w->key) > 0;
}

/* What a TLS server does: generate a key and derive the secret that it shares with its peer. */
int ab_run_exchange(struct ab_work *w)
{
    EVP_PKEY_CTX *ctx;
    int ok;

    if (!generate(w))
        return 0;
    w->result_len = sizeof(w->result);
    ctx = EVP_PKEY_CTX_new_from_pkey(w->context, w->key, NULL);
    ok = ctx != NULL && EVP_PKEY_derive_init(ctx) > 0 && EVP_PKEY_derive_set_peer(ctx, w->peer) > 0
         && EVP_PKEY_derive(ctx, w->result, &w->result_len) > 0;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

/* ---- key encapsulation ---- */

int ab_prepare_kem(struct ab_work *w)
{
    return ab_prepare_exchange(w) && ab_run_encapsulate(w);
}

int ab_run_encapsulate(struct ab_work *w)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(w->context, w->peer, NULL);
    size_t secret_len = sizeof(w->out);
    int ok;

    w->result_len = sizeof(w->result);
    ok = ctx != NULL && EVP_PKEY_encapsulate_init(ctx, NULL) > 0
         && EVP_PKEY_encapsulate(ctx, w->result, &w->result_len, w->out, &secret_len) > 0;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

/* What a TLS client does: generate a key, and decapsulate; here what was encapsulated to the other key. */
int ab_run_decapsulate(struct ab_work *w)
{
    EVP_PKEY_CTX *ctx;
    size_t secret_len = sizeof(w->out);
    int ok;

    if (!generate(w))
        return 0;
    ctx = EVP_PKEY_CTX_new_from_pkey(w->context, w->peer, NULL);
    ok = ctx != NULL && EVP_PKEY_decapsulate_init(ctx, NULL) > 0
         && EVP_PKEY_decapsulate(ctx, w->out, &secret_len, w->result, w->result_len) > 0;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}
