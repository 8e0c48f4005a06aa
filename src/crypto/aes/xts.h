/* Data units of XTS under one tweak, which the first of them encrypts. */
#ifndef AB_CRYPTO_AES_XTS_H
#define AB_CRYPTO_AES_XTS_H

#include <stdbool.h>
#include <string.h>

#include "afterburner/aes.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

struct ab_xts_tweak {
    uint8_t block[AB_AES_BLOCK]; /* secret once encrypted */
    bool is_encrypted;
};

static inline void ab_xts_set_tweak(struct ab_xts_tweak *t, const uint8_t iv[AB_AES_BLOCK])
{
    memcpy(t->block, iv, AB_AES_BLOCK);
    t->is_encrypted = false;
}

/* Process a data unit by a kernel of c->kernels. */
static inline void ab_xts_unit(const struct ab_aes_xts *c, ab_xts_fn *kernel, struct ab_xts_tweak *t, const uint8_t *in,
                               uint8_t *out, size_t len)
{
    kernel(&c->key, t->is_encrypted ? NULL : &c->tweak_key, t->block, in, out, len);
    t->is_encrypted = true;
}

/* The same with a tweak that serves this unit alone. */
static inline void ab_xts_lone_unit(const struct ab_aes_xts *c, ab_xts_fn *kernel, const uint8_t iv[AB_AES_BLOCK],
                                    const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_xts_tweak t;

    ab_xts_set_tweak(&t, iv);
    ab_xts_unit(c, kernel, &t, in, out, len);
    ab_wipe(&t, sizeof(t));
}

#endif
