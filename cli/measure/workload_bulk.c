/* Work on messages: ciphers, digests, HMAC and random bytes. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <string.h>

#include "cli/measure/workload_parts.h"

static const unsigned char key[64] = { 1, 2, 3, 4, [32] = 5 }; /* the halves of a key for XTS must differ */
static const unsigned char iv[16] = { 9 }, header[13] = { 23, 3, 3 };

/* ---- ciphers ---- */

static int fetch_cipher(struct ab_work *w)
{
    w->cipher = EVP_CIPHER_fetch(w->context, w->workload->algorithm, NULL);
    w->cipher_ctx = EVP_CIPHER_CTX_new();
    return w->cipher != NULL && w->cipher_ctx != NULL;
}

int ab_prepare_encrypt(struct ab_work *w)
{
    return fetch_cipher(w) && EVP_EncryptInit_ex2(w->cipher_ctx, w->cipher, key, iv, NULL)
           && EVP_CIPHER_CTX_set_padding(w->cipher_ctx, 0);
}

int ab_prepare_decrypt(struct ab_work *w)
{
    return fetch_cipher(w) && EVP_DecryptInit_ex2(w->cipher_ctx, w->cipher, key, iv, NULL)
           && EVP_CIPHER_CTX_set_padding(w->cipher_ctx, 0);
}

/* Seal a message for ab_run_open to open, time and again. */
int ab_prepare_open(struct ab_work *w)
{
    return ab_prepare_encrypt(w) && ab_run_seal(w) && memcpy(w->in, w->out, w->workload->size) != NULL
           && EVP_DecryptInit_ex2(w->cipher_ctx, w->cipher, key, iv, NULL);
}

/* A message under a new IV, in the direction that was prepared. */
int ab_run_cipher(struct ab_work *w)
{
    int len;

    return EVP_CipherInit_ex2(w->cipher_ctx, NULL, NULL, iv, -1, NULL)
           && EVP_CipherUpdate(w->cipher_ctx, w->out, &len, w->in, (int)w->workload->size);
}

static int run_aead(struct ab_work *w)
{
    int len;

    return EVP_CipherUpdate(w->cipher_ctx, NULL, &len, header, sizeof(header))
           && EVP_CipherUpdate(w->cipher_ctx, w->out, &len, w->in, (int)w->workload->size)
           && EVP_CipherFinal_ex(w->cipher_ctx, w->out + len, &len);
}

/* A record of TLS 1.2 has a header of 13 bytes. */
int ab_run_seal(struct ab_work *w)
{
    return EVP_CipherInit_ex2(w->cipher_ctx, NULL, NULL, iv, -1, NULL) && run_aead(w)
           && EVP_CIPHER_CTX_ctrl(w->cipher_ctx, EVP_CTRL_AEAD_GET_TAG, AB_TAG_BYTES, w->tag) > 0;
}

int ab_run_open(struct ab_work *w)
{
    return EVP_CipherInit_ex2(w->cipher_ctx, NULL, NULL, iv, -1, NULL)
           && EVP_CIPHER_CTX_ctrl(w->cipher_ctx, EVP_CTRL_AEAD_SET_TAG, AB_TAG_BYTES, w->tag) > 0 && run_aead(w);
}

/* ---- digests, HMAC ---- */

int ab_prepare_digest(struct ab_work *w)
{
    w->digest = EVP_MD_fetch(w->context, w->workload->algorithm, NULL);
    w->digest_ctx = EVP_MD_CTX_new();
    return w->digest != NULL && w->digest_ctx != NULL;
}

int ab_run_digest(struct ab_work *w)
{
    unsigned len;

    return EVP_DigestInit_ex2(w->digest_ctx, w->digest, NULL)
           && EVP_DigestUpdate(w->digest_ctx, w->in, w->workload->size)
           && EVP_DigestFinal_ex(w->digest_ctx, w->out, &len);
}

/* As Python's hashlib does: a context for each message, and a copy of it for the end. */
int ab_run_copied_digest(struct ab_work *w)
{
    EVP_MD_CTX *start = EVP_MD_CTX_new(), *end = EVP_MD_CTX_new();
    unsigned len;
    int ok = start != NULL && end != NULL && EVP_DigestInit_ex2(start, w->digest, NULL)
             && EVP_DigestUpdate(start, w->in, w->workload->size) && EVP_MD_CTX_copy_ex(end, start)
             && EVP_DigestFinal_ex(end, w->out, &len);

    EVP_MD_CTX_free(start);
    EVP_MD_CTX_free(end);
    return ok;
}

/* In one call, which fetches the algorithm each time. */
int ab_run_fetched_digest(struct ab_work *w)
{
    size_t len;

    return EVP_Q_digest(w->context, w->workload->algorithm, NULL, w->in, w->workload->size, w->out, &len);
}

int ab_prepare_hmac(struct ab_work *w)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)w->workload->algorithm, 0),
                            OSSL_PARAM_END };

    w->mac = EVP_MAC_fetch(w->context, "HMAC", NULL);
    w->mac_ctx = w->mac == NULL ? NULL : EVP_MAC_CTX_new(w->mac);
    return w->mac_ctx != NULL && EVP_MAC_CTX_set_params(w->mac_ctx, params);
}

int ab_run_hmac(struct ab_work *w)
{
    size_t len;

    return EVP_MAC_init(w->mac_ctx, key, 32, NULL) && EVP_MAC_update(w->mac_ctx, w->in, w->workload->size)
           && EVP_MAC_final(w->mac_ctx, w->out, &len, sizeof(w->out));
}

int ab_run_fetched_hmac(struct ab_work *w)
{
    size_t len;

    return EVP_Q_mac(w->context, "HMAC", NULL, w->workload->algorithm, NULL, key, 32, w->in, w->workload->size, w->out,
                     sizeof(w->out), &len)
           != NULL;
}

/* ---- random bytes ---- */

/* The generator is of the default provider and runs on this cipher, which it fetches; whose that is counts. */
int ab_prepare_random(struct ab_work *w)
{
    w->cipher = EVP_CIPHER_fetch(w->context, w->workload->algorithm, NULL);
    return w->cipher != NULL;
}

int ab_run_random(struct ab_work *w)
{
    return RAND_bytes_ex(w->context, w->out, w->workload->size, 0) > 0;
}
