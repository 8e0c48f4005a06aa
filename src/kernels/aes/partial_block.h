/*
 * Part of a block without byte masks: 1..15 bytes as two or three loads or stores that overlap in the middle. Two
 * 64-bit halves hold the bytes of a block, the first byte in the lowest bits. The including file defines __m128i.
 */
#ifndef AB_PARTIAL_BLOCK_H
#define AB_PARTIAL_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/aes/m128_moves.h"

/* The bytes that are loaded twice are equal, so `or` joins them. */
static inline __m128i block_load_part(const uint8_t *p, size_t n)
{
    uint64_t low = 0, high = 0;
    uint32_t first, last;

    if (n > 8) {
        memcpy(&low, p, 8);
        memcpy(&high, p + n - 8, 8);
        high >>= 8 * (16 - n);
    } else if (n >= 4) {
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        low = first | (uint64_t)last << 8 * (n - 4);
    } else {
        low = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}

static inline void block_store_part(uint8_t *p, __m128i a, size_t n)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(a), high = (uint64_t)_mm_extract_epi64(a, 1);
    uint32_t first = (uint32_t)low, last;

    if (n > 8) {
        high = high << 8 * (16 - n) | low >> 8 * (n - 8);
        memcpy(p, &low, 8);
        memcpy(p + n - 8, &high, 8);
    } else if (n >= 4) {
        last = (uint32_t)(low >> 8 * (n - 4));
        memcpy(p, &first, 4);
        memcpy(p + n - 4, &last, 4);
    } else {
        p[0] = (uint8_t)low;
        p[n / 2] = (uint8_t)(low >> 8 * (n / 2));
        p[n - 1] = (uint8_t)(low >> 8 * (n - 1));
    }
}

#endif
