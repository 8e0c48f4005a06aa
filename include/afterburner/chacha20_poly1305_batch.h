/*
 * Many messages of ChaCha20-Poly1305 or XChaCha20-Poly1305 in one call, each under a key of its own or the same one.
 * The key stream of several short messages is computed in step, eight blocks with AVX2 and 32 with AVX-512, so that a
 * message takes as long as its blocks instead of as long as a whole vector of them. Messages of more than
 * AB_CHACHA20_POLY1305_SHORT bytes fill vectors by themselves and are processed one by one.
 *
 *     struct ab_chacha20_poly1305_message messages[NUM] = { { key, nonce, aad, aad_len, in, out, len, tag, 0 }, ... };
 *
 *     ab_chacha20_poly1305_seal_many(kernels, messages, NUM)
 *
 * Memory     Nothing is allocated; a call takes up to 24 KB of the stack. in and out of a message may be the same
 *            address; otherwise no output overlaps anything else of the call. Pointers may be NULL where the length is
 *            0.
 * Secrecy    as chacha20_poly1305.h has it. The numbers and lengths of messages are public.
 */
#ifndef AFTERBURNER_CHACHA20_POLY1305_BATCH_H
#define AFTERBURNER_CHACHA20_POLY1305_BATCH_H

#include "afterburner/chacha20_poly1305.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_CHACHA20_POLY1305_SHORT = 256 };

struct ab_chacha20_poly1305_message {
    const uint8_t *key;   /* AB_CHACHA20_KEY_LEN bytes */
    const uint8_t *nonce; /* AB_CHACHA20_POLY1305_NONCE_LEN bytes, or AB_XCHACHA20_NONCE_LEN */
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *in;
    uint8_t *out; /* len bytes, as in */
    size_t len;
    uint8_t *tag; /* AB_POLY1305_TAG_LEN bytes: sealing writes them, opening compares them */
    int ok; /* the result: 0 if the tag is wrong, and then out is zeros, or the text too long, and out is untouched */
};

/* Set ok of each message; return 1 if all are. */
AB_API int ab_chacha20_poly1305_seal_many(const struct ab_chacha_kernels *kernels,
                                          struct ab_chacha20_poly1305_message messages[], size_t num);
AB_API int ab_chacha20_poly1305_open_many(const struct ab_chacha_kernels *kernels,
                                          struct ab_chacha20_poly1305_message messages[], size_t num);
/* The same with nonces of AB_XCHACHA20_NONCE_LEN bytes. */
AB_API int ab_xchacha20_poly1305_seal_many(const struct ab_chacha_kernels *kernels,
                                           struct ab_chacha20_poly1305_message messages[], size_t num);
AB_API int ab_xchacha20_poly1305_open_many(const struct ab_chacha_kernels *kernels,
                                           struct ab_chacha20_poly1305_message messages[], size_t num);

#ifdef __cplusplus
}
#endif
#endif
