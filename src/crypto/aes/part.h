/*
 * Part of a block under a keystream: at most four steps of 8, 4, 2 and 1 bytes instead of a loop over bytes. Text and
 * keystream are secret, their length is public. in and out may be the same address; the keystream overlaps neither.
 */
#ifndef AB_CRYPTO_AES_PART_H
#define AB_CRYPTO_AES_PART_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* out = in ^ stream for n = 1, 2, 4 or 8 bytes; n is a constant. */
static inline __attribute__((always_inline)) void ab_mix_step(const uint8_t *stream, const uint8_t *in, uint8_t *out,
                                                              size_t n)
{
    uint64_t s = 0, text = 0;

    memcpy(&s, stream, n);
    memcpy(&text, in, n);
    text ^= s;
    memcpy(out, &text, n);
}

/* The same for len = 0..15 bytes. */
static inline void ab_mix_part(const uint8_t *stream, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t done = 0;

    if (len & 8) {
        ab_mix_step(stream, in, out, 8);
        done = 8;
    }
    if (len & 4) {
        ab_mix_step(stream + done, in + done, out + done, 4);
        done += 4;
    }
    if (len & 2) {
        ab_mix_step(stream + done, in + done, out + done, 2);
        done += 2;
    }
    if (len & 1)
        ab_mix_step(stream + done, in + done, out + done, 1);
}

#endif
