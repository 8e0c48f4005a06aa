/* A message for a cipher, made at random to fit its mode, and sealed by the default provider. */
#ifndef AB_TESTS_EVP_MESSAGE_H
#define AB_TESTS_EVP_MESSAGE_H

#include "twin.h"

enum { MAX_AAD = 200, MAX_IV = 256 };

struct message {
    uint8_t key[64], iv[MAX_IV], aad[MAX_AAD], plain[TWIN_MAX_IN], sealed[TWIN_MAX_IN], tag[16];
    size_t iv_len, tag_len, aad_len, plain_len, sealed_len;
    unsigned padding;
    const char *cts_mode; /* NULL: as it comes */
};

/* What a mode wants of the calls. */
struct mode_traits {
    bool aead, one_shot, has_iv_len, has_tag_len, length_first, padded, cts;
    bool whole_blocks;        /* in every update, and no padding */
    size_t min_len, multiple; /* of a plaintext that is to succeed, without padding */
};

struct mode_traits mode_traits(const struct cipher *c);
void message_make(struct message *m, const struct cipher *c, struct random *r, size_t max_len);
/* Fills sealed and tag with the default provider. False if it refuses the message. */
bool message_seal(struct message *m, const struct cipher *c);

#endif
