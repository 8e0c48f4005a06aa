/*
 * Signatures, sorted by the length of their nonces: the time must not depend on it (J. Jancar et al., "Minerva", CHES
 * 2020). EVP does not return the nonce, so compute it from the signature and the private key: k = (z + r d) / s modulo
 * the order.
 */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/dsa.h>
#include <openssl/ec.h>
#include <openssl/params.h>

#include "ct/glue/glue.h"

enum { DIGEST = 20, MAX_SIGNATURE = 200, SHORTER = 2 /* bits: one nonce in four is shorter */ };

static EVP_PKEY *key;
static EVP_PKEY_CTX *ctx;
static BIGNUM *order, *private_key, *hash;
static BN_CTX *bn;
static uint8_t digest[DIGEST];

static void open_signing(void)
{
    bn = BN_CTX_new();
    random_bytes(&glue_random, digest, sizeof(digest));
    hash = BN_bin2bn(digest, sizeof(digest), NULL); /* no longer than either order */
    ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(glue_side));
    GLUE_MUST(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &private_key) && EVP_PKEY_sign_init(ctx) == 1);
}

static bool open_ecdsa(void)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 5),
                                  OSSL_PARAM_END };

    key = key_generate(glue_side, "EC", params);
    GLUE_MUST(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_EC_ORDER, &order));
    open_signing();
    return true;
}

static bool open_dsa(void)
{
    const size_t p_bits = 1024, q_bits = 160;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_size_t(OSSL_PKEY_PARAM_FFC_PBITS, (size_t *)&p_bits),
        OSSL_PARAM_size_t(OSSL_PKEY_PARAM_FFC_QBITS, (size_t *)&q_bits),
        OSSL_PARAM_END,
    };
    EVP_PKEY *parameters = key_generate_params(glue_side, "DSA", params);
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(keys_lib, parameters, BY(glue_side));

    GLUE_MUST(EVP_PKEY_keygen_init(c) == 1 && EVP_PKEY_keygen(c, &key) == 1
              && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_FFC_Q, &order));
    EVP_PKEY_CTX_free(c);
    EVP_PKEY_free(parameters);
    open_signing();
    return true;
}

static void close_signing(void)
{
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    BN_free(order);
    BN_clear_free(private_key);
    BN_free(hash);
    BN_CTX_free(bn);
    order = private_key = NULL;
    key = NULL;
}

/* Parse two numbers in DER: signatures of DSA and ECDSA have the same form. */
static unsigned class_of(const uint8_t *signature, size_t len)
{
    ECDSA_SIG *sig = d2i_ECDSA_SIG(NULL, &signature, (long)len);
    BIGNUM *k = BN_new(), *inverse = BN_new();
    unsigned class;

    GLUE_MUST(sig != NULL && BN_mod_mul(k, ECDSA_SIG_get0_r(sig), private_key, order, bn)
              && BN_mod_add(k, k, hash, order, bn) && BN_mod_inverse(inverse, ECDSA_SIG_get0_s(sig), order, bn)
              && BN_mod_mul(k, k, inverse, order, bn));
    class = BN_num_bits(k) + SHORTER <= BN_num_bits(order);
    BN_free(k);
    BN_free(inverse);
    ECDSA_SIG_free(sig);
    return class;
}

static double time_one(unsigned *class)
{
    uint8_t signature[MAX_SIGNATURE];
    size_t len = sizeof(signature);
    uint64_t start, spent;

    start = stopwatch_start();
    GLUE_MUST(EVP_PKEY_sign(ctx, signature, &len, digest, sizeof(digest)) == 1);
    spent = (uint64_t)stopwatch_stop(start, 0);
    *class = class_of(signature, len);
    return stopwatch_stop(stopwatch_start() - spent, *class); /* now the class is known for the offender */
}

const struct glue_case glue_nonce_cases[] = {
    { "ECDSA nonce", open_ecdsa, { NULL, time_one }, close_signing },
    { "DSA nonce", open_dsa, { NULL, time_one }, close_signing },
    { .name = NULL },
};
