/*
 * AES-CMAC, SP 800-38B and RFC 4493. The rules of afterburner/aes.h hold: constant time, any alignment, lengths in
 * bytes.
 *
 * One message: ab_cmac_start, any number of ab_cmac_update, ab_cmac_final. A key serves any number of messages. Many
 * messages at once: afterburner/aes_batch.h.
 */
#ifndef AFTERBURNER_CMAC_H
#define AFTERBURNER_CMAC_H

#include "afterburner/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A key and its two subkeys, SP 800-38B sec. 6.1. Secret. */
struct ab_cmac_key {
    struct ab_aes_ecb aes;
    uint8_t k1[AB_AES_BLOCK], k2[AB_AES_BLOCK];
};

/* A message in progress. Secret. */
struct ab_cmac {
    struct ab_cmac_key key;
    uint8_t mac[AB_AES_BLOCK];  /* the chain */
    uint8_t last[AB_AES_BLOCK]; /* the last block so far, which the end of the message will mask */
    uint32_t held;              /* bytes of it: 0 to 16 */
};

/* Expand key (key_len 16, 24 or 32 bytes). */
AB_API void ab_cmac_set_key(struct ab_cmac_key *k, const struct ab_aes_kernels *kernels, const uint8_t *key,
                            size_t key_len);
/* Start a message under c->key, which is set. */
AB_API void ab_cmac_start(struct ab_cmac *c);
/* Process the next len bytes. */
AB_API void ab_cmac_update(struct ab_cmac *c, const uint8_t *in, size_t len);
/* End the message; its tag may be truncated to its first bytes. Only ab_cmac_start may follow. */
AB_API void ab_cmac_final(struct ab_cmac *c, uint8_t tag[AB_AES_BLOCK]);
AB_API void ab_cmac_wipe(struct ab_cmac *c);

#ifdef __cplusplus
}
#endif
#endif
