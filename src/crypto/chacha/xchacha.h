/* XChaCha20-Poly1305 as ChaCha20-Poly1305 under another key and nonce (draft-irtf-cfrg-xchacha-03 sec. 2). */
#ifndef AB_CRYPTO_CHACHA_XCHACHA_H
#define AB_CRYPTO_CHACHA_XCHACHA_H

#include <string.h>

#include "ct/ct.h"
#include "kernels/chacha/chacha_kernels.h"

/*
 * out := HChaCha20 (sec. 2.2), from the block of ChaCha20 whose counter and nonce are `nonce`: words 0 to 3 and 12 to
 * 15 without the sum at the end, which is with the constants and the nonce.
 */
static inline void ab_chacha_subkey(const uint8_t nonce[AB_HCHACHA20_NONCE_LEN], const uint32_t block[AB_CHACHA_WORDS],
                                    uint8_t out[AB_CHACHA20_KEY_LEN])
{
    uint32_t words[8];

    memcpy(words, ab_chacha_constants, sizeof(ab_chacha_constants));
    memcpy(words + 4, nonce, AB_HCHACHA20_NONCE_LEN);
    for (unsigned i = 0; i < 4; i++) {
        words[i] = block[i] - words[i];
        words[4 + i] = block[12 + i] - words[4 + i];
    }
    memcpy(out, words, sizeof(words));
    ab_wipe(words, sizeof(words));
}

/* sec. 2.3: four zeros, and what HChaCha20 leaves of the nonce. */
static inline void ab_xchacha_short_nonce(const uint8_t nonce[AB_XCHACHA20_NONCE_LEN],
                                          uint8_t out[AB_CHACHA20_POLY1305_NONCE_LEN])
{
    memset(out, 0, 4);
    memcpy(out + 4, nonce + AB_HCHACHA20_NONCE_LEN, 8);
}

#endif
