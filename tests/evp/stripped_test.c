/*
 * An OpenSSL whose distributor removed a curve: a static libcrypto in which the linker replaces the lookup of curves.
 * The module neither generates nor imports keys on that curve, but offers the others; without the default provider it
 * offers all.
 */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <string.h>

static int is_stripped;
static unsigned failures;

EC_GROUP *__real_EC_GROUP_new_by_curve_name_ex(OSSL_LIB_CTX *lib, const char *properties, int nid);

EC_GROUP *__wrap_EC_GROUP_new_by_curve_name_ex(OSSL_LIB_CTX *lib, const char *properties, int nid);
EC_GROUP *__wrap_EC_GROUP_new_by_curve_name_ex(OSSL_LIB_CTX *lib, const char *properties, int nid)
{
    if (is_stripped && nid == NID_brainpoolP256r1) {
        ERR_raise(ERR_LIB_EC, EC_R_UNKNOWN_GROUP);
        return NULL;
    }
    return __real_EC_GROUP_new_by_curve_name_ex(lib, properties, nid);
}

static void expect(int condition, const char *what, const char *curve)
{
    if (condition)
        return;
    printf("not so: %s (%s)\n", what, curve);
    failures++;
}

/* Returns NULL if refused. */
static EVP_PKEY *generate(OSSL_LIB_CTX *lib, const char *curve)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0), OSSL_PARAM_construct_end() };
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "EC", NULL);
    EVP_PKEY *key = NULL;

    if (ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1)
        EVP_PKEY_generate(ctx, &key);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static int imports(OSSL_LIB_CTX *lib, OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "EC", NULL);
    EVP_PKEY *key = NULL;
    int ok = ctx != NULL && EVP_PKEY_fromdata_init(ctx) == 1
             && EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params) == 1;

    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static int is_of_module(const EVP_PKEY *key)
{
    return key != NULL && strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "afterburner") == 0;
}

/* Use a new library context, since the module remembers which curves there are. */
static void check(int with_default, const char *curve, OSSL_PARAM *key_on_it, int is_there)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *module, *beside = NULL;
    EVP_PKEY *key;

    OSSL_PROVIDER_set_default_search_path(lib, AB_BUILD_DIR);
    module = OSSL_PROVIDER_load(lib, "afterburner");
    expect(module != NULL, "the module loads", curve);
    if (with_default)
        beside = OSSL_PROVIDER_load(lib, "default");
    EVP_set_default_properties(lib, "?provider=afterburner");
    key = generate(lib, curve);
    expect((key != NULL) == is_there, is_there ? "a key is made" : "no key is made", curve);
    expect(key == NULL || is_of_module(key), "the module made the key", curve);
    expect(imports(lib, key_on_it) == is_there, is_there ? "a key is imported" : "no key is imported", curve);
    EVP_PKEY_free(key);
    OSSL_PROVIDER_unload(beside);
    OSSL_PROVIDER_unload(module);
    OSSL_LIB_CTX_free(lib);
}

static OSSL_PARAM *key_on(const char *curve)
{
    EVP_PKEY *key = generate(NULL, curve);
    OSSL_PARAM *params = NULL;

    expect(key != NULL && EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params) == 1, "OpenSSL has the curve", curve);
    EVP_PKEY_free(key);
    return params;
}

int main(void)
{
    OSSL_PARAM *p256 = key_on("P-256"), *brainpool = key_on("brainpoolP256r1");

    check(1, "P-256", p256, 1);
    check(1, "brainpoolP256r1", brainpool, 1);
    is_stripped = 1;
    expect(generate(NULL, "brainpoolP256r1") == NULL, "OpenSSL has lost the curve", "brainpoolP256r1");
    check(1, "P-256", p256, 1);
    check(1, "brainpoolP256r1", brainpool, 0);
    check(0, "brainpoolP256r1", brainpool, 1);
    OSSL_PARAM_free(p256);
    OSSL_PARAM_free(brainpool);
    printf("%u failures\n", failures);
    return failures != 0;
}
