/*
 * AES modes whose blocks are independent, on several threads where that pays. Each function does what the function of
 * the same name in afterburner/aes.h or afterburner/aes_gcm.h does, for calls of at least AB_POOL_MIN_LEN bytes.
 *
 * The start value of each part (the previous block of ciphertext, the counter, the tweak) is computed and stored before
 * any part begins, because an in-place part overwrites the ciphertext that the next part needs.
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
/* The names in afterburner/sm4.h are ab_sm4_xts_gb_*. */
void ab_split_xts_gb_encrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK],
                             const uint8_t *in, uint8_t *out, size_t len);
void ab_split_xts_gb_decrypt(struct ab_pool *pool, const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK],
                             const uint8_t *in, uint8_t *out, size_t len);

/* Return 1, or 0 without any output, as ab_aes_gcm_encrypt does. */
int ab_split_gcm_encrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);
int ab_split_gcm_decrypt(struct ab_pool *pool, struct ab_aes_gcm *g, const uint8_t *in, uint8_t *out, size_t len);

#endif
