/* What the known-answer tests of AES modes share: their inputs, and the fold that turns an output into one number. */
#include "crypto/aes/aes_kat.h"

#include <string.h>

/* Every process runs these tests at first use: messages in steps of four bytes, folds in steps of eight, save time. */
enum { STEP = 4, WORD = sizeof(uint64_t) };

void ab_kat_message(uint8_t out[AB_KAT_LEN])
{
    ab_kat_text(out, AB_KAT_LEN);
}

void ab_kat_text(uint8_t *out, size_t len)
{
    const uint32_t factor = 0x9e3779b1u;
    uint32_t product = factor;
    size_t i = 0;

    for (; len - i >= STEP; i += STEP, product += STEP * factor)
        for (uint32_t j = 0; j < STEP; j++)
            out[i + j] = (uint8_t)((product + j * factor) >> 24);
    for (; i < len; i++, product += factor)
        out[i] = (uint8_t)(product >> 24);
}

void ab_kat_key(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(0x40 + i);
}

void ab_kat_iv(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(0x80 + i);
}

static uint64_t fold_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x100000001b3u;
    return h ^ h >> 32;
}

uint64_t ab_kat_fold(const uint8_t *data, size_t len)
{
    uint64_t h = 0xcbf29ce484222325u, word;

    for (; len >= WORD; data += WORD, len -= WORD) {
        memcpy(&word, data, WORD);
        h = fold_word(h, word);
    }
    for (; len > 0; data++, len--)
        h = fold_word(h, *data);
    return h;
}
