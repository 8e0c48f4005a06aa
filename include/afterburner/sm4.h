/*
 * SM4 (GB/T 32907-2016, RFC 8998 appendix A.1.1), a block cipher with blocks and keys of 16 bytes. Its modes are those
 * of afterburner/aes.h and afterburner/aes_gcm.h: ab_aes_ecb_*, ab_aes_cbc_*, ab_aes_feedback_*, ab_aes_cfb_encrypt,
 * ab_aes_cfb_decrypt, ab_aes_ofb, ab_aes_ctr_*, ab_aes_xts_*, ab_aes_ccm_* and ab_aes_gcm_* with the kernels below and
 * key_len 16 (XTS: 32) are SM4 in that mode, with the same contract. Other modes are not supported.
 */
#ifndef AFTERBURNER_SM4_H
#define AFTERBURNER_SM4_H

#include "afterburner/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fastest first; a NULL ends the list. There is no portable implementation. ab_aes_level and ab_aes_is_usable take
 * these kernels too.
 */
AB_API const struct ab_aes_kernels *const *ab_sm4_list(void);

/*
 * XTS of GB/T 17964-2021, whose tweaks read the bits of a byte in the other order than those of IEEE 1619. Otherwise as
 * ab_aes_xts_encrypt and ab_aes_xts_decrypt; c is set by ab_aes_xts_set_key with kernels of SM4.
 */
AB_API void ab_sm4_xts_gb_encrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in,
                                  uint8_t *out, size_t len);
AB_API void ab_sm4_xts_gb_decrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in,
                                  uint8_t *out, size_t len);

#ifdef __cplusplus
}
#endif
#endif
