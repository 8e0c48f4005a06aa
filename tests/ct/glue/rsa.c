/* Decryption with RSA: the time must not depend on whether the padding is right, or on what is wrong with it. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <string.h>

#include "ct/glue/glue.h"

enum { BITS = 512, LEN = BITS / 8, MESSAGE = 32, PREMASTER = 48, VERSION = 0x303 };

/* Use the smallest keys: the shorter the power takes, the larger the padding's share of the time. */
static EVP_PKEY *key;
static EVP_PKEY_CTX *ctx;
static uint8_t ciphertexts[2][GLUE_NUM][LEN];

static void encrypt_block(uint8_t out[LEN], const uint8_t block[LEN])
{
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(glue_side));
    size_t len = LEN;

    GLUE_MUST(EVP_PKEY_encrypt_init(c) == 1 && EVP_PKEY_CTX_set_rsa_padding(c, RSA_NO_PADDING) == 1
              && EVP_PKEY_encrypt(c, out, &len, block, LEN) == 1);
    EVP_PKEY_CTX_free(c);
}

/* Make a block of PKCS#1 v1.5, type 2, with a message of this many bytes. */
static void make_block(uint8_t block[LEN], size_t message)
{
    random_bytes(&glue_random, block, LEN);
    block[0] = 0;
    block[1] = 2;
    for (size_t i = 2; i < LEN; i++)
        block[i] = (uint8_t)(block[i] | 1);
    block[LEN - message - 1] = 0;
}

static void open_key(int padding)
{
    const size_t bits = BITS;
    const OSSL_PARAM params[] = { OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, (size_t *)&bits), OSSL_PARAM_END };

    key = key_generate(glue_side, "RSA", params);
    ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(glue_side));
    GLUE_MUST(key != NULL && EVP_PKEY_decrypt_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1);
}

static void close_key(void)
{
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
}

static double time_one(unsigned class)
{
    uint8_t in[LEN], out[LEN];
    size_t len = sizeof(out);
    uint64_t start;

    memcpy(in, ciphertexts[class][glue_any()], LEN);
    start = stopwatch_start();
    EVP_PKEY_decrypt(ctx, out, &len, in, sizeof(in));
    return stopwatch_stop(start, class);
}

/* ---- PKCS#1 v1.5: valid, and with another block type ---- */

static int has_implicit_rejection(void)
{
    return OSSL_PARAM_locate_const(EVP_PKEY_CTX_settable_params(ctx), "implicit-rejection") != NULL;
}

static void make_pkcs1(void)
{
    uint8_t block[LEN];

    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            make_block(block, MESSAGE);
            block[1] = (uint8_t)(2 + class);
            encrypt_block(ciphertexts[class][i], block);
        }
}

static bool open_pkcs1(int is_implicit)
{
    open_key(RSA_PKCS1_PADDING);
    if (has_implicit_rejection() == is_implicit) {
        make_pkcs1();
        return true;
    }
    close_key();
    return false;
}

/*
 * Where a caller can choose, the module leaves this mode to the default provider (src/provider/asym_cipher/rsa.c). Its
 * time does depend on the padding: |t| is 12 by 100,000 messages on OpenSSL 3.5.7, with the module and without.
 */
static bool open_explicit(void)
{
    return open_pkcs1(0);
}

static bool open_implicit(void)
{
    return open_pkcs1(1);
}

/* ---- OAEP: a wrong first byte, or a wrong hash of the label (J. Manger, CRYPTO 2001) ---- */

static bool open_oaep(void)
{
    uint8_t block[LEN];

    open_key(RSA_PKCS1_OAEP_PADDING);
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            random_bytes(&glue_random, block, LEN);
            block[0] = (uint8_t)class;
            block[1] &= 0x3f;
            encrypt_block(ciphertexts[class][i], block);
        }
    return true;
}

/* ---- the premaster secret of TLS: valid, and with another version, which is replaced by a random one ---- */

static bool open_premaster(void)
{
    unsigned version = VERSION;
    const OSSL_PARAM params[] = { OSSL_PARAM_uint(OSSL_ASYM_CIPHER_PARAM_TLS_CLIENT_VERSION, &version),
                                  OSSL_PARAM_END };
    uint8_t block[LEN];

    open_key(RSA_PKCS1_WITH_TLS_PADDING);
    GLUE_MUST(EVP_PKEY_CTX_set_params(ctx, params) == 1);
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            make_block(block, PREMASTER);
            block[LEN - PREMASTER] = VERSION >> 8;
            block[LEN - PREMASTER + 1] = (uint8_t)((VERSION & 0xff) - class);
            encrypt_block(ciphertexts[class][i], block);
        }
    return true;
}

const struct glue_case glue_rsa_cases[] = {
    { "RSA PKCS#1, explicit rejection", open_explicit, { time_one, NULL }, close_key },
    { "RSA PKCS#1, implicit rejection", open_implicit, { time_one, NULL }, close_key },
    { "RSA OAEP", open_oaep, { time_one, NULL }, close_key },
    { "RSA premaster secret", open_premaster, { time_one, NULL }, close_key },
    { .name = NULL },
};
