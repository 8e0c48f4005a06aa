/*
 * AES-GCM-SIV, RFC 8452: authenticated encryption that survives a repeated nonce. The rules of afterburner/aes.h hold.
 *
 * The tag depends on the whole plaintext, so a message is one call. The RFC has no keys of 24 bytes; they follow from
 * it as in OpenSSL.
 */
#ifndef AFTERBURNER_AES_GCM_SIV_H
#define AFTERBURNER_AES_GCM_SIV_H

#include "afterburner/aes_gcm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_AES_GCM_SIV_NONCE = 12 };

struct ab_aes_gcm_siv {
    struct ab_aes_key generator; /* the key-generating key */
    struct ab_aes_key key;       /* the message-encryption key */
    struct ab_hash_key hash;     /* of the message-authentication key; as many powers as were needed */
    uint8_t hash_key[AB_AES_BLOCK];
    uint8_t nonce[AB_AES_GCM_SIV_NONCE];
    uint8_t sum[AB_AES_BLOCK];                                            /* POLYVAL of the AAD that has left pending */
    uint8_t pending[(AB_AES_GCM_PENDING + AB_HASH_SLACK) * AB_AES_BLOCK]; /* AAD, zeros up to the block boundary */
    const struct ab_aes_kernels *kernels;
    uint64_t aad_len;
    uint32_t pending_len;
    uint32_t key_len;
};

/* Set the key-generating key of 16, 24 or 32 bytes. */
AB_API void ab_aes_gcm_siv_set_key(struct ab_aes_gcm_siv *g, const struct ab_aes_kernels *kernels, const uint8_t *key,
                                   size_t key_len);
/* Derive the keys of a message, which has no AAD yet. */
AB_API void ab_aes_gcm_siv_set_nonce(struct ab_aes_gcm_siv *g, const uint8_t nonce[AB_AES_GCM_SIV_NONCE]);
/* Add AAD to the message. 0 if it would exceed 2^36 bytes; then nothing is changed. */
AB_API int ab_aes_gcm_siv_aad(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t len);
/* Drop the AAD. */
AB_API void ab_aes_gcm_siv_clear_aad(struct ab_aes_gcm_siv *g);
/* Seal the message; the AAD stays. 0 if len is above 2^36 bytes; then nothing is written. */
AB_API int ab_aes_gcm_siv_seal(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                               uint8_t tag[AB_AES_BLOCK]);
/* Open the message if the tag is right; otherwise return 0 with out zeroed. */
AB_API int ab_aes_gcm_siv_open(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                               const uint8_t tag[AB_AES_BLOCK]);
AB_API void ab_aes_gcm_siv_wipe(struct ab_aes_gcm_siv *g);

#ifdef __cplusplus
}
#endif
#endif
