/* Data units of XTS under one tweak, which the first of them encrypts. */
#ifndef AB_CRYPTO_AES_XTS_H
#define AB_CRYPTO_AES_XTS_H

#include <stdbool.h>
#include <string.h>

#include "afterburner/aes.h"
#include "ct/ct.h"

struct ab_xts_tweak {
    uint8_t block[AB_AES_BLOCK]; /* secret once encrypted */
    bool is_encrypted;
};

static inline void ab_xts_set_tweak(struct ab_xts_tweak *t, const uint8_t iv[AB_AES_BLOCK])
{
    memcpy(t->block, iv, AB_AES_BLOCK);
    t->is_encrypted = false;
}

/* The key that the tweak is yet to be encrypted with; NULL: with none. */
static inline const struct ab_aes_key *ab_xts_tweak_key(const struct ab_aes_xts *c, const struct ab_xts_tweak *t)
{
    return t->is_encrypted ? NULL : &c->tweak_key;
}

/* The same as the functions of afterburner/aes.h and afterburner/sm4.h. */
typedef void ab_xts_unit_fn(const struct ab_aes_xts *c, struct ab_xts_tweak *t, const uint8_t *in, uint8_t *out,
                            size_t len);
ab_xts_unit_fn ab_aes_xts_encrypt_unit, ab_aes_xts_decrypt_unit;
ab_xts_unit_fn ab_sm4_xts_gb_encrypt_unit, ab_sm4_xts_gb_decrypt_unit;

/* Process a data unit that has a tweak of its own. */
static inline void ab_xts_lone_unit(const struct ab_aes_xts *c, const uint8_t iv[AB_AES_BLOCK], const uint8_t *in,
                                    uint8_t *out, size_t len, ab_xts_unit_fn *unit)
{
    struct ab_xts_tweak t;

    ab_xts_set_tweak(&t, iv);
    unit(c, &t, in, out, len);
    ab_wipe(&t, sizeof(t));
}

#endif
