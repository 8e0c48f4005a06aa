/*
 * ChaCha20, Poly1305 and ChaCha20-Poly1305, RFC 8439; XChaCha20-Poly1305, draft-irtf-cfrg-xchacha-03. Many short
 * messages at once: chacha20_poly1305_batch.h.
 *
 * What all functions have in common:
 *
 * Contexts   Flat structs without pointers to memory of their own: a copy is a duplicate, also in mid-stream. Members
 *            are private to the library. No alignment beyond the type's.
 * Time       depends on lengths alone. Keys, nonces, counters, text, associated data and tags are secret.
 * Memory     in and out may be the same address; otherwise they do not overlap. Nothing beyond the lengths is touched.
 *            Pointers may be NULL where the length is 0. No alignment is needed.
 * Speed      An update is fast if it is the whole message: one pass encrypts and authenticates. Splits at any byte are
 *            right. Once a message comes in short pieces, key stream is made ahead, at most as much as was used before.
 * Wiping     ..._wipe clears the whole context. The secrets of a message alone (key stream, one-time key, accumulator)
 *            are cleared when its tag is computed.
 */
#ifndef AFTERBURNER_CHACHA20_POLY1305_H
#define AFTERBURNER_CHACHA20_POLY1305_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_CHACHA20_KEY_LEN = 32,
    AB_CHACHA20_IV_LEN = 16, /* counter and nonce */
    AB_CHACHA20_BLOCK = 64,
    AB_POLY1305_KEY_LEN = 32,
    AB_POLY1305_BLOCK = 16,
    AB_POLY1305_TAG_LEN = 16,
    AB_CHACHA20_POLY1305_NONCE_LEN = 12,
    AB_XCHACHA20_NONCE_LEN = 24,
    AB_HCHACHA20_NONCE_LEN = 16,
    AB_CHACHA20_POLY1305_PENDING = 64, /* bytes of AAD that wait for the text */
    AB_CHACHA20_POLY1305_AHEAD = 1024  /* bytes of key stream that a context has room for */
};

#define AB_CHACHA20_POLY1305_MAX_TEXT (((uint64_t)1 << 38) - 64) /* bytes of a message: RFC 8439 sec. 2.8 */

/* ---- implementations: the same list for all three ---- */

struct ab_chacha_kernels;

/* Fastest first, portable last, NULL at the end. */
AB_API const struct ab_chacha_kernels *const *ab_chacha_list(void);
AB_API const char *ab_chacha_level(const struct ab_chacha_kernels *k);
/* 1: OpenSSL's own ChaCha20-Poly1305 is faster on this processor, or may be. */
AB_API int ab_chacha_is_slow(const struct ab_chacha_kernels *k, const struct ab_cpu *cpu);
AB_API int ab_chacha_is_usable(const struct ab_chacha_kernels *k, const struct ab_cpu *cpu);
/* Return the first that this processor can run. */
AB_API const struct ab_chacha_kernels *ab_chacha_pick(const struct ab_cpu *cpu);

/* ---- ChaCha20 ---- */

struct ab_chacha20 {
    const struct ab_chacha_kernels *kernels;
    uint32_t key[8];
    uint32_t counter[4];                  /* words 12 to 15 of the next block */
    uint8_t keystream[AB_CHACHA20_BLOCK]; /* the last num_left bytes are unused so far */
    uint32_t num_left;
};

/* Set the key, and the IV to zeros. */
AB_API void ab_chacha20_set_key(struct ab_chacha20 *c, const struct ab_chacha_kernels *kernels,
                                const uint8_t key[AB_CHACHA20_KEY_LEN]);
/*
 * Start a stream. The IV is words 12 to 15 of the first block, little-endian: for RFC 8439 the 32-bit counter and the
 * nonce of 12 bytes, for the original ChaCha a 64-bit counter and a nonce of 8 bytes. After block 2^32 - 1 the counter
 * carries into the second word, as in OpenSSL and the original ChaCha, and after 2^64 - 1 it starts from 0.
 */
AB_API void ab_chacha20_set_iv(struct ab_chacha20 *c, const uint8_t iv[AB_CHACHA20_IV_LEN]);
/* out := in + the next len bytes of the key stream. */
AB_API void ab_chacha20_update(struct ab_chacha20 *c, const uint8_t *in, uint8_t *out, size_t len);
AB_API void ab_chacha20_wipe(struct ab_chacha20 *c);

/* ---- Poly1305 ---- */

/* An accumulator under a one-time key. src/kernels/chacha/chacha_kernels.h states the bounds of its limbs. Secret. */
struct ab_poly1305_state {
    uint64_t h[3];       /* the accumulator: h[0] + 2^64 h[1] + 2^128 h[2] */
    uint64_t r[2];       /* the clamped multiplier */
    uint64_t s[2];       /* what is added at the end */
    uint64_t powers[44]; /* of r, in the form that a kernel keeps them in, if has_powers */
    uint64_t has_powers;
};

struct ab_poly1305 {
    const struct ab_chacha_kernels *kernels;
    struct ab_poly1305_state state;
    uint8_t pending[AB_POLY1305_BLOCK]; /* a partial block of pending_len bytes */
    uint32_t pending_len;
};

/* Start a message under this key, which must serve for one message alone. */
AB_API void ab_poly1305_set_key(struct ab_poly1305 *p, const struct ab_chacha_kernels *kernels,
                                const uint8_t key[AB_POLY1305_KEY_LEN]);
AB_API void ab_poly1305_update(struct ab_poly1305 *p, const uint8_t *in, size_t len);
/* Write the tag and wipe the context; only set_key may follow. */
AB_API void ab_poly1305_final(struct ab_poly1305 *p, uint8_t tag[AB_POLY1305_TAG_LEN]);
AB_API void ab_poly1305_wipe(struct ab_poly1305 *p);

/* ---- ChaCha20-Poly1305 ---- */

/*
 * One message: ab_chacha20_poly1305_set_nonce, any number of ..._aad, any number of ..._encrypt (or ..._decrypt), then
 * ..._tag or ..._check_tag. A key serves any number of messages, each with a nonce of its own.
 */
struct ab_chacha20_poly1305 {
    struct ab_poly1305_state mac; /* once is_keyed */
    uint32_t key[8];
    uint32_t counter[4]; /* words 12 to 15 of the next block to be made: the counter is 0 until is_keyed */
    const struct ab_chacha_kernels *kernels;
    uint64_t aad_len, text_len;
    uint32_t used, made; /* bytes of keystream */
    uint32_t pending_len;
    uint32_t is_keyed; /* 1: the block of counter 0 was computed, and mac has the message's one-time key */
    /* What waits for the MAC: AAD before the text, then ciphertext; at the end the lengths. */
    uint8_t pending[AB_CHACHA20_POLY1305_AHEAD + AB_POLY1305_BLOCK];
    uint8_t keystream[AB_CHACHA20_POLY1305_AHEAD];
};

/* Set the key. A nonce must follow. */
AB_API void ab_chacha20_poly1305_set_key(struct ab_chacha20_poly1305 *c, const struct ab_chacha_kernels *kernels,
                                         const uint8_t key[AB_CHACHA20_KEY_LEN]);
/* Start a message. (OpenSSL pads shorter nonces with zeros on the left; that is the caller's task.) */
AB_API void ab_chacha20_poly1305_set_nonce(struct ab_chacha20_poly1305 *c,
                                           const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN]);
/* Add associated data. 0 if text has begun; then nothing is changed. */
AB_API int ab_chacha20_poly1305_aad(struct ab_chacha20_poly1305 *c, const uint8_t *aad, size_t len);
/* Encrypt the next len bytes. 0 if the message would exceed AB_CHACHA20_POLY1305_MAX_TEXT; then nothing is changed. */
AB_API int ab_chacha20_poly1305_encrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len);
/* Likewise. The plaintext must not be used before the tag is verified. */
AB_API int ab_chacha20_poly1305_decrypt(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len);
/*
 * End the message and write its tag, which may be truncated to its first bytes. Only set_nonce, set_key or wipe may
 * follow.
 */
AB_API void ab_chacha20_poly1305_tag(struct ab_chacha20_poly1305 *c, uint8_t tag[AB_POLY1305_TAG_LEN]);
/* End the message; 1 if the tag_len (1 to 16) bytes of tag are right. They are compared in constant time. */
AB_API int ab_chacha20_poly1305_check_tag(struct ab_chacha20_poly1305 *c, const uint8_t *tag, size_t tag_len);
AB_API void ab_chacha20_poly1305_wipe(struct ab_chacha20_poly1305 *c);

/*
 * A whole message, such as a record of TLS with its 13 (TLS 1.2) or 5 bytes (1.3) of AAD: set_nonce, aad, encrypt and
 * tag. 0 if the text is too long; then out and tag are not touched.
 */
AB_API int ab_chacha20_poly1305_seal(struct ab_chacha20_poly1305 *c,
                                     const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN], const uint8_t *aad,
                                     size_t aad_len, const uint8_t *in, uint8_t *out, size_t len,
                                     uint8_t tag[AB_POLY1305_TAG_LEN]);
/*
 * The inverse: 1 if the tag_len (1 to 16) bytes of tag are right. Otherwise, or if the text is too long, 0; a wrong tag
 * leaves zeros in out.
 */
AB_API int ab_chacha20_poly1305_open(struct ab_chacha20_poly1305 *c,
                                     const uint8_t nonce[AB_CHACHA20_POLY1305_NONCE_LEN], const uint8_t *aad,
                                     size_t aad_len, const uint8_t *in, uint8_t *out, size_t len, const uint8_t *tag,
                                     size_t tag_len);

/* ---- XChaCha20-Poly1305 ---- */

/* HChaCha20 (draft sec. 2.2): a key from a key and a nonce. */
AB_API void ab_hchacha20(const struct ab_chacha_kernels *kernels, const uint8_t key[AB_CHACHA20_KEY_LEN],
                         const uint8_t nonce[AB_HCHACHA20_NONCE_LEN], uint8_t out[AB_CHACHA20_KEY_LEN]);
/*
 * Start a message of XChaCha20-Poly1305 (draft sec. 2.3): ChaCha20-Poly1305 under a key that the first 16 bytes of the
 * nonce derive. ..._aad, ..._encrypt and so on process it. Nonces of this length may be random.
 */
AB_API void ab_xchacha20_poly1305_start(struct ab_chacha20_poly1305 *c, const struct ab_chacha_kernels *kernels,
                                        const uint8_t key[AB_CHACHA20_KEY_LEN],
                                        const uint8_t nonce[AB_XCHACHA20_NONCE_LEN]);

#ifdef __cplusplus
}
#endif
#endif
