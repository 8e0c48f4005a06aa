/*
 * Break one more implementation of each curve at a time (faulty_kernels.c): an implementation that fails its
 * known-answer test is demoted to the next. When all that are left are slower than OpenSSL's own, the default
 * provider's curve is used under the module's names, so that everything still works, only more slowly.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/ec.h"
#include "harness.h"

enum { MAX_SIGNATURE = 160, MAX_BROKEN = 4 };

static int verify(OSSL_LIB_CTX *lib, EVP_PKEY *key, const char *text, const uint8_t *signature, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int verdict = EVP_DigestVerifyInit_ex(ctx, NULL, "SHA256", lib, NULL, key, NULL) == 1
                      ? EVP_DigestVerify(ctx, signature, len, (const unsigned char *)text, strlen(text))
                      : -7;

    EVP_MD_CTX_free(ctx);
    return verdict;
}

/* Verify with the default provider, in a library context without the module. */
static int verify_elsewhere(const struct harness *h, EVP_PKEY *key, const char *text, const uint8_t *signature,
                            size_t len)
{
    unsigned char *der = NULL;
    int der_len = i2d_PUBKEY(key, &der), verdict;
    const unsigned char *at = der;
    EVP_PKEY *theirs = d2i_PUBKEY_ex(NULL, &at, der_len, h->lib[DEFAULT], NULL);

    verdict = theirs == NULL ? -7 : verify(h->lib[DEFAULT], theirs, text, signature, len);
    EVP_PKEY_free(theirs);
    OPENSSL_free(der);
    return verdict;
}

static void check_curve(const struct harness *h, OSSL_LIB_CTX *lib, const char *curve)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(lib, "provider=afterburner", "EC", curve);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    uint8_t signature[MAX_SIGNATURE];
    size_t len = sizeof(signature);

    if (key == NULL || EVP_DigestSignInit_ex(ctx, NULL, "SHA256", lib, NULL, key, NULL) != 1
        || EVP_DigestSign(ctx, signature, &len, (const unsigned char *)"text", 4) != 1)
        fail("%s: no signature", curve);
    else if (verify(lib, key, "text", signature, len) != 1 || verify_elsewhere(h, key, "text", signature, len) != 1)
        fail("%s: a right signature is refused", curve);
    else if (verify(lib, key, "test", signature, len) != 0)
        fail("%s: a wrong signature is accepted", curve);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
}

/* Returns the number of P-256 implementations before the first that this processor can run. */
static unsigned num_unusable(void)
{
    const struct ab_ec_kernels *const *list = ab_curve_list(AB_P256);
    struct ab_cpu cpu;
    unsigned num = 0;

    ab_cpu_detect(&cpu);
    while (!ab_curve_is_usable(list[num], &cpu))
        num++;
    return num;
}

/* Check the line of ECDSA in the report, which names the implementation of P-256. */
static void check_report(OSSL_PROVIDER *module, unsigned num_broken)
{
    static char text[32768];
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("afterburner-report", text, sizeof(text)),
                            OSSL_PARAM_construct_end() };
    const char *line = OSSL_PROVIDER_get_params(module, params) == 1 ? strstr(text, "signature\tECDSA\t") : NULL;
    bool is_demoted = line != NULL && memmem(line, strcspn(line, "\n"), "demoted", strlen("demoted")) != NULL;

    if (line == NULL || is_demoted != (num_broken > num_unusable()))
        fail("with %u broken the report says %.*s", num_broken, line == NULL ? 0 : (int)strcspn(line, "\n"), line);
}

static void check_with(const struct harness *h, unsigned num_broken)
{
    OSSL_PROVIDER *module, *beside;
    OSSL_LIB_CTX *lib;
    char number[8];

    snprintf(number, sizeof(number), "%u", num_broken);
    setenv("AB_FAULTY_CURVES", number, 1);
    lib = open_module("afterburner_faulty", "log = off", &module);
    beside = lib == NULL ? NULL : OSSL_PROVIDER_load(lib, "default");
    if (beside == NULL) {
        fail("%s", "the module of broken kernels does not load");
        return;
    }
    EVP_set_default_properties(lib, "?provider=afterburner");
    for (unsigned id = 0; id < AB_CURVESM2; id++) /* that is the last, and no curve of EC keys */
        check_curve(h, lib, ab_curve_name(*ab_curve_list((enum ab_curve_id)id)));
    check_report(module, num_broken);
    OSSL_PROVIDER_unload(beside);
    OSSL_PROVIDER_unload(module);
    OSSL_LIB_CTX_free(lib);
}

int main(int argc, char **argv)
{
    static struct harness h;
    EVP_KEYMGMT *keymgmt;

    (void)argc, (void)argv;
    harness_open(&h);
    keymgmt = EVP_KEYMGMT_fetch(h.lib[MODULE], "EC", "provider=afterburner");
    if (keymgmt == NULL) {
        puts("not offered on this processor");
        return SKIPPED;
    }
    EVP_KEYMGMT_free(keymgmt);
    for (unsigned num_broken = 0; num_broken <= MAX_BROKEN; num_broken++)
        check_with(&h, num_broken);
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
