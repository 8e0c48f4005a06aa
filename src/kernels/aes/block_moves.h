/* Moves of a block by whole bytes. The including file defines __m128i and its operations first. */
#ifndef AB_BLOCK_MOVES_H
#define AB_BLOCK_MOVES_H

#include <stddef.h>
#include <stdint.h>

static const uint8_t move_control[48] = {
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
};

/* Move a by n = 0..16 bytes, to lower addresses (down) or to higher ones, and shift in zeros. n is public. */
static inline __m128i move_down(__m128i a, size_t n)
{
    return _mm_shuffle_epi8(a, _mm_loadu_si128((const __m128i *)(const void *)(move_control + 16 + n)));
}

static inline __m128i move_up(__m128i a, size_t n)
{
    return _mm_shuffle_epi8(a, _mm_loadu_si128((const __m128i *)(const void *)(move_control + 16 - n)));
}

#endif
