/*
 * Camellia (RFC 3713), a block cipher with blocks of 16 bytes and keys of 16, 24 or 32. Its modes are those of
 * afterburner/aes.h: ab_aes_ecb_*, ab_aes_cbc_*, ab_aes_cts_*, ab_aes_feedback_*, ab_aes_cfb*, ab_aes_ofb and
 * ab_aes_ctr_* with the kernels below are Camellia in that mode, with the same contract. Other modes are not supported.
 */
#ifndef AFTERBURNER_CAMELLIA_H
#define AFTERBURNER_CAMELLIA_H

#include "afterburner/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fastest first; a NULL ends the list. All need GFNI. ab_aes_level and ab_aes_is_usable take these kernels too. One
 * block takes about 300 cycles on a Zen 5, more than by OpenSSL's tables, and 177 on a Zen 4, fewer than by these.
 */
AB_API const struct ab_aes_kernels *const *ab_camellia_list(void);

#ifdef __cplusplus
}
#endif
#endif
