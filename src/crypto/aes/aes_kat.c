/* What the known-answer tests of AES modes share: their inputs, and the fold that turns an output into one number. */
#include "crypto/aes/aes_kat.h"

void ab_kat_message(uint8_t out[AB_KAT_LEN])
{
    ab_kat_text(out, AB_KAT_LEN);
}

void ab_kat_text(uint8_t *out, size_t len)
{
    uint32_t product = 0;

    for (size_t i = 0; i < len; i++) {
        product += 0x9e3779b1u;
        out[i] = (uint8_t)(product >> 24);
    }
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

uint64_t ab_kat_fold(const uint8_t *data, size_t len)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (size_t i = 0; i < len; i++)
        h = (h ^ data[i]) * 0x100000001b3u;
    return h;
}
