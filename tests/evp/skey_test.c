/*
 * Opaque keys (EVP_SKEY, OpenSSL 3.5 and later), in a library context with both providers and "?provider=afterburner":
 * a program that imports a key and fetches a cipher of the module must get both from one provider, and the same bytes
 * as with the default provider alone.
 */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

#if OPENSSL_VERSION_PREREQ(3, 5)
enum { DATA_LEN = 80, MAX_KEY = 64 };

static const uint8_t key[MAX_KEY] = { 1, 2, 3, 4, 5 }, iv[16] = { 6, 7, 8 }, data[DATA_LEN] = { 9, 10 };

/* Encrypt in one update with an opaque key. Returns the length, or -1. */
static int encrypt(OSSL_LIB_CTX *lib, const char *name, const char *type, uint8_t *out)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, name, NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int key_len = EVP_CIPHER_get_key_length(cipher), iv_len = EVP_CIPHER_get_iv_length(cipher), len = -1;
    EVP_SKEY *skey = EVP_SKEY_import_raw_key(lib, type, (uint8_t *)key, (size_t)key_len, NULL);

    if (skey != NULL && EVP_CipherInit_SKEY(ctx, cipher, skey, iv, (size_t)iv_len, 1, NULL)
        && !EVP_CipherUpdate(ctx, out, &len, data, DATA_LEN))
        len = -1;
    EVP_SKEY_free(skey);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    ERR_clear_error();
    return len;
}

static void check_cipher(OSSL_LIB_CTX *both, OSSL_LIB_CTX *alone, const char *name, const char *type)
{
    uint8_t out[2][DATA_LEN + 64] = { { 0 } };
    int len = encrypt(alone, name, type, out[0]), ours = encrypt(both, name, type, out[1]);

    if (len != ours || memcmp(out[0], out[1], sizeof(out[0])) != 0)
        fail("%s under a key of the type %s: %d bytes, default alone %d", name, type, ours, len);
}

/*
 * libcrypto takes the type GENERIC-SECRET for each name of a type that it does not find, such as DES. For a cipher of
 * the default provider, such a key has to be imported there, or moved (docs/decisions/0034-keys-of-one-provider.md).
 */
static void check_others(OSSL_LIB_CTX *both, OSSL_PROVIDER *other, const char *type)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(both, "DES-EDE3-CBC", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    EVP_SKEY *ours = EVP_SKEY_import_raw_key(both, type, (uint8_t *)key, 24, NULL);
    EVP_SKEY *moved = ours == NULL ? NULL : EVP_SKEY_to_provider(ours, both, other, NULL);
    EVP_SKEY *theirs = EVP_SKEY_import_raw_key(both, type, (uint8_t *)key, 24, "provider=default");

    if (moved == NULL || !EVP_CipherInit_SKEY(ctx, cipher, moved, iv, 8, 1, NULL))
        fail("a key of the type %s cannot be moved to the default provider", type);
    if (theirs == NULL || !EVP_CipherInit_SKEY(ctx, cipher, theirs, iv, 8, 1, NULL))
        fail("a key of the type %s cannot be made by the default provider", type);
    EVP_SKEY_free(ours);
    EVP_SKEY_free(moved);
    EVP_SKEY_free(theirs);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

/* Import accepts the same lengths; an export, and a copy to the default provider and back, preserve the bytes. */
static void check_length(OSSL_LIB_CTX *both, OSSL_LIB_CTX *alone, OSSL_PROVIDER *prov, const char *type, size_t len)
{
    EVP_SKEY *theirs = EVP_SKEY_import_raw_key(alone, type, (uint8_t *)key, len, NULL);
    EVP_SKEY *ours = EVP_SKEY_import_raw_key(both, type, (uint8_t *)key, len, NULL);
    EVP_SKEY *there = ours == NULL ? NULL : EVP_SKEY_to_provider(ours, both, prov, NULL);
    EVP_SKEY *back = there == NULL ? NULL : EVP_SKEY_to_provider(there, both, NULL, NULL);
    const unsigned char *raw;
    size_t raw_len;

    if ((ours == NULL) != (theirs == NULL))
        fail("%s, a key of %zu bytes: %s", type, len, ours == NULL ? "refused" : "accepted");
    if (ours != NULL
        && (strcmp(EVP_SKEY_get0_provider_name(ours), "afterburner") != 0 || back == NULL
            || strcmp(EVP_SKEY_get0_provider_name(there), "default") != 0
            || strcmp(EVP_SKEY_get0_provider_name(back), "afterburner") != 0
            || !EVP_SKEY_get0_raw_key(back, &raw, &raw_len) || raw_len != len || memcmp(raw, key, len) != 0))
        fail("%s: a key of %zu bytes is not what was imported", type, len);
    EVP_SKEY_free(theirs);
    EVP_SKEY_free(ours);
    EVP_SKEY_free(there);
    EVP_SKEY_free(back);
    ERR_clear_error();
}

int main(void)
{
    static const char *const types[] = { "AES", "GENERIC-SECRET", "DES" }; /* nobody provides the last */
    struct harness h;
    OSSL_PROVIDER *prov, *fallback;
    OSSL_LIB_CTX *both;

    harness_open(&h);
    both = open_module("afterburner", NULL, &prov);
    fallback = OSSL_PROVIDER_load(both, "default");
    if (fallback == NULL || !EVP_set_default_properties(both, "?provider=afterburner"))
        fail("no library context with both providers");
    for (unsigned t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
        for (unsigned i = 0; i < h.num_ciphers; i++)
            if (h.ciphers[i].cipher[DEFAULT] != NULL && h.ciphers[i].cipher[MODULE] != NULL)
                check_cipher(both, h.lib[DEFAULT], h.ciphers[i].name, types[t]);
        for (size_t len = 0; len <= MAX_KEY; len++)
            check_length(both, h.lib[DEFAULT], fallback, types[t], len);
        if (t != 0)
            check_others(both, fallback, types[t]);
    }
    OSSL_PROVIDER_unload(fallback);
    OSSL_PROVIDER_unload(prov);
    OSSL_LIB_CTX_free(both);
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
#else
int main(void)
{
    puts("this OpenSSL has no opaque keys");
    return SKIPPED;
}
#endif
