/*
 * Compare the lists of gettable and settable parameters, with their types, with those of this release's default
 * provider: for every key management, signature, key exchange, encryption, KEM, KDF and MAC of the module. (Ciphers and
 * digests: discovery_test.c.)
 */
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <stdio.h>
#include <string.h>

#include "keys.h"

static unsigned num_compared;

static void compare(const char *kind, const char *name, const char *list, const OSSL_PARAM *by_default,
                    const OSSL_PARAM *by_module)
{
    char what[160];

    snprintf(what, sizeof(what), "%s %s, %s", kind, name, list);
    lists_compare(what, by_default, by_module);
    num_compared++;
}

static int is_ours(const OSSL_PROVIDER *prov)
{
    return strcmp(OSSL_PROVIDER_get0_name(prov), "afterburner") == 0;
}

static void compare_keymgmt(EVP_KEYMGMT *ours, void *arg)
{
    const char *name = EVP_KEYMGMT_get0_name(ours);
    EVP_KEYMGMT *theirs = is_ours(EVP_KEYMGMT_get0_provider(ours)) ? EVP_KEYMGMT_fetch(arg, name, BY(DEFAULT)) : NULL;

    if (theirs != NULL) {
        compare("key", name, "gettable", EVP_KEYMGMT_gettable_params(theirs), EVP_KEYMGMT_gettable_params(ours));
        compare("key", name, "settable", EVP_KEYMGMT_settable_params(theirs), EVP_KEYMGMT_settable_params(ours));
        compare("key", name, "settable of generation", EVP_KEYMGMT_gen_settable_params(theirs),
                EVP_KEYMGMT_gen_settable_params(ours));
    }
    EVP_KEYMGMT_free(theirs);
}

static void compare_signature(EVP_SIGNATURE *ours, void *arg)
{
    const char *name = EVP_SIGNATURE_get0_name(ours);
    EVP_SIGNATURE *theirs = is_ours(EVP_SIGNATURE_get0_provider(ours)) ? EVP_SIGNATURE_fetch(arg, name, BY(DEFAULT))
                                                                       : NULL;

    if (theirs != NULL) {
        compare("signature", name, "gettable", EVP_SIGNATURE_gettable_ctx_params(theirs),
                EVP_SIGNATURE_gettable_ctx_params(ours));
        compare("signature", name, "settable", EVP_SIGNATURE_settable_ctx_params(theirs),
                EVP_SIGNATURE_settable_ctx_params(ours));
    }
    EVP_SIGNATURE_free(theirs);
}

static void compare_exchange(EVP_KEYEXCH *ours, void *arg)
{
    const char *name = EVP_KEYEXCH_get0_name(ours);
    EVP_KEYEXCH *theirs = is_ours(EVP_KEYEXCH_get0_provider(ours)) ? EVP_KEYEXCH_fetch(arg, name, BY(DEFAULT)) : NULL;

    if (theirs != NULL) {
        compare("exchange", name, "gettable", EVP_KEYEXCH_gettable_ctx_params(theirs),
                EVP_KEYEXCH_gettable_ctx_params(ours));
        compare("exchange", name, "settable", EVP_KEYEXCH_settable_ctx_params(theirs),
                EVP_KEYEXCH_settable_ctx_params(ours));
    }
    EVP_KEYEXCH_free(theirs);
}

static void compare_encryption(EVP_ASYM_CIPHER *ours, void *arg)
{
    const char *name = EVP_ASYM_CIPHER_get0_name(ours);
    EVP_ASYM_CIPHER *theirs = is_ours(EVP_ASYM_CIPHER_get0_provider(ours))
                                  ? EVP_ASYM_CIPHER_fetch(arg, name, BY(DEFAULT))
                                  : NULL;

    if (theirs != NULL) {
        compare("encryption", name, "gettable", EVP_ASYM_CIPHER_gettable_ctx_params(theirs),
                EVP_ASYM_CIPHER_gettable_ctx_params(ours));
        compare("encryption", name, "settable", EVP_ASYM_CIPHER_settable_ctx_params(theirs),
                EVP_ASYM_CIPHER_settable_ctx_params(ours));
    }
    EVP_ASYM_CIPHER_free(theirs);
}

static void compare_kem(EVP_KEM *ours, void *arg)
{
    const char *name = EVP_KEM_get0_name(ours);
    EVP_KEM *theirs = is_ours(EVP_KEM_get0_provider(ours)) ? EVP_KEM_fetch(arg, name, BY(DEFAULT)) : NULL;

    if (theirs != NULL) {
        compare("KEM", name, "gettable", EVP_KEM_gettable_ctx_params(theirs), EVP_KEM_gettable_ctx_params(ours));
        compare("KEM", name, "settable", EVP_KEM_settable_ctx_params(theirs), EVP_KEM_settable_ctx_params(ours));
    }
    EVP_KEM_free(theirs);
}

static void compare_kdf(EVP_KDF *ours, void *arg)
{
    const char *name = EVP_KDF_get0_name(ours);
    EVP_KDF *theirs = is_ours(EVP_KDF_get0_provider(ours)) ? EVP_KDF_fetch(arg, name, BY(DEFAULT)) : NULL;

    if (theirs != NULL) {
        compare("KDF", name, "gettable", EVP_KDF_gettable_ctx_params(theirs), EVP_KDF_gettable_ctx_params(ours));
        compare("KDF", name, "settable", EVP_KDF_settable_ctx_params(theirs), EVP_KDF_settable_ctx_params(ours));
    }
    EVP_KDF_free(theirs);
}

static void compare_mac(EVP_MAC *ours, void *arg)
{
    const char *name = EVP_MAC_get0_name(ours);
    EVP_MAC *theirs = is_ours(EVP_MAC_get0_provider(ours)) ? EVP_MAC_fetch(arg, name, BY(DEFAULT)) : NULL;

    if (theirs != NULL) {
        compare("MAC", name, "gettable", EVP_MAC_gettable_ctx_params(theirs), EVP_MAC_gettable_ctx_params(ours));
        compare("MAC", name, "settable", EVP_MAC_settable_ctx_params(theirs), EVP_MAC_settable_ctx_params(ours));
    }
    EVP_MAC_free(theirs);
}

int main(void)
{
    static struct harness h;

    keys_open(&h, "EC");
    EVP_KEYMGMT_do_all_provided(keys_lib, compare_keymgmt, keys_lib);
    EVP_SIGNATURE_do_all_provided(keys_lib, compare_signature, keys_lib);
    EVP_KEYEXCH_do_all_provided(keys_lib, compare_exchange, keys_lib);
    EVP_ASYM_CIPHER_do_all_provided(keys_lib, compare_encryption, keys_lib);
    EVP_KEM_do_all_provided(keys_lib, compare_kem, keys_lib);
    EVP_KDF_do_all_provided(keys_lib, compare_kdf, keys_lib);
    EVP_MAC_do_all_provided(keys_lib, compare_mac, keys_lib);
    CHECK(num_compared > 50, "%u lists were compared", num_compared);
    printf("%u lists compared, %u failures\n", num_compared, failures);
    harness_close(&h);
    return failures != 0;
}
