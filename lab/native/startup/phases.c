/* The phases: what programs use first of libcrypto, each by the calls of an ordinary program. */
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

#include "startup.h"

/* Everything that libcrypto does by itself: reading openssl.cnf, loading the providers. */
static int load(struct startup *s)
{
    (void)s;
    return OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, NULL);
}

static int use_digest(struct startup *s)
{
    unsigned char out[EVP_MAX_MD_SIZE];
    size_t len;

    (void)s;
    return EVP_Q_digest(NULL, "SHA2-256", NULL, "abc", 3, out, &len);
}

static int seal(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher)
{
    const unsigned char key[16] = { 1 }, iv[12] = { 2 }, in[64] = { 3 };
    unsigned char out[64];
    int len;

    return EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL) && EVP_EncryptUpdate(ctx, out, &len, in, sizeof(in))
           && EVP_EncryptFinal_ex(ctx, out, &len);
}

static int use_cipher(struct startup *s)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-128-GCM", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    const int ok = cipher != NULL && ctx != NULL && seal(ctx, cipher);

    (void)s;
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

/* ---- a private key in a file, and its first signature ---- */

static int read_file(struct startup *s, const char *name)
{
    char path[4096], text[8192];
    FILE *file;
    size_t len;

    snprintf(path, sizeof(path), "%s/%s.pem", s->keys, name);
    file = fopen(path, "r");
    if (file == NULL)
        return 0;
    len = fread(text, 1, sizeof(text), file);
    fclose(file);
    s->pem = BIO_new(BIO_s_mem());
    return s->pem != NULL && BIO_write(s->pem, text, (int)len) == (int)len;
}

static int read_ec(struct startup *s)
{
    return read_file(s, "ec");
}

static int read_rsa(struct startup *s)
{
    return read_file(s, "rsa");
}

static int sign(EVP_PKEY *key)
{
    unsigned char out[512];
    size_t len = sizeof(out);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const int ok = ctx != NULL && EVP_DigestSignInit_ex(ctx, NULL, "SHA2-256", NULL, NULL, key, NULL)
                   && EVP_DigestSign(ctx, out, &len, (const unsigned char *)"abc", 3);

    EVP_MD_CTX_free(ctx);
    return ok;
}

static int use_key(struct startup *s)
{
    EVP_PKEY *key = PEM_read_bio_PrivateKey(s->pem, NULL, NULL, NULL);
    const int ok = key != NULL && sign(key);

    EVP_PKEY_free(key);
    BIO_free(s->pem);
    s->pem = NULL;
    return ok;
}

/* ---- ML-KEM: a key, a secret for it, and that again from the key ---- */

static int exchange(EVP_PKEY *key, EVP_PKEY_CTX *ctx)
{
    unsigned char wrapped[1088], secret[32], again[32];
    size_t wrapped_len = sizeof(wrapped), len = sizeof(secret), again_len = sizeof(again);

    return key != NULL && ctx != NULL && EVP_PKEY_encapsulate_init(ctx, NULL) > 0
           && EVP_PKEY_encapsulate(ctx, wrapped, &wrapped_len, secret, &len) > 0
           && EVP_PKEY_decapsulate_init(ctx, NULL) > 0
           && EVP_PKEY_decapsulate(ctx, again, &again_len, wrapped, wrapped_len) > 0
           && memcmp(secret, again, sizeof(secret)) == 0;
}

/* EVP_PKEY_Q_keygen of 3.0 knows only the types of 3.0. */
static EVP_PKEY *generate(const char *type)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    EVP_PKEY *key = NULL;

    if (ctx != NULL && EVP_PKEY_keygen_init(ctx) > 0)
        EVP_PKEY_generate(ctx, &key);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static int use_kem(struct startup *s)
{
    EVP_PKEY *key = generate("ML-KEM-768");
    EVP_PKEY_CTX *ctx = key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const int ok = exchange(key, ctx);

    (void)s;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

/* ---- the list ---- */

const struct startup_phase *startup_phase_find(const char *name)
{
    static const struct startup_phase phases[] = {
        { "load", NULL, load },
        { "SHA2-256", NULL, use_digest },
        { "AES-128-GCM", NULL, use_cipher },
        { "EC", read_ec, use_key },
        { "RSA", read_rsa, use_key },
        { "ML-KEM", NULL, use_kem },
        { "SSL_CTX_new", NULL, startup_context },
        { "handshake", startup_connect, startup_handshake },
    };

    for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++)
        if (strcmp(phases[i].name, name) == 0)
            return &phases[i];
    return NULL;
}
