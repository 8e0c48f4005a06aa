/*
 * ARIA (RFC 5794), a block cipher with blocks of 16 bytes and keys of 16, 24 or 32. Its modes are those of
 * afterburner/aes.h and afterburner/aes_gcm.h: ab_aes_ecb_*, ab_aes_cbc_*, ab_aes_feedback_*, ab_aes_cfb*,
 * ab_aes_ofb, ab_aes_ctr_*, ab_aes_ccm_* and ab_aes_gcm_* with the kernels below are ARIA in that mode, with the same
 * contract. Other modes are not supported.
 */
#ifndef AFTERBURNER_ARIA_H
#define AFTERBURNER_ARIA_H

#include "afterburner/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fastest first; a NULL ends the list. There is no portable implementation. ab_aes_level and ab_aes_is_usable take
 * these kernels too.
 */
AB_API const struct ab_aes_kernels *const *ab_aria_list(void);

#ifdef __cplusplus
}
#endif
#endif
