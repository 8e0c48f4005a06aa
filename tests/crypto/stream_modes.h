/*
 * The unauthenticated modes of the crypto layer, in one shape for modes_suite.c. To add a mode, write three adapters
 * and a row.
 */
#ifndef AB_TESTS_STREAM_MODES_H
#define AB_TESTS_STREAM_MODES_H

#include "afterburner/aes.h"
#include "kernels/aes/aes_reference.h"

enum { MAX_CONTEXT = 8192 };

struct message_key {
    const uint8_t *key, *iv; /* iv: 16 bytes */
    size_t key_len;          /* of one key; XTS takes two */
    enum ab_ref_cipher cipher;
};

struct stream_mode {
    const char *name;
    void (*start)(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt);
    void (*update)(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len);
    void (*wipe)(void *context);
    void (*reference)(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len);
    size_t context_len;
    size_t unit; /* updates are multiples of it; 0: the message comes in one update */
    size_t min_len;
    size_t long_len; /* every length up to it is tested */
    size_t key_lens; /* bits 0, 1, 2: the key may have 16, 24, 32 bytes */
    int public_iv;   /* time may depend on the IV (docs/constant-time.md) */
};

extern const struct stream_mode stream_modes[];
extern const size_t num_stream_modes;

#endif
