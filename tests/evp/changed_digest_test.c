/*
 * A digest that is changed while a message is being signed, which EVP allows once the length of the signature was
 * queried: the default provider then drops the message. For RSA, RSA-PSS, ECDSA and DSA, every call must return what it
 * returns with the default provider, and the module must never sign a digest of a wrong length.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { MAX_SIGNATURE = 512, NUM_ANSWERS = 6 };
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

/* Record what each call returns and the length that is signed. with_data: add data before the length is queried. */
static void sign(int side, EVP_PKEY *key, const char *padding, const char *from, const char *to, int with_data,
                 int answers[NUM_ANSWERS])
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("digest", (char *)to, 0), OSSL_PARAM_construct_end() };
    OSSL_PARAM pad[] = { OSSL_PARAM_construct_utf8_string("pad-mode", (char *)padding, 0), OSSL_PARAM_construct_end() };
    unsigned char signature[MAX_SIGNATURE];
    size_t len = 0, made = sizeof(signature);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *of_key;

    memset(answers, 0, NUM_ANSWERS * sizeof(*answers));
    answers[0] = EVP_DigestSignInit_ex(ctx, &of_key, from, lib, BY(side), key, NULL) == 1;
    if (answers[0] && padding != NULL)
        answers[0] = EVP_PKEY_CTX_set_params(of_key, pad) == 1;
    if (answers[0] && with_data)
        answers[1] = EVP_DigestSignUpdate(ctx, "abc", 3) == 1;
    if (answers[0]) {
        answers[2] = EVP_DigestSignFinal(ctx, NULL, &len) == 1;
        answers[3] = EVP_PKEY_CTX_set_params(of_key, params) == 1;
        if (OpenSSL_version_num() < 0x30400000) /* later releases crash in EVP_DigestUpdate themselves */
            answers[4] = EVP_DigestSignUpdate(ctx, "def", 3) == 1;
        answers[5] = EVP_DigestSignFinal(ctx, signature, &made) == 1;
    }
    EVP_MD_CTX_free(ctx);
}

static int is_offered(const char *name)
{
    EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(lib, name, BY(MODULE));

    EVP_SIGNATURE_free(signature);
    return signature != NULL;
}

static void compare(const char *name, EVP_PKEY *key, const char *padding)
{
    static const char *const digests[] = { "SHA2-256", "SHA2-512", "SHA1", "SHA3-384" };

    for (unsigned i = 0; i < 2 * 4 * 4 && is_offered(strcmp(name, "RSA-PSS") == 0 ? "RSA" : name); i++) {
        const char *from = digests[i / 4 % 4], *to = digests[i % 4];
        int answers[NUM_SIDES][NUM_ANSWERS];

        for (int side = 0; side < NUM_SIDES; side++)
            sign(side, key, padding, from, to, (int)i / 16, answers[side]);
        if (memcmp(answers[0], answers[1], sizeof(answers[0])) != 0)
            fail("%s, %s to %s, data %u: default %d%d%d%d%d%d, module %d%d%d%d%d%d", name, from, to, i / 16,
                 answers[0][0], answers[0][1], answers[0][2], answers[0][3], answers[0][4], answers[0][5],
                 answers[1][0], answers[1][1], answers[1][2], answers[1][3], answers[1][4], answers[1][5]);
        if (answers[MODULE][5] && strcmp(from, to) != 0)
            fail("%s: a message hashed by %s is signed as %s", name, from, to);
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
    if (OSSL_PROVIDER_load(lib, "default") == NULL)
        return 1;
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
