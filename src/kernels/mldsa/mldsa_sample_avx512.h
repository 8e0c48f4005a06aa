/* What follows from the bytes of messages in step, for mldsa_sample_template.h. */
#ifndef AB_KERNELS_MLDSA_SAMPLE_AVX512_H
#define AB_KERNELS_MLDSA_SAMPLE_AVX512_H

#include <immintrin.h>

#include "ct/ct.h"
#include "kernels/inline.h"
#include "kernels/mldsa/mldsa_kernels.h"

enum { CHUNK = 16 };

/*
 * Append the words that `mask` names. Which ones they are is public, their values need not be. They are compressed
 * within a register, since processors may take a hundred cycles to compress them to memory.
 */
INLINE unsigned append(int32_t *out, unsigned num, __m512i words, __mmask16 accepted)
{
    unsigned mask = accepted;

    AB_PUBLIC(&mask, sizeof(mask));
    _mm512_storeu_si512(out + num, _mm512_maskz_compress_epi32((__mmask16)mask, words));
    return num + (unsigned)__builtin_popcount(mask);
}

/* Three bytes of a candidate in each word: 12 bytes to each quarter, then three of them to each word. */
static unsigned accept_uniform(int32_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    const __m512i quarters = _mm512_setr_epi32(0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11);
    const __m512i order = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));

    for (unsigned at = 0; at < len && num < AB_MLDSA_POLY; at += 48) {
        const __mmask16 is_there = len - at < 48 ? 0xff : 0xffff; /* 8 candidates may be left */
        const __m512i bytes = _mm512_shuffle_epi8(_mm512_permutexvar_epi32(quarters, _mm512_loadu_si512(in + at)),
                                                  order);
        const __m512i v = _mm512_and_si512(bytes, _mm512_set1_epi32(0x7fffff));

        num = append(out, num, v, _mm512_mask_cmplt_epi32_mask(is_there, v, _mm512_set1_epi32(AB_MLDSA_Q)));
    }
    return num;
}

/* CoeffFromHalfByte, algorithm 15, of 15 or 9 values. Sixteen half bytes are eight bytes of the input. */
INLINE unsigned accept_bounded(int32_t *out, unsigned num, const uint8_t *in, unsigned len, unsigned eta)
{
    const __m128i limit = _mm_set1_epi8(eta == 2 ? 15 : 9);
    const __m128i of_2 = _mm_setr_epi8(2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0);
    const __m128i of_4 = _mm_setr_epi8(4, 3, 2, 1, 0, -1, -2, -3, -4, 0, 0, 0, 0, 0, 0, 0);

    for (unsigned at = 0; at < len && num < AB_MLDSA_POLY; at += 8) {
        const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)(in + at));
        const __m128i halves = _mm_and_si128(_mm_unpacklo_epi8(bytes, _mm_srli_epi16(bytes, 4)), _mm_set1_epi8(15));
        const __m128i values = _mm_shuffle_epi8(eta == 2 ? of_2 : of_4, halves);

        num = append(out, num, _mm512_cvtepi8_epi32(values), _mm_cmplt_epi8_mask(halves, limit));
    }
    return num;
}

#endif
