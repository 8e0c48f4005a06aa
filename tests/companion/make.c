/* The files of the test: keys of every kind in every format. */
#include <openssl/core_names.h>
#include <openssl/encoder.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

#include "transcript.h"

static const struct {
    const char *name, *type, *group;
    int bits;
} kinds[] = {
    { "p256", "EC", "P-256", 0 },     { "rsa", "RSA", NULL, 2048 },    { "ed25519", "ED25519", NULL, 0 },
    { "dh", "DH", "ffdhe2048", 0 },   { "x25519", "X25519", NULL, 0 }, { "p521", "EC", "P-521", 0 },
    { "pss", "RSA-PSS", NULL, 1024 }, { "sm2", "SM2", "SM2", 0 },      { "ed448", "ED448", NULL, 0 },
    { "x448", "X448", NULL, 0 },
};

static const struct {
    const char *suffix, *type, *structure;
    int selection, is_encrypted;
} formats[] = {
    { "pkcs8.pem", "PEM", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, 0 },
    { "pkcs8.der", "DER", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, 0 },
    { "encrypted.pem", "PEM", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, 1 },
    { "encrypted.der", "DER", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, 1 },
    { "own.pem", "PEM", "type-specific", EVP_PKEY_KEYPAIR, 0 },
    { "own.der", "DER", "type-specific", EVP_PKEY_KEYPAIR, 0 },
    { "own.encrypted.pem", "PEM", "type-specific", EVP_PKEY_KEYPAIR, 1 },
    { "parameters.pem", "PEM", "type-specific", EVP_PKEY_KEY_PARAMETERS, 0 },
    { "public.pem", "PEM", "SubjectPublicKeyInfo", EVP_PKEY_PUBLIC_KEY, 0 },
    { "public.der", "DER", "SubjectPublicKeyInfo", EVP_PKEY_PUBLIC_KEY, 0 },
    { "blob", "MSBLOB", NULL, EVP_PKEY_KEYPAIR, 0 },
    { "pvk", "PVK", NULL, EVP_PKEY_KEYPAIR, 0 },
};

enum {
    NUM_QUICK_KINDS = 4,
    NUM_KINDS = sizeof(kinds) / sizeof(kinds[0]),
    NUM_FORMATS = sizeof(formats) / sizeof(formats[0])
};

static EVP_PKEY *make_key(int kind)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, kinds[kind].type, NULL);
    EVP_PKEY *key = NULL;

    need(ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0, kinds[kind].name);
    if (kinds[kind].group != NULL)
        need(EVP_PKEY_CTX_set_group_name(ctx, kinds[kind].group) > 0, kinds[kind].group);
    if (kinds[kind].bits != 0)
        need(EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, kinds[kind].bits) > 0, "the number of bits");
    need(EVP_PKEY_generate(ctx, &key) > 0, kinds[kind].name);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* Not every kind has every format. */
static void write_file(const char *folder, int kind, int format, const EVP_PKEY *key)
{
    OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(key, formats[format].selection, formats[format].type,
                                                          formats[format].structure, NULL);
    unsigned char *data = NULL;
    char path[4096];
    size_t len = 0;
    FILE *out;

    snprintf(path, sizeof(path), "%s/%s.%s", folder, kinds[kind].name, formats[format].suffix);
    if (formats[format].is_encrypted)
        OSSL_ENCODER_CTX_set_cipher(ctx, "AES-128-CBC", NULL);
    if (formats[format].is_encrypted)
        OSSL_ENCODER_CTX_set_passphrase(ctx, (const unsigned char *)PASSPHRASE, strlen(PASSPHRASE));
    if (OSSL_ENCODER_to_data(ctx, &data, &len)) {
        out = fopen(path, "wb");
        need(out != NULL && fwrite(data, 1, len, out) == len && fclose(out) == 0, path);
        OPENSSL_free(data);
    }
    OSSL_ENCODER_CTX_free(ctx);
}

void make_files(const char *folder, int has_all)
{
    for (int kind = 0; kind < (has_all ? NUM_KINDS : NUM_QUICK_KINDS); kind++) {
        EVP_PKEY *key = make_key(kind);

        for (int format = 0; format < NUM_FORMATS; format++)
            write_file(folder, kind, format, key);
        EVP_PKEY_free(key);
    }
}
