/*
 * Part of a block under a keystream: at most four steps of 8, 4, 2 and 1 bytes instead of a loop over bytes. Text and
 * keystream are secret, their length is public. in and out may be the same address; the keystream overlaps neither.
 */
#ifndef AB_CRYPTO_AES_PART_H
#define AB_CRYPTO_AES_PART_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What replaces the keystream: the output, the input, or nothing. */
enum ab_keep { AB_KEEP_OUT, AB_KEEP_IN, AB_KEEP_STREAM };

/*
 * out = in ^ stream for n = 1, 2, 4 or 8 bytes; kept, which may be the stream itself, gets what is to be kept. n and
 * keep are constants.
 */
static inline __attribute__((always_inline)) void ab_mix_step(const uint8_t *stream, const uint8_t *in, uint8_t *out,
                                                              uint8_t *kept, size_t n, enum ab_keep keep)
{
    uint64_t s = 0, text = 0, mixed;

    memcpy(&s, stream, n);
    memcpy(&text, in, n);
    mixed = s ^ text;
    memcpy(out, &mixed, n);
    if (keep != AB_KEEP_STREAM)
        memcpy(kept, keep == AB_KEEP_OUT ? &mixed : &text, n);
}

/* The same for len = 0..15 bytes; keep is a constant. */
static inline __attribute__((always_inline)) void ab_mix_apart(const uint8_t *stream, const uint8_t *in, uint8_t *out,
                                                               uint8_t *kept, size_t len, enum ab_keep keep)
{
    size_t done = 0;

    if (len & 8) {
        ab_mix_step(stream, in, out, kept, 8, keep);
        done = 8;
    }
    if (len & 4) {
        ab_mix_step(stream + done, in + done, out + done, kept + done, 4, keep);
        done += 4;
    }
    if (len & 2) {
        ab_mix_step(stream + done, in + done, out + done, kept + done, 2, keep);
        done += 2;
    }
    if (len & 1)
        ab_mix_step(stream + done, in + done, out + done, kept + done, 1, keep);
}

/* out = in ^ stream, len = 0..15 bytes, and what is to be kept replaces the stream; keep is a constant. */
static inline __attribute__((always_inline)) void ab_mix_part(uint8_t *stream, const uint8_t *in, uint8_t *out,
                                                              size_t len, enum ab_keep keep)
{
    ab_mix_apart(stream, in, out, stream, len, keep);
}

#endif
