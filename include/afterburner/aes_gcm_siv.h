/*
 * AES-GCM-SIV, RFC 8452: authenticated encryption that survives a repeated nonce. The rules of afterburner/aes.h hold.
 *
 * The tag depends on the whole plaintext, so a message is one call. Keys of 24 bytes are not of the RFC but follow from
 * it as OpenSSL has them.
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
    uint32_t has_powers; /* all of them are made */
};

/* Sets the key-generating key of 16, 24 or 32 bytes. */
AB_API void ab_aes_gcm_siv_set_key(struct ab_aes_gcm_siv *g, const struct ab_aes_kernels *kernels, const uint8_t *key,
                                   size_t key_len);
/* Derives the keys of a message, without AAD so far. */
AB_API void ab_aes_gcm_siv_set_nonce(struct ab_aes_gcm_siv *g, const uint8_t nonce[AB_AES_GCM_SIV_NONCE]);
/* More AAD for the message. 0 if it would pass 2^36 bytes; nothing is changed then. */
AB_API int ab_aes_gcm_siv_aad(struct ab_aes_gcm_siv *g, const uint8_t *aad, size_t len);
/* Takes the AAD back. */
AB_API void ab_aes_gcm_siv_clear_aad(struct ab_aes_gcm_siv *g);
/* The message; the AAD stays. 0 if len is above 2^36 bytes; nothing is written then. */
AB_API int ab_aes_gcm_siv_seal(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                               uint8_t tag[AB_AES_BLOCK]);
/* The message, if the tag is right; otherwise 0, and out is zeroed. */
AB_API int ab_aes_gcm_siv_open(struct ab_aes_gcm_siv *g, const uint8_t *in, uint8_t *out, size_t len,
                               const uint8_t tag[AB_AES_BLOCK]);
AB_API void ab_aes_gcm_siv_wipe(struct ab_aes_gcm_siv *g);

#ifdef __cplusplus
}
#endif
#endif
