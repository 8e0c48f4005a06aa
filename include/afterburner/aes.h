/*
 * AES (FIPS 197): keys, the choice of kernels, and the modes of SP 800-38A..F and their relatives.
 *
 * Everything here is constant time with respect to keys, IVs, plaintext and ciphertext; lengths are public.
 * Unless a function says otherwise: in and out may be equal or wholly apart, never partly overlapping; no pointer needs
 * any alignment; a length of 0 is allowed, and then in and out are not touched (they may be NULL); 1 is success and 0
 * failure. Contexts are plain structs that the caller allocates (16-byte aligned) and wipes with their *_wipe function.
 */
#ifndef AFTERBURNER_AES_H
#define AFTERBURNER_AES_H

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_AES_BLOCK = 16, AB_AES_MAX_ROUNDS = 14 };

/* An expanded key. Secret. 16-byte aligned. */
struct ab_aes_key {
    _Alignas(16) uint8_t enc[AB_AES_MAX_ROUNDS + 1][AB_AES_BLOCK]; /* round keys in the order of encryption */
    _Alignas(16) uint8_t dec[AB_AES_MAX_ROUNDS + 1][AB_AES_BLOCK]; /* equivalent inverse cipher, FIPS 197 sec. 5.3.5 */
    uint32_t rounds;                                                /* 10, 12 or 14 */
};

/* The kernels of one level: src/kernels/aes/aes_kernels.h. */
struct ab_aes_kernels;

/* The kernels of the highest level that is at most `level`; NULL if that is below AB_LEVEL_AESNI. */
AB_API const struct ab_aes_kernels *ab_aes_pick(enum ab_level level);

/* The level of a set of kernels. */
AB_API enum ab_level ab_aes_level(const struct ab_aes_kernels *kernels);

/* ---- CTR, SP 800-38A sec. 6.5; the whole 16-byte block is one big-endian counter ---- */

struct ab_aes_ctr {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
    uint8_t counter[AB_AES_BLOCK];   /* next counter block */
    uint8_t keystream[AB_AES_BLOCK]; /* of the block in progress; its bytes from `used` on are unspent. Secret. */
    uint32_t used;                   /* 0..15; 0: no block in progress */
};

/* Expands key (key_len 16, 24 or 32 bytes); no counter is set. */
AB_API void ab_aes_ctr_set_key(struct ab_aes_ctr *c, const struct ab_aes_kernels *kernels,
                               const uint8_t *key, size_t key_len);
/* Starts a message at this counter block. */
AB_API void ab_aes_ctr_set_iv(struct ab_aes_ctr *c, const uint8_t iv[AB_AES_BLOCK]);
/* Encrypts or decrypts the next len bytes of the message. */
AB_API void ab_aes_ctr_update(struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_ctr_wipe(struct ab_aes_ctr *c);

#ifdef __cplusplus
}
#endif
#endif
