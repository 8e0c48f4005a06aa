/* The table of the pieces of work, and their life. */
#include "cli/measure/workload.h"

#include <openssl/provider.h>
#include <stdlib.h>
#include <string.h>

#include "cli/measure/workload_parts.h"

const char *const ab_class_names[AB_NUM_CLASSES] = {
    [AB_CLASS_AES_GCM] = "AES-GCM", [AB_CLASS_AES_CBC] = "AES-CBC",
    [AB_CLASS_AES] = "other AES",   [AB_CLASS_CHACHA] = "ChaCha20-Poly1305",
    [AB_CLASS_MD5] = "MD5",         [AB_CLASS_SHA1] = "SHA-1",
    [AB_CLASS_SHA256] = "SHA-256",  [AB_CLASS_SHA512] = "SHA-512",
    [AB_CLASS_SHA3] = "SHA-3",      [AB_CLASS_BLAKE2] = "BLAKE2b",
    [AB_CLASS_HMAC] = "HMAC",       [AB_CLASS_RANDOM] = "random numbers",
    [AB_CLASS_RSA] = "RSA",         [AB_CLASS_DH] = "DH",
    [AB_CLASS_P256] = "P-256",      [AB_CLASS_P384] = "P-384",
    [AB_CLASS_X25519] = "X25519",   [AB_CLASS_ED25519] = "Ed25519",
    [AB_CLASS_ML_KEM] = "ML-KEM",
};

const struct ab_workload ab_workloads[AB_NUM_WORKLOADS] = {
    { AB_CLASS_AES_GCM, "seal", "AES-256-GCM", 16384, ab_prepare_encrypt, ab_run_seal },
    { AB_CLASS_AES_GCM, "seal", "AES-256-GCM", 128, ab_prepare_encrypt, ab_run_seal },
    { AB_CLASS_AES_GCM, "open", "AES-256-GCM", 16384, ab_prepare_open, ab_run_open },
    { AB_CLASS_AES_GCM, "open", "AES-256-GCM", 128, ab_prepare_open, ab_run_open },
    { AB_CLASS_AES_CBC, "encrypt", "AES-256-CBC", 16384, ab_prepare_encrypt, ab_run_cipher },
    { AB_CLASS_AES_CBC, "decrypt", "AES-256-CBC", 16384, ab_prepare_decrypt, ab_run_cipher },
    { AB_CLASS_AES, "encrypt", "AES-256-CTR", 16384, ab_prepare_encrypt, ab_run_cipher },
    { AB_CLASS_AES, "encrypt", "AES-256-XTS", 4096, ab_prepare_encrypt, ab_run_cipher },
    { AB_CLASS_CHACHA, "seal", "ChaCha20-Poly1305", 16384, ab_prepare_encrypt, ab_run_seal },
    { AB_CLASS_CHACHA, "seal", "ChaCha20-Poly1305", 128, ab_prepare_encrypt, ab_run_seal },
    { AB_CLASS_MD5, "digest", "MD5", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA1, "digest", "SHA1", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA256, "digest", "SHA2-256", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA256, "digest", "SHA2-256", 64, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA256, "digest, context copied", "SHA2-256", 64, ab_prepare_digest, ab_run_copied_digest },
    { AB_CLASS_SHA256, "digest, fetched", "SHA2-256", 64, ab_prepare_digest, ab_run_fetched_digest },
    { AB_CLASS_SHA512, "digest", "SHA2-512", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA512, "digest", "SHA2-384", 64, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_SHA3, "digest", "SHA3-256", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_BLAKE2, "digest", "BLAKE2B-512", 16384, ab_prepare_digest, ab_run_digest },
    { AB_CLASS_HMAC, "authenticate", "SHA2-256", 64, ab_prepare_hmac, ab_run_hmac },
    { AB_CLASS_HMAC, "authenticate, fetched", "SHA2-256", 64, ab_prepare_hmac, ab_run_fetched_hmac },
    { AB_CLASS_RANDOM, "generate", "AES-256-CTR", 32, ab_prepare_random, ab_run_random },
    { AB_CLASS_RSA, "sign", "RSA-2048", 0, ab_prepare_sign, ab_run_sign },
    { AB_CLASS_RSA, "verify", "RSA-2048", 0, ab_prepare_verify, ab_run_verify },
    { AB_CLASS_RSA, "sign", "RSA-4096", 0, ab_prepare_sign, ab_run_sign },
    { AB_CLASS_RSA, "verify", "RSA-4096", 0, ab_prepare_verify, ab_run_verify },
    { AB_CLASS_DH, "exchange", "ffdhe2048", 0, ab_prepare_exchange, ab_run_exchange },
    { AB_CLASS_P256, "sign", "P-256", 0, ab_prepare_sign, ab_run_sign },
    { AB_CLASS_P256, "verify", "P-256", 0, ab_prepare_verify, ab_run_verify },
    { AB_CLASS_P256, "exchange", "P-256", 0, ab_prepare_exchange, ab_run_exchange },
    { AB_CLASS_P384, "sign", "P-384", 0, ab_prepare_sign, ab_run_sign },
    { AB_CLASS_P384, "verify", "P-384", 0, ab_prepare_verify, ab_run_verify },
    { AB_CLASS_P384, "exchange", "P-384", 0, ab_prepare_exchange, ab_run_exchange },
    { AB_CLASS_X25519, "exchange", "X25519", 0, ab_prepare_exchange, ab_run_exchange },
    { AB_CLASS_ED25519, "sign", "ED25519", 0, ab_prepare_sign, ab_run_sign_message },
    { AB_CLASS_ED25519, "verify", "ED25519", 0, ab_prepare_verify, ab_run_verify_message },
    { AB_CLASS_ML_KEM, "encapsulate", "ML-KEM-768", 0, ab_prepare_kem, ab_run_encapsulate },
    { AB_CLASS_ML_KEM, "decapsulate", "ML-KEM-768", 0, ab_prepare_kem, ab_run_decapsulate },
};

struct ab_work *ab_work_new(const struct ab_workload *workload, OSSL_LIB_CTX *context)
{
    struct ab_work *work = calloc(1, sizeof(*work));

    if (work == NULL)
        return NULL;
    work->workload = workload;
    work->context = context;
    if (workload->prepare(work) && workload->run(work))
        return work;
    ab_work_free(work);
    return NULL;
}

void ab_work_free(struct ab_work *work)
{
    if (work == NULL)
        return;
    EVP_CIPHER_CTX_free(work->cipher_ctx);
    EVP_CIPHER_free(work->cipher);
    EVP_MD_CTX_free(work->digest_ctx);
    EVP_MD_free(work->digest);
    EVP_MAC_CTX_free(work->mac_ctx);
    EVP_MAC_free(work->mac);
    EVP_PKEY_CTX_free(work->key_ctx);
    EVP_PKEY_free(work->key);
    EVP_PKEY_free(work->peer);
    free(work);
}

int ab_work_run(void *state, size_t turns)
{
    struct ab_work *work = state;

    for (; turns > 0; turns--)
        if (!work->workload->run(work))
            return 0;
    return 1;
}

int ab_work_is_served(const struct ab_work *work)
{
    const OSSL_PROVIDER *provider = work->cipher != NULL   ? EVP_CIPHER_get0_provider(work->cipher)
                                    : work->digest != NULL ? EVP_MD_get0_provider(work->digest)
                                    : work->mac != NULL    ? EVP_MAC_get0_provider(work->mac)
                                                           : EVP_PKEY_get0_provider(work->key);

    return provider != NULL && strcmp(OSSL_PROVIDER_get0_name(provider), "default") != 0;
}
