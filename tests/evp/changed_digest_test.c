/*
 * A digest that is changed while a message is being signed, which EVP allows once the length of the signature was
 * queried: the default provider then drops the message; and one that is changed after the signature. The new digest is
 * the module's or the default provider's. For RSA, RSA-PSS, ECDSA and DSA, every call must return what it returns with
 * the default provider, and the module must never sign a digest of a wrong length.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { MAX_SIGNATURE = 512, NUM_ANSWERS = 8 };
#define BY(side) ((side) == MODULE ? "provider=afterburner" : "provider=default")

static OSSL_LIB_CTX *lib;

static EVP_PKEY *make(const char *type, OSSL_PARAM *params, int are_parameters, EVP_PKEY *of)
{
    EVP_PKEY_CTX *ctx = of == NULL ? EVP_PKEY_CTX_new_from_name(lib, type, BY(DEFAULT))
                                   : EVP_PKEY_CTX_new_from_pkey(lib, of, BY(DEFAULT));
    EVP_PKEY *key = NULL;

    if (ctx == NULL || (are_parameters ? EVP_PKEY_paramgen_init(ctx) : EVP_PKEY_keygen_init(ctx)) != 1
        || (params != NULL && EVP_PKEY_CTX_set_params(ctx, params) != 1) || EVP_PKEY_generate(ctx, &key) != 1)
        fail("no key of %s", type);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

struct change {
    const char *padding, *from, *to;
    bool is_default; /* the new digest is the default provider's */
    bool with_data;  /* before the change */
    bool is_signed;  /* the message before the change; otherwise only the length of its signature is queried */
};

static int set_padding(EVP_PKEY_CTX *ctx, const char *padding)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("pad-mode", (char *)padding, 0),
                            OSSL_PARAM_construct_end() };

    return padding == NULL || EVP_PKEY_CTX_set_params(ctx, params) == 1;
}

/* Sign a new message, and verify it by the default provider. */
static void sign_next(EVP_MD_CTX *ctx, EVP_PKEY *key, const struct change *c, int answers[2])
{
    unsigned char signature[MAX_SIGNATURE];
    size_t len = sizeof(signature);
    EVP_MD_CTX *check = EVP_MD_CTX_new();
    EVP_PKEY_CTX *of_key;

    answers[0] = EVP_DigestSignInit_ex(ctx, NULL, NULL, NULL, NULL, NULL, NULL) == 1
                 && EVP_DigestSign(ctx, signature, &len, (const unsigned char *)"ghi", 3) == 1;
    answers[1] = answers[0] && EVP_DigestVerifyInit_ex(check, &of_key, c->to, lib, BY(DEFAULT), key, NULL) == 1
                 && set_padding(of_key, c->padding)
                 && EVP_DigestVerify(check, signature, len, (const unsigned char *)"ghi", 3) == 1;
    EVP_MD_CTX_free(check);
}

/* Record what each call returns. */
static void sign(int side, EVP_PKEY *key, const struct change *c, int answers[NUM_ANSWERS])
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("digest", (char *)c->to, 0),
                            OSSL_PARAM_construct_utf8_string("properties", (char *)BY(DEFAULT), 0),
                            OSSL_PARAM_construct_end() };
    unsigned char signature[MAX_SIGNATURE];
    size_t len = sizeof(signature), made = sizeof(signature);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *of_key;

    if (!c->is_default)
        params[1] = params[2];
    memset(answers, 0, NUM_ANSWERS * sizeof(*answers));
    EVP_MD_CTX_set_flags(ctx, EVP_MD_CTX_FLAG_FINALISE); /* sign in this context, not in a copy */
    answers[0] = EVP_DigestSignInit_ex(ctx, &of_key, c->from, lib, BY(side), key, NULL) == 1
                 && set_padding(of_key, c->padding);
    if (answers[0] && c->with_data)
        answers[1] = EVP_DigestSignUpdate(ctx, "abc", 3) == 1;
    if (answers[0]) {
        answers[2] = EVP_DigestSignFinal(ctx, c->is_signed ? signature : NULL, &len) == 1;
        answers[3] = EVP_PKEY_CTX_set_params(of_key, params) == 1;
        if (OpenSSL_version_num() < 0x30400000) /* later releases crash in EVP_DigestUpdate themselves */
            answers[4] = EVP_DigestSignUpdate(ctx, "def", 3) == 1;
        answers[5] = EVP_DigestSignFinal(ctx, signature, &made) == 1;
        sign_next(ctx, key, c, &answers[6]);
    }
    EVP_MD_CTX_free(ctx);
}

static int is_offered(const char *name)
{
    EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(lib, name, BY(MODULE));

    EVP_SIGNATURE_free(signature);
    return signature != NULL;
}

static void compare_one(const char *name, EVP_PKEY *key, const struct change *c)
{
    int answers[NUM_SIDES][NUM_ANSWERS];

    for (int side = 0; side < NUM_SIDES; side++)
        sign(side, key, c, answers[side]);
    for (unsigned i = 0; i < NUM_ANSWERS; i++)
        if (answers[DEFAULT][i] != answers[MODULE][i])
            fail("%s, %s to %s%s, data %d, signed %d: answer %u is %d, with the default provider %d", name, c->from,
                 c->to, c->is_default ? " of the default provider" : "", c->with_data, c->is_signed, i,
                 answers[MODULE][i], answers[DEFAULT][i]);
    if (answers[MODULE][3] && answers[MODULE][5] && strcmp(c->from, c->to) != 0)
        fail("%s: a message hashed by %s is signed as %s", name, c->from, c->to);
}

static void compare(const char *name, EVP_PKEY *key, const char *padding)
{
    static const char *const digests[] = { "SHA2-256", "SHA2-512", "SHA1", "SHA3-384" };

    for (unsigned i = 0; i < 4 * 4 * 8 && is_offered(strcmp(name, "RSA-PSS") == 0 ? "RSA" : name); i++) {
        const struct change c = { padding, digests[i / 4 % 4], digests[i % 4], i / 16 % 2, i / 32 % 2, i / 64 };

        compare_one(name, key, &c);
    }
}

int main(void)
{
    size_t bits = 2048, q_bits = 256;
    OSSL_PARAM rsa[] = { OSSL_PARAM_construct_size_t("bits", &bits), OSSL_PARAM_construct_end() };
    OSSL_PARAM ec[] = { OSSL_PARAM_construct_utf8_string("group", (char *)"P-256", 0), OSSL_PARAM_construct_end() };
    OSSL_PARAM dsa[] = { OSSL_PARAM_construct_size_t("pbits", &bits), OSSL_PARAM_construct_size_t("qbits", &q_bits),
                         OSSL_PARAM_construct_end() };
    EVP_PKEY *keys[3], *parameters;
    struct harness h;

    harness_open(&h);
    lib = h.lib[MODULE];
    keys[0] = make("RSA", rsa, 0, NULL);
    keys[1] = make("EC", ec, 0, NULL);
    parameters = make("DSA", dsa, 1, NULL);
    keys[2] = make("DSA", NULL, 0, parameters);
    compare("RSA", keys[0], NULL);
    compare("RSA-PSS", keys[0], "pss");
    compare("ECDSA", keys[1], NULL);
    compare("DSA", keys[2], NULL);
    EVP_PKEY_free(parameters);
    for (size_t i = 0; i < 3; i++)
        EVP_PKEY_free(keys[i]);
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
