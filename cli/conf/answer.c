/* Finding which provider answers a fetch, for each operation of EVP. */
#include "cli/conf/answer.h"

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <string.h>

/* ---- one name: fetch it, get its provider, and free it; the provider lives as long as its context ---- */

static const OSSL_PROVIDER *cipher_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = cipher == NULL ? NULL : EVP_CIPHER_get0_provider(cipher);

    EVP_CIPHER_free(cipher);
    return provider;
}

static const OSSL_PROVIDER *digest_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_MD *md = EVP_MD_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = md == NULL ? NULL : EVP_MD_get0_provider(md);

    EVP_MD_free(md);
    return provider;
}

static const OSSL_PROVIDER *mac_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_MAC *mac = EVP_MAC_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = mac == NULL ? NULL : EVP_MAC_get0_provider(mac);

    EVP_MAC_free(mac);
    return provider;
}

static const OSSL_PROVIDER *kdf_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_KDF *kdf = EVP_KDF_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = kdf == NULL ? NULL : EVP_KDF_get0_provider(kdf);

    EVP_KDF_free(kdf);
    return provider;
}

static const OSSL_PROVIDER *rand_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_RAND *rand = EVP_RAND_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = rand == NULL ? NULL : EVP_RAND_get0_provider(rand);

    EVP_RAND_free(rand);
    return provider;
}

static const OSSL_PROVIDER *keymgmt_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = keymgmt == NULL ? NULL : EVP_KEYMGMT_get0_provider(keymgmt);

    EVP_KEYMGMT_free(keymgmt);
    return provider;
}

static const OSSL_PROVIDER *exchange_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_KEYEXCH *exchange = EVP_KEYEXCH_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = exchange == NULL ? NULL : EVP_KEYEXCH_get0_provider(exchange);

    EVP_KEYEXCH_free(exchange);
    return provider;
}

static const OSSL_PROVIDER *signature_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = signature == NULL ? NULL : EVP_SIGNATURE_get0_provider(signature);

    EVP_SIGNATURE_free(signature);
    return provider;
}

static const OSSL_PROVIDER *asym_cipher_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_ASYM_CIPHER *cipher = EVP_ASYM_CIPHER_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = cipher == NULL ? NULL : EVP_ASYM_CIPHER_get0_provider(cipher);

    EVP_ASYM_CIPHER_free(cipher);
    return provider;
}

static const OSSL_PROVIDER *kem_provider(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    EVP_KEM *kem = EVP_KEM_fetch(context, name, properties);
    const OSSL_PROVIDER *provider = kem == NULL ? NULL : EVP_KEM_get0_provider(kem);

    EVP_KEM_free(kem);
    return provider;
}

const OSSL_PROVIDER *ab_answer(OSSL_LIB_CTX *context, const char *operation, const char *name, const char *properties)
{
    static const struct {
        const char *operation;
        const OSSL_PROVIDER *(*find)(OSSL_LIB_CTX *context, const char *name, const char *properties);
    } operations[] = {
        { "cipher", cipher_provider },     { "digest", digest_provider },       { "mac", mac_provider },
        { "kdf", kdf_provider },           { "rand", rand_provider },           { "keymgmt", keymgmt_provider },
        { "exchange", exchange_provider }, { "signature", signature_provider }, { "asym_cipher", asym_cipher_provider },
        { "kem", kem_provider },
    };

    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].operation, operation) == 0)
            return operations[i].find(context, name, properties);
    return NULL;
}

/* ---- all names ---- */

struct each {
    ab_offer_fn *offer;
    void *arg;
};

static void each_cipher(EVP_CIPHER *cipher, void *arg)
{
    const struct each *e = arg;

    e->offer("cipher", EVP_CIPHER_get0_name(cipher), EVP_CIPHER_get0_provider(cipher), e->arg);
}

static void each_digest(EVP_MD *md, void *arg)
{
    const struct each *e = arg;

    e->offer("digest", EVP_MD_get0_name(md), EVP_MD_get0_provider(md), e->arg);
}

static void each_mac(EVP_MAC *mac, void *arg)
{
    const struct each *e = arg;

    e->offer("mac", EVP_MAC_get0_name(mac), EVP_MAC_get0_provider(mac), e->arg);
}

static void each_kdf(EVP_KDF *kdf, void *arg)
{
    const struct each *e = arg;

    e->offer("kdf", EVP_KDF_get0_name(kdf), EVP_KDF_get0_provider(kdf), e->arg);
}

static void each_keymgmt(EVP_KEYMGMT *keymgmt, void *arg)
{
    const struct each *e = arg;

    e->offer("keymgmt", EVP_KEYMGMT_get0_name(keymgmt), EVP_KEYMGMT_get0_provider(keymgmt), e->arg);
}

static void each_exchange(EVP_KEYEXCH *exchange, void *arg)
{
    const struct each *e = arg;

    e->offer("exchange", EVP_KEYEXCH_get0_name(exchange), EVP_KEYEXCH_get0_provider(exchange), e->arg);
}

static void each_signature(EVP_SIGNATURE *signature, void *arg)
{
    const struct each *e = arg;

    e->offer("signature", EVP_SIGNATURE_get0_name(signature), EVP_SIGNATURE_get0_provider(signature), e->arg);
}

static void each_asym_cipher(EVP_ASYM_CIPHER *cipher, void *arg)
{
    const struct each *e = arg;

    e->offer("asym_cipher", EVP_ASYM_CIPHER_get0_name(cipher), EVP_ASYM_CIPHER_get0_provider(cipher), e->arg);
}

static void each_kem(EVP_KEM *kem, void *arg)
{
    const struct each *e = arg;

    e->offer("kem", EVP_KEM_get0_name(kem), EVP_KEM_get0_provider(kem), e->arg);
}

void ab_answer_do_all(OSSL_LIB_CTX *context, ab_offer_fn *offer, void *arg)
{
    struct each e = { offer, arg };

    EVP_CIPHER_do_all_provided(context, each_cipher, &e);
    EVP_MD_do_all_provided(context, each_digest, &e);
    EVP_MAC_do_all_provided(context, each_mac, &e);
    EVP_KDF_do_all_provided(context, each_kdf, &e);
    EVP_KEYMGMT_do_all_provided(context, each_keymgmt, &e);
    EVP_KEYEXCH_do_all_provided(context, each_exchange, &e);
    EVP_SIGNATURE_do_all_provided(context, each_signature, &e);
    EVP_ASYM_CIPHER_do_all_provided(context, each_asym_cipher, &e);
    EVP_KEM_do_all_provided(context, each_kem, &e);
}
