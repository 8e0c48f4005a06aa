/*
 * AES-GCM, SP 800-38D. The rules of afterburner/aes.h hold: constant time, 1 is success, in == out is allowed.
 *
 * One message: ab_aes_gcm_set_iv, any number of ab_aes_gcm_aad, any number of ab_aes_gcm_encrypt (or _decrypt), then
 * ab_aes_gcm_tag. A key serves any number of messages; each needs an IV of its own (SP 800-38D sec. 8).
 */
#ifndef AFTERBURNER_AES_GCM_H
#define AFTERBURNER_AES_GCM_H

#include "afterburner/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_HASH_POWERS = 32,  /* most powers of the hash key, for the widest kernels; narrower ones use the last 8 or 16 */
    AB_HASH_SLACK = 4,    /* blocks that a whole vector may reach past the last one */
    AB_AES_GCM_AHEAD = 4, /* blocks of key stream that are made for short pieces of a message */
    AB_AES_GCM_PENDING = 36 /* most blocks that wait for the hash: a ragged batch of the widest kernels and short AAD */
};

/* Powers of the hash key of GHASH or POLYVAL, made as messages need them: src/kernels/aes/ghash_template.h. Secret. */
struct ab_hash_key {
    _Alignas(64) uint8_t power[AB_HASH_POWERS + AB_HASH_SLACK][AB_AES_BLOCK]; /* H^n at [AB_HASH_POWERS - n] */
    uint8_t folded[AB_HASH_POWERS + AB_HASH_SLACK][AB_AES_BLOCK];             /* sum of the two halves of each */
    size_t num; /* powers H .. H^num are made; public, since it depends on lengths alone */
};

#define AB_AES_GCM_MAX_TEXT (((uint64_t)1 << 36) - 32) /* bytes of a message: SP 800-38D sec. 5.2.1.1 */

struct ab_aes_gcm {
    struct ab_aes_key key;
    struct ab_hash_key hash;
    /* AAD and ciphertext that wait for the hash, zeros up to the block boundary */
    uint8_t pending[(AB_AES_GCM_PENDING + AB_HASH_SLACK) * AB_AES_BLOCK];
    uint8_t counter
        [AB_AES_BLOCK]; /* J0 until the first data, then the counter of the block at text_len / 16; bytes reversed */
    uint8_t sum[AB_AES_BLOCK]; /* GHASH of what has left pending; bytes reversed */
    uint8_t ek0[AB_AES_BLOCK]; /* E(K, J0), once there is data. Secret. */
    const struct ab_aes_kernels *kernels;
    uint64_t aad_len, text_len;
    uint32_t pending_len;
    uint32_t used, made; /* bytes of keystream; if any are made, counter lags and pending lacks its zeros */
    uint8_t keystream[AB_AES_GCM_AHEAD * AB_AES_BLOCK]; /* from the counter on, made for short pieces. Secret. */
};

/* Expand key (key_len 16, 24 or 32 bytes) and compute the hash key. Set no IV. */
AB_API void ab_aes_gcm_set_key(struct ab_aes_gcm *g, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Start a message. iv_len is at least 1; 12 is the fast one. */
AB_API void ab_aes_gcm_set_iv(struct ab_aes_gcm *g, const uint8_t *iv, size_t iv_len);
/* Add AAD. 0 if data has begun or the AAD would exceed 2^61 bytes; then nothing is changed. */
AB_API int ab_aes_gcm_aad(struct ab_aes_gcm *g, const uint8_t *aad, size_t len);
/* Encrypt the next len bytes. 0 if the message would exceed 2^36 - 32 bytes; then nothing is changed. */
AB_API int ab_aes_gcm_encrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
/* Likewise. The plaintext must not be used before the tag is verified. */
AB_API int ab_aes_gcm_decrypt(struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
/* End the message and write its tag, which may be truncated to its first bytes. Only set_iv or set_key may follow. */
AB_API void ab_aes_gcm_tag(struct ab_aes_gcm *g, uint8_t tag[AB_AES_BLOCK]);
/* End the message; 1 if the tag_len (1 to 16) bytes of tag are right. */
AB_API int ab_aes_gcm_check_tag(struct ab_aes_gcm *g, const uint8_t *tag, size_t tag_len);
AB_API void ab_aes_gcm_wipe(struct ab_aes_gcm *g);

#ifdef __cplusplus
}
#endif
#endif
