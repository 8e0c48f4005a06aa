/*
 * Keys whose owner computes by an RSA_METHOD or EC_KEY_METHOD of his own, as programs with hardware keys did before
 * providers. Up to 3.6 libcrypto calls such a method itself; from 4.0 on it hands the key to the default provider
 * alone, and to any other its numbers (docs/decisions/0034-keys-of-one-provider.md). So from 4.0 on the method is
 * called with the algorithms taken out of the configuration, as the documents advise, and only then.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/rsa.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "keys.h"

#define WITHOUT_KEYS "ALL, -RSA, -EC, -ECDSA, -ECDH, -DSA, -DH, -DHX"

static unsigned calls;

static int count_rsa(int len, const unsigned char *from, unsigned char *to, RSA *rsa, int padding)
{
    calls++;
    return RSA_meth_get_priv_enc(RSA_PKCS1_OpenSSL())(len, from, to, rsa, padding);
}

static int count_ec(int type, const unsigned char *digest, int len, unsigned char *sig, unsigned *sig_len,
                    const BIGNUM *kinv, const BIGNUM *r, EC_KEY *key)
{
    int (*sign)(int, const unsigned char *, int, unsigned char *, unsigned *, const BIGNUM *, const BIGNUM *, EC_KEY *);

    calls++;
    EC_KEY_METHOD_get_sign(EC_KEY_OpenSSL(), &sign, NULL, NULL);
    return sign(type, digest, len, sig, sig_len, kinv, r, key);
}

static EVP_PKEY *make_rsa(RSA_METHOD *method)
{
    EVP_PKEY *key = EVP_PKEY_new();
    BIGNUM *e = BN_new();
    RSA *rsa = RSA_new();

    if (!BN_set_word(e, RSA_F4) || !RSA_generate_key_ex(rsa, 1024, e, NULL) || !RSA_set_method(rsa, method)
        || !EVP_PKEY_assign_RSA(key, rsa))
        fail("no RSA key with a method");
    BN_free(e);
    return key;
}

static EVP_PKEY *make_ec(EC_KEY_METHOD *method)
{
    EVP_PKEY *key = EVP_PKEY_new();
    EC_KEY *ec = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);

    if (!EC_KEY_generate_key(ec) || !EC_KEY_set_method(ec, method) || !EVP_PKEY_assign_EC_KEY(key, ec))
        fail("no EC key with a method");
    return key;
}

/* Sign in this library context; the signature is right in any case. Returns how often the method was called. */
static unsigned sign(OSSL_LIB_CTX *lib, EVP_PKEY *key)
{
    unsigned char sig[512];
    size_t len = sizeof(sig);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    calls = 0;
    if (EVP_DigestSignInit_ex(ctx, NULL, "SHA256", lib, NULL, key, NULL) != 1
        || EVP_DigestSign(ctx, sig, &len, (const unsigned char *)"abc", 3) != 1 || EVP_MD_CTX_reset(ctx) != 1
        || EVP_DigestVerifyInit_ex(ctx, NULL, "SHA256", lib, NULL, key, NULL) != 1
        || EVP_DigestVerify(ctx, sig, len, (const unsigned char *)"abc", 3) != 1)
        fail("no signature by a key with a method");
    EVP_MD_CTX_free(ctx);
    ERR_clear_error();
    return calls;
}

/*
 * A new key each time: libcrypto keeps what it made of a key for a provider. These keys need the default context. The
 * method is called if may_be_called says so, or the module has no such keys.
 */
static void check(OSSL_LIB_CTX *lib, const char *what, bool may_be_called, RSA_METHOD *rsa, EC_KEY_METHOD *ec)
{
    static const char *const types[] = { "RSA", "EC" };
    OSSL_LIB_CTX *before = OSSL_LIB_CTX_set0_default(lib);
    EVP_PKEY *keys[] = { make_rsa(rsa), make_ec(ec) };

    keys_lib = lib;
    for (unsigned i = 0; i < 2; i++) {
        bool is_called = may_be_called || !key_is_offered(types[i]);

        if ((sign(lib, keys[i]) != 0) != is_called)
            fail("%s, %s: the method was%s called", what, types[i], is_called ? " not" : "");
        EVP_PKEY_free(keys[i]);
    }
    OSSL_LIB_CTX_set0_default(before);
}

static void check_settings(const char *settings, bool may_be_called, RSA_METHOD *rsa, EC_KEY_METHOD *ec)
{
    OSSL_PROVIDER *module, *base;
    OSSL_LIB_CTX *lib = open_module("afterburner", settings, &module);

    base = OSSL_PROVIDER_load(lib, "default");
    if (base == NULL || !EVP_set_default_properties(lib, "?provider=afterburner"))
        fail("no library context with both providers");
    check(lib, settings == NULL ? "all algorithms" : settings, may_be_called, rsa, ec);
    OSSL_PROVIDER_unload(base);
    OSSL_PROVIDER_unload(module);
    OSSL_LIB_CTX_free(lib);
}

int main(void)
{
    RSA_METHOD *rsa = RSA_meth_dup(RSA_PKCS1_OpenSSL());
    EC_KEY_METHOD *ec = EC_KEY_METHOD_new(EC_KEY_OpenSSL());
    int (*setup)(EC_KEY *, BN_CTX *, BIGNUM **, BIGNUM **);
    ECDSA_SIG *(*sign_sig)(const unsigned char *, int, const BIGNUM *, const BIGNUM *, EC_KEY *);
    struct harness h;

    harness_open(&h);
    EC_KEY_METHOD_get_sign(ec, NULL, &setup, &sign_sig);
    EC_KEY_METHOD_set_sign(ec, count_ec, setup, sign_sig);
    if (!RSA_meth_set_priv_enc(rsa, count_rsa))
        fail("no method");
    check(h.lib[DEFAULT], "the default provider alone", true, rsa, ec);
    check_settings(NULL, OpenSSL_version_num() < 0x40000000, rsa, ec);
    check_settings("algorithms = " WITHOUT_KEYS, true, rsa, ec);
    RSA_meth_free(rsa);
    EC_KEY_METHOD_free(ec);
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
