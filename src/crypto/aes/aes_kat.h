/*
 * Known-answer tests of the AES modes, run at first use and by `afterburner selftest`. Each covers the narrow and the
 * wide paths of the kernels it is given, both directions and all key sizes, in microseconds.
 *
 * The long answers are kept as a 64-bit fold of the output. generate/make_kat.py makes them with an independent
 * implementation; the short ones are published vectors.
 */
#ifndef AB_CRYPTO_AES_KAT_H
#define AB_CRYPTO_AES_KAT_H

#include "afterburner/aes.h"

/* 1 if every answer of these kernels is right. */
typedef int ab_aes_kat_fn(const struct ab_aes_kernels *kernels);

ab_aes_kat_fn ab_aes_ecb_kat, ab_aes_cbc_kat, ab_aes_cbc_cts_kat, ab_aes_cfb_kat, ab_aes_cfb8_kat, ab_aes_cfb1_kat;
ab_aes_kat_fn ab_aes_ofb_kat, ab_aes_ctr_kat, ab_aes_xts_kat, ab_aes_ocb_kat, ab_aes_ccm_kat, ab_aes_siv_kat;
ab_aes_kat_fn ab_aes_wrap_kat, ab_aes_gcm_kat, ab_aes_gcm_siv_kat, ab_aes_cmac_kat, ab_aes_lanes_kat;
ab_aes_kat_fn ab_aes_cbc_hmac_sha1_kat, ab_aes_cbc_hmac_sha256_kat;

/* The same for one key size and its answers. The modes of SM4, ARIA and Camellia have the same tests. */
typedef int ab_kat_check_fn(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer);

ab_kat_check_fn ab_kat_check_ecb, ab_kat_check_cbc, ab_kat_check_cfb, ab_kat_check_cfb8, ab_kat_check_cfb1;
ab_kat_check_fn ab_kat_check_ofb, ab_kat_check_ctr, ab_kat_check_ccm, ab_kat_check_cts;
int ab_kat_check_gcm(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer, uint64_t long_iv_answer);

/* The same of XTS: the functions, and the answers for AB_KAT_LEN bytes and for 31. key_len: both keys. */
struct ab_kat_xts {
    void (*encrypt)(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                    size_t len);
    void (*decrypt)(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in, uint8_t *out,
                    size_t len);
    uint64_t answer, short_answer;
};
int ab_kat_check_xts(const struct ab_aes_kernels *kernels, size_t key_len, const struct ab_kat_xts *x);

enum { AB_KAT_LEN = 1100 }; /* two full batches of the widest level and a tail that is not a multiple of 16 */

/* The fixed test message: byte i is the high byte of (i + 1) * 0x9e3779b1 mod 2^32. */
void ab_kat_message(uint8_t out[AB_KAT_LEN]);
/* Likewise of any length. */
void ab_kat_text(uint8_t *out, size_t len);
/* A fixed test key of len bytes, byte i = 0x40 + i, and likewise IVs, byte i = 0x80 + i. */
void ab_kat_key(uint8_t *out, size_t len);
void ab_kat_iv(uint8_t *out, size_t len);
/*
 * Like FNV-1a of 64 bits, but of words of eight bytes, and of single bytes at the end; after each, h ^= h >> 32. Each
 * step is a bijection, so no single wrong word goes unnoticed.
 */
uint64_t ab_kat_fold(const uint8_t *data, size_t len);

#endif
