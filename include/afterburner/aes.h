/*
 * AES (FIPS 197): keys, the choice of kernels, and the modes of SP 800-38A..F and their relatives.
 *
 * Everything here is constant time with respect to keys, IVs, plaintext and ciphertext; lengths are public, and so is
 * the counter of CTR. Unless a function says otherwise: in and out may be equal or wholly apart, never partly
 * overlapping; no pointer needs any alignment; a length of 0 is allowed, and then in and out are not touched (they may
 * be NULL); 1 is success and 0 failure. Contexts are plain structs that the caller allocates (16-byte aligned) and
 * wipes with their *_wipe function.
 */
#ifndef AFTERBURNER_AES_H
#define AFTERBURNER_AES_H

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_AES_BLOCK = 16,
    AB_AES_MAX_ROUNDS = 14,
    AB_AES_KEY_ROWS = 18, /* round keys of the longest schedules: ARIA's and Camellia's */
    AB_AES_MAX_LANES = 32 /* the most messages in step on any processor: afterburner/aes_batch.h */
};

/* An expanded key. Secret. 16-byte aligned. */
struct ab_aes_key {
    _Alignas(16) uint8_t enc[AB_AES_KEY_ROWS][AB_AES_BLOCK]; /* round keys in the order of encryption */
    _Alignas(16) uint8_t dec[AB_AES_KEY_ROWS][AB_AES_BLOCK]; /* equivalent inverse cipher, FIPS 197 sec. 5.3.5 */
    uint32_t rounds;     /* 10, 12 or 14; for SM4, ARIA and Camellia 2 (one_round_template.h) */
    uint32_t own_rounds; /* of ARIA: 12, 14 or 16; of Camellia a sixth of the rounds, 3 or 4 */
};

/* The kernels of one instruction set: src/kernels/aes/aes_kernels.h. */
struct ab_aes_kernels;

/* Fastest first; a NULL ends the list. On x86-64 there is no portable implementation. */
AB_API const struct ab_aes_kernels *const *ab_aes_list(void);
/* The instruction set that they use: "aesni", "vaes256", "vaes512", or "portable" on other processors. */
AB_API const char *ab_aes_level(const struct ab_aes_kernels *kernels);
/* Return 1 if the processor can run them. */
AB_API int ab_aes_is_usable(const struct ab_aes_kernels *kernels, const struct ab_cpu *cpu);
/* The first usable kernels; NULL on a processor of x86-64 without AES and PCLMULQDQ. */
AB_API const struct ab_aes_kernels *ab_aes_pick(const struct ab_cpu *cpu);

/* ---- ECB, SP 800-38A sec. 6.1, and the key of the modes below ---- */

struct ab_aes_ecb {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
};

/* Expand key (key_len 16, 24 or 32 bytes) for encryption. */
AB_API void ab_aes_ecb_set_key(struct ab_aes_ecb *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Call after set_key and before any decryption in ECB or CBC. */
AB_API void ab_aes_ecb_prepare_decrypt(struct ab_aes_ecb *c);
/* Write num_blocks blocks to out, each the encryption or decryption of one block of in. */
AB_API void ab_aes_ecb_encrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_ecb_decrypt(const struct ab_aes_ecb *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_ecb_wipe(struct ab_aes_ecb *c);

/* ---- CBC, SP 800-38A sec. 6.2, over whole blocks; the key is set with ab_aes_ecb_set_key(&c->aes, ...) ---- */

struct ab_aes_cbc {
    struct ab_aes_ecb aes;
    uint8_t iv[AB_AES_BLOCK]; /* set by the caller; afterwards the previous ciphertext block */
};

/* Process the next num_blocks blocks of the message. */
AB_API void ab_aes_cbc_encrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_cbc_decrypt(struct ab_aes_cbc *c, const uint8_t *in, uint8_t *out, size_t num_blocks);
AB_API void ab_aes_cbc_wipe(struct ab_aes_cbc *c);

/* CBC with ciphertext stealing, addendum to SP 800-38A. CS1 is NIST's first variant, CS3 Kerberos's (RFC 3962). */
enum ab_aes_cts { AB_AES_CTS_CS1, AB_AES_CTS_CS2, AB_AES_CTS_CS3 };

/* Process a whole message of len >= 16 bytes; 0, with nothing done, if it is shorter. */
AB_API int ab_aes_cts_encrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out,
                              size_t len);
AB_API int ab_aes_cts_decrypt(struct ab_aes_cbc *c, enum ab_aes_cts variant, const uint8_t *in, uint8_t *out,
                              size_t len);

/* ---- CFB, SP 800-38A sec. 6.3, with s = 128, 8 and 1, and OFB, sec. 6.4; the key is set as in CBC ---- */

struct ab_aes_feedback {
    struct ab_aes_ecb aes;
    uint8_t reg[AB_AES_BLOCK]; /* the shift register; within a block, its used bytes are ciphertext (CFB) */
    uint32_t used;             /* 0..15: used bytes of reg; always 0 with s = 8 and 1 */
};

/* Start a message. */
AB_API void ab_aes_feedback_set_iv(struct ab_aes_feedback *c, const uint8_t iv[AB_AES_BLOCK]);
/* Each processes the next len bytes of the message. */
AB_API void ab_aes_cfb_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb8_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_cfb8_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_ofb(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);
/* Process the next num_bits bits, highest bit of a byte first; the other bits of the last byte are kept. */
AB_API void ab_aes_cfb1_encrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits);
AB_API void ab_aes_cfb1_decrypt(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t num_bits);
AB_API void ab_aes_feedback_wipe(struct ab_aes_feedback *c);

/* ---- CTR, SP 800-38A sec. 6.5; the whole 16-byte block is one big-endian counter ---- */

struct ab_aes_ctr {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
    uint8_t counter[AB_AES_BLOCK];   /* next counter block */
    uint8_t keystream[AB_AES_BLOCK]; /* of the block in progress; its bytes from `used` on are unused. Secret. */
    uint32_t used;                   /* 0..15; 0: no block in progress */
};

/* Expand key (key_len 16, 24 or 32 bytes); set no counter. */
AB_API void ab_aes_ctr_set_key(struct ab_aes_ctr *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Start a message at this counter block. */
AB_API void ab_aes_ctr_set_iv(struct ab_aes_ctr *c, const uint8_t iv[AB_AES_BLOCK]);
/* Encrypt or decrypt the next len bytes of the message. */
AB_API void ab_aes_ctr_update(struct ab_aes_ctr *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_ctr_wipe(struct ab_aes_ctr *c);

/* ---- XTS, IEEE 1619-2018, SP 800-38E ---- */

struct ab_aes_xts {
    struct ab_aes_key key, tweak_key;
    const struct ab_aes_kernels *kernels;
};

/* Set the two keys of key_len / 2 bytes each; key_len is 32 or 64. The caller checks whether they differ. */
AB_API void ab_aes_xts_set_key(struct ab_aes_xts *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Process one data unit of len >= 16 bytes. The standard allows at most 2^24 bytes. */
AB_API void ab_aes_xts_encrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in,
                               uint8_t *out, size_t len);
AB_API void ab_aes_xts_decrypt(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in,
                               uint8_t *out, size_t len);
AB_API void ab_aes_xts_wipe(struct ab_aes_xts *c);

/* ---- OCB, RFC 7253 ---- */

enum { AB_AES_OCB_NUM_L = 16, AB_AES_OCB_NUM_D = 33, AB_AES_OCB_MAX_NONCE = 15 };

/* The values that depend on the key alone. Secret. */
struct ab_aes_ocb_table {
    _Alignas(16) uint8_t l_star[16], l_dollar[16];
    uint8_t l[AB_AES_OCB_NUM_L][16];
    uint8_t d[2 * AB_AES_OCB_NUM_D]
             [16]; /* d[j] = L_ntz(1) ^ ... ^ L_ntz(j); entries beyond NUM_D are loaded but never used */
};

/* A pass over data or associated data. Secret. */
struct ab_aes_ocb_run {
    uint8_t offset[16]; /* Offset_blocks */
    uint8_t sum[16];    /* checksum, or the sum of HASH */
    uint64_t blocks;    /* whole blocks so far */
};

struct ab_aes_ocb {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
    struct ab_aes_ocb_table table;
    struct ab_aes_ocb_run data, aad;
};

/* Expand key (key_len 16, 24 or 32 bytes) and make the table. Start no message. */
AB_API void ab_aes_ocb_set_key(struct ab_aes_ocb *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Start a message: nonce of 1 to 15 bytes, tag of 1 to 16. */
AB_API void ab_aes_ocb_start(struct ab_aes_ocb *c, const uint8_t *nonce, size_t nonce_len, size_t tag_len);
/*
 * Process the next len bytes of associated data, plaintext or ciphertext. len is a multiple of 16 in every call but
 * the last for that kind of input. Data and associated data may alternate.
 */
AB_API void ab_aes_ocb_aad(struct ab_aes_ocb *c, const uint8_t *aad, size_t len);
AB_API void ab_aes_ocb_encrypt(struct ab_aes_ocb *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_aes_ocb_decrypt(struct ab_aes_ocb *c, const uint8_t *in, uint8_t *out, size_t len);
/* Write the whole tag, whose first tag_len bytes are the message's, and end the message. */
AB_API void ab_aes_ocb_tag(struct ab_aes_ocb *c, uint8_t tag[16]);
AB_API void ab_aes_ocb_wipe(struct ab_aes_ocb *c);

/* ---- CCM, SP 800-38C ---- */

struct ab_aes_ccm {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
    uint8_t counter[AB_AES_BLOCK]; /* A_1 */
    uint8_t first[AB_AES_BLOCK];   /* B_0 */
    uint8_t mac[AB_AES_BLOCK];     /* the chain, if `started`. Secret. */
    int started;                   /* 1 once B_0 is encrypted */
};

/* Expand key (key_len 16, 24 or 32 bytes). Start no message. */
AB_API void ab_aes_ccm_set_key(struct ab_aes_ccm *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/*
 * Start a message of message_len bytes: nonce of 7 to 13 bytes, tag of 4, 6 ... 16. 0 if message_len does not fit the
 * 15 - nonce_len bytes of the length field.
 */
AB_API int ab_aes_ccm_start(struct ab_aes_ccm *c, const uint8_t *nonce, size_t nonce_len, size_t tag_len,
                            uint64_t message_len);
/* Process all of the associated data, before the data. A second call replaces what the first one gave. */
AB_API void ab_aes_ccm_aad(struct ab_aes_ccm *c, const uint8_t *aad, size_t len);
/*
 * Process all of the data (message_len bytes); then write the tag: 16 bytes, of which the first tag_len are the
 * message's.
 */
AB_API void ab_aes_ccm_encrypt(struct ab_aes_ccm *c, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
AB_API void ab_aes_ccm_decrypt(struct ab_aes_ccm *c, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16]);
AB_API void ab_aes_ccm_wipe(struct ab_aes_ccm *c);

/* ---- SIV, RFC 5297 ---- */

struct ab_aes_siv {
    struct ab_aes_key mac_key, ctr_key;
    const struct ab_aes_kernels *kernels;
    uint8_t k1[AB_AES_BLOCK], k2[AB_AES_BLOCK]; /* CMAC subkeys, SP 800-38B sec. 6.1. Secret. */
    uint8_t d[AB_AES_BLOCK];                    /* S2V over the components so far. Secret. */
};

/* key_len 32, 48 or 64: the key of S2V, then that of CTR. Start a message. */
AB_API void ab_aes_siv_set_key(struct ab_aes_siv *c, const struct ab_aes_kernels *kernels, const uint8_t *key,
                               size_t key_len);
/* Add one component of associated data, which may be empty; the nonce, if any, is the last one. */
AB_API void ab_aes_siv_aad(struct ab_aes_siv *c, const uint8_t *aad, size_t len);
/* Encrypt the message; tag receives the synthetic IV. */
AB_API void ab_aes_siv_encrypt(const struct ab_aes_siv *c, const uint8_t *in, uint8_t *out, size_t len,
                               uint8_t tag[AB_AES_BLOCK]);
/* Decrypt; 0 with out zeroed if the tag is wrong. */
AB_API int ab_aes_siv_decrypt(const struct ab_aes_siv *c, const uint8_t *in, uint8_t *out, size_t len,
                              const uint8_t tag[AB_AES_BLOCK]);
AB_API void ab_aes_siv_wipe(struct ab_aes_siv *c);

/* ---- Key wrap: KW and KWP of SP 800-38F, RFC 3394 and RFC 5649 ---- */

struct ab_aes_wrap {
    struct ab_aes_key key;
    const struct ab_aes_kernels *kernels;
    int forward; /* 1: the designated cipher function is AES encryption, as in the RFCs; 0: decryption */
};

enum { AB_AES_WRAP_MAX = 0x7ffffff0 }; /* the most bytes of plaintext */

/* Expand key (key_len 16, 24 or 32 bytes) for wrapping and for unwrapping. */
AB_API void ab_aes_wrap_set_key(struct ab_aes_wrap *c, const struct ab_aes_kernels *kernels, int forward,
                                const uint8_t *key, size_t key_len);
/*
 * KW: len is a multiple of 8 from 16 to AB_AES_WRAP_MAX; write len + 8 bytes to out. iv NULL: A6A6A6A6A6A6A6A6. in and
 * out may be equal, or overlap in any way. Return the number of bytes written, 0 if len is out of range.
 */
AB_API size_t ab_aes_wrap(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out, size_t len);
/* The inverse, len from 24; write len - 8 bytes to out. 0, with out zeroed, if the integrity check fails. */
AB_API size_t ab_aes_unwrap(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out,
                            size_t len);
/* KWP: len from 1 to AB_AES_WRAP_MAX, iv of 4 bytes or NULL for A65959A6; write len rounded up to 8, + 8 bytes. */
AB_API size_t ab_aes_wrap_pad(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out,
                              size_t len);
/*
 * The inverse, len a multiple of 8 from 16. Uses len - 8 bytes of out; returns the number of plaintext bytes among
 * them.
 */
AB_API size_t ab_aes_unwrap_pad(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out,
                                size_t len);
AB_API void ab_aes_wrap_wipe(struct ab_aes_wrap *c);

#ifdef __cplusplus
}
#endif
#endif
