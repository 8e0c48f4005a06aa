/* Find which provider serves each part of a connection. */
#include "path.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <string.h>

static void set(char *name, const OSSL_PROVIDER *provider)
{
    if (provider != NULL)
        snprintf(name, LAB_NAME_LEN, "%s", OSSL_PROVIDER_get0_name(provider));
}

static void find_exchange(char *name, OSSL_LIB_CTX *libctx, const struct lab_suite *suite)
{
    EVP_PKEY *key = lab_key_generate(libctx, &suite->exchange);
    EVP_PKEY_CTX *ctx = key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(libctx, key, NULL);

    if (ctx != NULL && (EVP_PKEY_derive_init(ctx) > 0 || EVP_PKEY_encapsulate_init(ctx, NULL) > 0))
        set(name, EVP_PKEY_CTX_get0_provider(ctx));
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
}

static void find_decryption(char *name, OSSL_LIB_CTX *libctx, SSL *server)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(libctx, SSL_get_privatekey(server), NULL);

    if (ctx != NULL && EVP_PKEY_decrypt_init(ctx) > 0)
        set(name, EVP_PKEY_CTX_get0_provider(ctx));
    EVP_PKEY_CTX_free(ctx);
}

static void find_signature(char *name, OSSL_LIB_CTX *libctx, SSL *server)
{
    EVP_PKEY *key = SSL_get_privatekey(server);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *signing = NULL;
    int nid = NID_undef;
    const char *digest = SSL_get_signature_nid(server, &nid) && nid != NID_undef ? OBJ_nid2sn(nid) : NULL;

    if (ctx != NULL && key != NULL && EVP_DigestSignInit_ex(ctx, &signing, digest, libctx, NULL, key, NULL))
        set(name, EVP_PKEY_CTX_get0_provider(signing));
    EVP_MD_CTX_free(ctx);
}

/* With encrypt-then-MAC off, libssl uses CBC and HMAC as one cipher if there is one. */
static EVP_CIPHER *fetch_cipher(OSSL_LIB_CTX *libctx, const SSL_CIPHER *cipher)
{
    const char *name = OBJ_nid2sn(SSL_CIPHER_get_cipher_nid(cipher)),
               *digest = OBJ_nid2sn(SSL_CIPHER_get_digest_nid(cipher));
    char joint[LAB_NAME_LEN];
    EVP_CIPHER *found = NULL;

    if (!SSL_CIPHER_is_aead(cipher)) {
        snprintf(joint, sizeof(joint), "%s-HMAC-%s", name, digest);
        found = EVP_CIPHER_fetch(libctx, joint, NULL);
    }
    return found != NULL ? found : EVP_CIPHER_fetch(libctx, name, NULL);
}

static void find_cipher(char *name, OSSL_LIB_CTX *libctx, const SSL_CIPHER *cipher)
{
    EVP_CIPHER *fetched = fetch_cipher(libctx, cipher);

    if (fetched != NULL)
        set(name, EVP_CIPHER_get0_provider(fetched));
    EVP_CIPHER_free(fetched);
}

static void find_digest(char *name, OSSL_LIB_CTX *libctx, const SSL_CIPHER *cipher)
{
    const EVP_MD *md = SSL_CIPHER_get_handshake_digest(cipher);
    EVP_MD *fetched = md == NULL ? NULL : EVP_MD_fetch(libctx, EVP_MD_get0_name(md), NULL);

    if (fetched != NULL)
        set(name, EVP_MD_get0_provider(fetched));
    EVP_MD_free(fetched);
}

static void find_derivation(char *name, OSSL_LIB_CTX *libctx, int version)
{
    EVP_KDF *fetched = EVP_KDF_fetch(libctx, version == TLS1_3_VERSION ? "TLS13-KDF" : "TLS1-PRF", NULL);

    if (fetched != NULL)
        set(name, EVP_KDF_get0_provider(fetched));
    EVP_KDF_free(fetched);
}

void lab_path_find(struct lab_path *path, const struct lab_side *side, const struct lab_suite *suite, SSL *server)
{
    const SSL_CIPHER *cipher = SSL_get_current_cipher(server);
    int resumed = SSL_session_reused(server);

    memset(path, 0, sizeof(*path));
    if (!resumed && lab_suite_is_transport(suite))
        find_decryption(path->exchange, side->libctx, server);
    else if (!resumed || suite->version == TLS1_3_VERSION) /* libssl also exchanges keys when it resumes: psk_dhe_ke */
        find_exchange(path->exchange, side->libctx, suite);
    if (!resumed && !lab_suite_is_transport(suite))
        find_signature(path->signature, side->libctx, server);
    find_cipher(path->cipher, side->libctx, cipher);
    find_digest(path->digest, side->libctx, cipher);
    find_derivation(path->derivation, side->libctx, suite->version);
    ERR_clear_error();
}
