/* Making, copying and comparing keys of DSA, DH and DHX: see ffc_keys.h. */
#include "ffc_keys.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "p", "q", "g", "pub", "priv" };

static BIGNUM **slot(struct ffc_numbers *n, unsigned i)
{
    return i == 0 ? &n->p : i == 1 ? &n->q : i == 2 ? &n->g : i == 3 ? &n->pub : &n->priv;
}

void ffc_numbers_of_key(struct ffc_numbers *n, EVP_PKEY *key)
{
    *n = (struct ffc_numbers){ 0 };
    for (unsigned i = 0; i < 5; i++)
        EVP_PKEY_get_bn_param(key, names[i], slot(n, i));
    ERR_clear_error();
}

void ffc_numbers_of_group(OSSL_LIB_CTX *lib, struct ffc_numbers *n, const char *group)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("group", (char *)group, 0), OSSL_PARAM_END };
    EVP_PKEY *key;

    params[0].data_size = strlen(group);
    key = ffc_generate(lib, DEFAULT, "DH", params);
    ffc_numbers_of_key(n, key);
    BN_clear_free(n->priv);
    BN_free(n->pub);
    n->pub = n->priv = NULL;
    EVP_PKEY_free(key);
}

void ffc_numbers_free(struct ffc_numbers *n)
{
    for (unsigned i = 0; i < 5; i++)
        BN_clear_free(*slot(n, i));
}

EVP_PKEY *ffc_from_numbers(OSSL_LIB_CTX *lib, int side, const char *type, const struct ffc_numbers *n)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, type, BY(side));
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int selection = n->priv != NULL ? EVP_PKEY_KEYPAIR : n->pub != NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEY_PARAMETERS;
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params;

    for (unsigned i = 0; i < 5; i++)
        if (*slot((struct ffc_numbers *)n, i) != NULL)
            OSSL_PARAM_BLD_push_BN(builder, names[i], *slot((struct ffc_numbers *)n, i));
    params = OSSL_PARAM_BLD_to_param(builder);
    if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1 || EVP_PKEY_fromdata(ctx, &key, selection, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static EVP_PKEY *generate(EVP_PKEY_CTX *ctx, OSSL_PARAM *params)
{
    EVP_PKEY *key = NULL;

    if (ctx == NULL || EVP_PKEY_keygen_init(ctx) != 1 || (params != NULL && EVP_PKEY_CTX_set_params(ctx, params) != 1)
        || EVP_PKEY_generate(ctx, &key) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

EVP_PKEY *ffc_generate(OSSL_LIB_CTX *lib, int side, const char *type, OSSL_PARAM *params)
{
    return generate(EVP_PKEY_CTX_new_from_name(lib, type, BY(side)), params);
}

EVP_PKEY *ffc_generate_like(OSSL_LIB_CTX *lib, int side, EVP_PKEY *template)
{
    return generate(EVP_PKEY_CTX_new_from_pkey(lib, template, BY(side)), NULL);
}

EVP_PKEY *ffc_moved(OSSL_LIB_CTX *lib, int side, const char *type, EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, type, BY(side));
    OSSL_PARAM *params = NULL;
    EVP_PKEY *moved = NULL;

    if (EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params) != 1 || EVP_PKEY_fromdata_init(ctx) != 1
        || EVP_PKEY_fromdata(ctx, &moved, EVP_PKEY_KEYPAIR, params) != 1)
        moved = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
    return moved;
}

static void compare_numbers(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const asked[] = {
        "bits", "security-bits", "max-size", "gindex", "pcounter", "hindex", "priv_len"
    };

    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        int n[NUM_SIDES] = { -7, -7 }, got[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            got[side] = EVP_PKEY_get_int_param(key[side], asked[i], &n[side]);
        CHECK(got[0] == got[1] && n[0] == n[1], "%s: %s is %d and %d", what, asked[i], n[0], n[1]);
    }
}

static void compare_texts(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    char digest[NUM_SIDES][32] = { "", "" }, group[NUM_SIDES][32] = { "", "" };

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_get_default_digest_name(key[side], digest[side], 32);
        EVP_PKEY_get_group_name(key[side], group[side], 32, NULL);
    }
    CHECK(strcmp(digest[0], digest[1]) == 0, "%s: digest %s and %s", what, digest[0], digest[1]);
    CHECK(strcmp(group[0], group[1]) == 0, "%s: group %s and %s", what, group[0], group[1]);
}

static void compare_der(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    for (int is_private = 0; is_private < 2; is_private++) {
        unsigned char *der[NUM_SIDES] = { NULL, NULL };
        int len[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            len[side] = is_private ? i2d_PrivateKey(key[side], &der[side]) : i2d_PUBKEY(key[side], &der[side]);
        CHECK(len[0] == len[1] && (len[0] <= 0 || memcmp(der[0], der[1], (size_t)len[0]) == 0), "%s: DER differs",
              what);
        OPENSSL_free(der[0]);
        OPENSSL_free(der[1]);
    }
}

static void compare_checks(OSSL_LIB_CTX *lib, const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    int verdict[NUM_SIDES][5];

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key[side], BY(side));

        verdict[side][0] = EVP_PKEY_param_check_quick(ctx);
        verdict[side][1] = EVP_PKEY_public_check(ctx);
        verdict[side][2] = EVP_PKEY_private_check(ctx);
        verdict[side][3] = EVP_PKEY_pairwise_check(ctx);
        verdict[side][4] = EVP_PKEY_can_sign(key[side]);
        EVP_PKEY_CTX_free(ctx);
    }
    CHECK(memcmp(verdict[0], verdict[1], sizeof(verdict[0])) == 0, "%s: checks give %d %d %d %d and %d %d %d %d", what,
          verdict[0][0], verdict[0][1], verdict[0][2], verdict[0][3], verdict[1][0], verdict[1][1], verdict[1][2],
          verdict[1][3]);
}

void ffc_compare(OSSL_LIB_CTX *lib, const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    CHECK(EVP_PKEY_eq(key[0], key[1]) == 1 && EVP_PKEY_eq(key[1], key[0]) == 1, "%s: unequal", what);
    CHECK(EVP_PKEY_parameters_eq(key[0], key[1]) == 1, "%s: unequal parameters", what);
    compare_numbers(what, key);
    compare_texts(what, key);
    compare_der(what, key);
    compare_checks(lib, what, key);
    ERR_clear_error();
}

int ffc_is_module(const EVP_PKEY *key)
{
    return strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "afterburner") == 0;
}

unsigned ffc_reason(void)
{
    unsigned reason = (unsigned)ERR_GET_REASON(ERR_peek_error());

    ERR_clear_error();
    return reason;
}

void ffc_free_pair(EVP_PKEY *key[NUM_SIDES])
{
    EVP_PKEY_free(key[DEFAULT]);
    EVP_PKEY_free(key[MODULE]);
}
