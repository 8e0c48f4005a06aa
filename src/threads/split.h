/*
 * The modes of AES whose blocks do not wait for each other, on several threads if that pays: each function does what
 * the one of afterburner/aes.h does that it is named after. For calls of AB_POOL_MIN_LEN and more.
 *
 * What a part needs of the parts before it (the block of ciphertext, the counter, the tweak) is known before they
 * begin; it is written down first, since in place the ciphertext of one part is gone when the next begins.
 */
#ifndef AB_THREADS_SPLIT_H
#define AB_THREADS_SPLIT_H

#include "afterburner/aes.h"
#include "afterburner/aes_gcm.h"
#include "threads/pool.h"

void ab_split_ecb_encrypt(struct ab_pool *pool, const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks);
void ab_split_ecb_decrypt(struct ab_pool *pool, const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks);
void ab_split_cbc_decrypt(struct ab_pool *pool, struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out,
                          size_t num_blocks);
void ab_split_cfb_decrypt(struct ab_pool *pool, struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
void ab_split_ctr(struct ab_pool *pool, struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len);
void ab_split_xts_encrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK],
                          const uint8_t *in, uint8_t *out, size_t len);
void ab_split_xts_decrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK],
                          const uint8_t *in, uint8_t *out, size_t len);

/* 1, or 0 and nothing done, as ab_aes_gcm_encrypt. */
int ab_split_gcm_encrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
int ab_split_gcm_decrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);

#endif
