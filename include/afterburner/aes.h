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

/* ---- ECB, SP 800-38A sec. 6.1, and the key of the modes below ---- */

struct ab_aes_ecb {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
};

/* Expands key (key_len 16, 24 or 32 bytes), for encryption. */
AB_API void ab_aes_ecb_set_key(struct ab_aes_ecb *c, const struct ab_aes_kernels *kernels,
                               const uint8_t *key, size_t key_len);
/* After set_key and before any decryption in ECB or CBC. */
AB_API void ab_aes_ecb_prepare_decrypt(struct ab_aes_ecb *c);
AB_API void ab_aes_ecb_encrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_ecb_decrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_ecb_wipe(struct ab_aes_ecb *c);

/* ---- CBC, SP 800-38A sec. 6.2, over whole blocks; the key is set with ab_aes_ecb_set_key(&c->aes, ...) ---- */

struct ab_aes_cbc {
    struct ab_aes_ecb aes;
    uint8_t iv[AB_AES_BLOCK]; /* the caller sets it; then the previous ciphertext block */
};

AB_API void ab_aes_cbc_encrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_cbc_decrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_cbc_wipe(struct ab_aes_cbc *c);

/* CBC with ciphertext stealing, addendum to SP 800-38A. CS1 is NIST's first choice, CS3 that of Kerberos (RFC 3962). */
enum ab_aes_cts { AB_AES_CTS_CS1, AB_AES_CTS_CS2, AB_AES_CTS_CS3 };

/* A whole message of len >= 16 bytes; 0 and nothing done if it is shorter. */
AB_API int ab_aes_cts_encrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out,
                              size_t len);
AB_API int ab_aes_cts_decrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out,
                              size_t len);

/* ---- CFB, SP 800-38A sec. 6.3, with s = 128, 8 and 1, and OFB, sec. 6.4; the key is set as in CBC ---- */

struct ab_aes_feedback {
    struct ab_aes_ecb aes;
    uint8_t reg[AB_AES_BLOCK]; /* the shift register; in a block in progress what is spent of it is ciphertext (CFB) */
    uint32_t used;             /* 0..15: bytes of reg spent; always 0 with s = 8 and 1 */
};

/* Starts a message. */
AB_API void ab_aes_feedback_set_iv(struct ab_aes_feedback *c, const uint8_t iv[AB_AES_BLOCK]);
/* Each takes the next len bytes of the message. */
AB_API void ab_aes_cfb_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb8_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb8_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_ofb(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
/* The next num_bits bits, highest bit of a byte first; the bits of the last byte beyond them are kept as they are. */
AB_API void ab_aes_cfb1_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits);
AB_API void ab_aes_cfb1_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits);
AB_API void ab_aes_feedback_wipe(struct ab_aes_feedback *c);

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
