/* out := in + keystream, for a part of a block or several blocks. */
#ifndef AB_KERNELS_CHACHA_XOR_H
#define AB_KERNELS_CHACHA_XOR_H

#include "kernels/chacha/poly1305_words.h"

typedef uint64_t two_words __attribute__((vector_size(16), aligned(1), may_alias));

/* The last 16 bytes are loaded before anything is stored and stored last, so that they may overlap those before. */
INLINE void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *keystream, size_t len)
{
    if (len >= 16) {
        const size_t last = len - 16;
        const two_words end = *(const two_words *)(in + last) ^ *(const two_words *)(keystream + last);

        for (size_t i = 0; i < last; i += 16)
            *(two_words *)(out + i) = *(const two_words *)(in + i) ^ *(const two_words *)(keystream + i);
        *(two_words *)(out + last) = end;
    } else if (len >= 8) {
        const one_word end = *(const one_word *)(in + len - 8) ^ *(const one_word *)(keystream + len - 8);

        *(one_word *)out = *(const one_word *)in ^ *(const one_word *)keystream;
        *(one_word *)(out + len - 8) = end;
    } else {
        for (size_t i = 0; i < len; i++)
            out[i] = in[i] ^ keystream[i];
    }
}

#endif
