/* A random message that fits the mode of a cipher, sealed by the default provider. */
#ifndef AB_TESTS_EVP_MESSAGE_H
#define AB_TESTS_EVP_MESSAGE_H

#include "twin_state.h"

enum { MAX_AAD = 200, MAX_IV = 256 };

struct message {
    uint8_t key[64], iv[MAX_IV], aad[MAX_AAD], plain[TWIN_MAX_IN], sealed[TWIN_MAX_IN], tag[16];
    size_t iv_len, tag_len, aad_len, plain_len, sealed_len;
    unsigned padding;
    const char *variant_param, *variant; /* a parameter of the mode and its value; NULL: the default */
};

/* What a mode requires of the calls. */
struct mode_traits {
    bool aead, one_shot, has_iv_len, has_tag_len, length_first, padded, cts, xts_standard;
    bool whole_blocks;        /* each update takes whole blocks, and there is no padding */
    size_t min_len, multiple; /* of a plaintext that is to be accepted, without padding */
};

struct mode_traits mode_traits(const struct cipher *c);
void message_make(struct message *m, const struct cipher *c, struct random *r, size_t max_len);
/* Fill sealed and tag with the default provider. Returns false if it refuses the message. */
bool message_seal(struct message *m, const struct cipher *c);

#endif
