/*
 * Encodings of ML-KEM in vectors of 16 coefficients (FIPS 203 sec. 4.2.1).
 *
 * 16 values of d bits fill 2 d bytes. Packing multiplies neighbours together to fields of 2 d, then of 4 d bits, whose
 * bytes a shuffle brings together; unpacking shuffles to each word the bytes that hold its value, then multiplies by a
 * power of two to bring the value to the top of the word.
 */
#include "kernels/mlkem/mlkem_bytes_avx2.h"

#include <immintrin.h>
#include <string.h>

#include "kernels/inline.h"

enum { Q = AB_MLKEM_Q, N = AB_MLKEM_POLY, VEC_LEN = 16 };

INLINE __m256i load(const int16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

INLINE void store(int16_t *p, __m256i v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, v);
}

/* Load 16 bytes to each half. */
INLINE __m256i load_halves(const uint8_t *low, const uint8_t *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                   _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

/* Store the first bytes of a vector. */
INLINE void store_4(uint8_t *out, __m128i v)
{
    const int word = _mm_cvtsi128_si32(v);

    memcpy(out, &word, sizeof(word));
}

/* Repeat 16 bytes in both halves. */
INLINE __m256i both(__m128i v)
{
    return _mm256_broadcastsi128_si256(v);
}

/* The reduced representatives of |c| < q. */
INLINE __m256i load_reduced(const int16_t *p)
{
    __m256i v = load(p), q = _mm256_set1_epi16(Q);

    return _mm256_add_epi16(v, _mm256_and_si256(_mm256_srai_epi16(v, 15), q));
}

/* ---- values of 10, 11 and 12 bits: 16 of them to 2 d bytes ---- */

/* Values of d bits to fields of 4 d bits at the bottom of each quadruple word. */
INLINE __m256i pack_fours(__m256i v, unsigned d)
{
    const int gap = 32 - 2 * (int)d;

    v = _mm256_madd_epi16(v, _mm256_set1_epi32(1 << (16 + d) | 1));
    v = _mm256_sllv_epi32(v, _mm256_set1_epi64x(gap));
    return _mm256_srli_epi64(v, gap);
}

/* Bytes of a half that a shuffle clears. */
#define NONE (-1)

/*
 * 20 bytes. The shuffle puts the ten bytes of the low half first; those of the high half at 10, which go on from 0.
 */
INLINE void store_10(uint8_t *out, __m256i fours)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 2, 3, 4, 8, 9, 10, 11, 12, NONE, NONE, NONE, NONE, NONE, NONE, 9, 10,
                                           11, 12, NONE, NONE, NONE, NONE, NONE, NONE, 0, 1, 2, 3, 4, 8);
    const __m256i v = _mm256_shuffle_epi8(fours, order);
    const __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);

    _mm_storeu_si128((__m128i *)(void *)out, _mm_blend_epi16(low, high, 0xe0));
    store_4(out + 16, high);
}

/* 22 bytes: the second field of each half begins in the middle of byte 5 of the first; the high half is at byte 11. */
INLINE void store_11(uint8_t *out, __m256i fours)
{
    const __m256i first = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                           5, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 0, 1, 2, 3,
                                           4);
    const __m256i second = _mm256_setr_epi8(NONE, NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13, NONE, NONE, NONE, NONE,
                                            NONE, 8, 9, 10, 11, 12, 13, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                            NONE, NONE);
    const __m256i shifted = _mm256_sllv_epi64(fours, _mm256_setr_epi64x(0, 4, 0, 4));
    const __m256i v = _mm256_or_si256(_mm256_shuffle_epi8(shifted, first), _mm256_shuffle_epi8(shifted, second));
    const __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);
    const __m128i is_high = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1);

    _mm_storeu_si128((__m128i *)(void *)out, _mm_blendv_epi8(low, high, is_high));
    store_4(out + 16, high);
    store_4(out + 18, _mm_srli_si128(high, 2));
}

void ab_mlkem_encode_avx2(uint8_t *out, const ab_mlkem_poly a)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, NONE, NONE, NONE, NONE, 4, 5, 8, 9,
                                           10, 11, 12, 13, NONE, NONE, NONE, NONE, 0, 1, 2, 3);

    for (unsigned i = 0; i < N; i += VEC_LEN, out += 24) {
        __m256i v = _mm256_shuffle_epi8(pack_fours(load_reduced(a + i), 12), order);
        __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);

        _mm_storeu_si128((__m128i *)(void *)out, _mm_blend_epi16(low, high, 0xc0));
        _mm_storel_epi64((__m128i *)(void *)(out + 16), high);
    }
}

unsigned ab_mlkem_decode_avx2(ab_mlkem_poly out, const uint8_t *in)
{
    /* Each pair of values has three bytes, of which both words have the middle one. */
    const __m256i order = _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 4, 5, 5, 6, 7, 8, 8, 9,
                                           10, 11, 11, 12, 13, 14, 14, 15);
    __m256i wrong = _mm256_setzero_si256();

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 24) {
        __m256i v = _mm256_shuffle_epi8(load_halves(in, in + 8), order);

        v = _mm256_blend_epi16(_mm256_and_si256(v, _mm256_set1_epi16(0xfff)), _mm256_srli_epi16(v, 4), 0xaa);
        wrong = _mm256_or_si256(wrong, _mm256_cmpgt_epi16(v, _mm256_set1_epi16(Q - 1)));
        store(out + i, v);
    }
    return (unsigned)_mm256_movemask_epi8(wrong);
}

/* ---- compression ---- */

/*
 * 2^d x / q of reduced x, rounded to the nearest integer, modulo 2^d, for d <= 5. 40318 is 2^27 / q, rounded up, so
 * that the high word of its product is 2^11 x / q, rounded down, but where the latter is less than 0.01 below an
 * integer. An integer and a half times 2^(11 - d), where the rounding to d bits leaps, is never so near.
 */
INLINE __m256i compress_small(__m256i x, unsigned d)
{
    __m256i v = _mm256_mulhi_epu16(x, _mm256_set1_epi16((int16_t)40318));

    v = _mm256_srli_epi16(_mm256_add_epi16(v, _mm256_set1_epi16((int16_t)(1 << (10 - d)))), 11 - (int)d);
    return _mm256_and_si256(v, _mm256_set1_epi16((int16_t)((1 << d) - 1)));
}

/*
 * The same for d of 10 or 11. 2^(d + 16) / q is rounded up, so that the quotient is right or too great by one; in that
 * case the remainder is below -q / 2.
 */
INLINE __m256i compress_large(__m256i x, unsigned d)
{
    const __m256i factor = _mm256_set1_epi16((int16_t)(d == 10 ? 20159 : 40318));
    __m256i low = _mm256_mullo_epi16(x, factor), quotient, remainder;

    quotient = _mm256_add_epi16(_mm256_mulhi_epu16(x, factor), _mm256_srli_epi16(low, 15));
    remainder = _mm256_sub_epi16(_mm256_slli_epi16(x, (int)d), _mm256_mullo_epi16(quotient, _mm256_set1_epi16(Q)));
    quotient = _mm256_add_epi16(quotient, _mm256_cmpgt_epi16(_mm256_set1_epi16(-(Q / 2)), remainder));
    return _mm256_and_si256(quotient, _mm256_set1_epi16((int16_t)((1 << d) - 1)));
}

/* The low bytes of the words of a, then of b. */
INLINE __m256i narrow(__m256i a, __m256i b)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8);
}

static void compress_1(uint8_t *out, const ab_mlkem_poly a)
{
    for (unsigned i = 0; i < N; i += 2 * VEC_LEN, out += 4) {
        __m256i v = narrow(compress_small(load_reduced(a + i), 1), compress_small(load_reduced(a + i + VEC_LEN), 1));
        const int bits = _mm256_movemask_epi8(_mm256_slli_epi16(v, 7));

        memcpy(out, &bits, sizeof(bits));
    }
}

/* Words of two values of 4 bits each, from two vectors. */
INLINE __m256i pairs_of_4(const int16_t *a)
{
    __m256i v = narrow(compress_small(load_reduced(a), 4), compress_small(load_reduced(a + VEC_LEN), 4));

    return _mm256_maddubs_epi16(v, _mm256_set1_epi16(1 << 12 | 1));
}

static void compress_4(uint8_t *out, const ab_mlkem_poly a)
{
    for (unsigned i = 0; i < N; i += 4 * VEC_LEN, out += 32)
        _mm256_storeu_si256((__m256i *)(void *)out, narrow(pairs_of_4(a + i), pairs_of_4(a + i + 2 * VEC_LEN)));
}

/* Two values of 5 bits are one of 10. */
static void compress_5(uint8_t *out, const ab_mlkem_poly a)
{
    for (unsigned i = 0; i < N; i += 2 * VEC_LEN, out += 20) {
        __m256i v = narrow(compress_small(load_reduced(a + i), 5), compress_small(load_reduced(a + i + VEC_LEN), 5));

        store_10(out, pack_fours(_mm256_maddubs_epi16(v, _mm256_set1_epi16(1 << 13 | 1)), 10));
    }
}

static void compress_10(uint8_t *out, const ab_mlkem_poly a)
{
    for (unsigned i = 0; i < N; i += VEC_LEN, out += 20)
        store_10(out, pack_fours(compress_large(load_reduced(a + i), 10), 10));
}

static void compress_11(uint8_t *out, const ab_mlkem_poly a)
{
    for (unsigned i = 0; i < N; i += VEC_LEN, out += 22)
        store_11(out, pack_fours(compress_large(load_reduced(a + i), 11), 11));
}

void ab_mlkem_compress_avx2(uint8_t *out, const ab_mlkem_poly a, unsigned d)
{
    switch (d) {
    case 1: compress_1(out, a); break;
    case 4: compress_4(out, a); break;
    case 5: compress_5(out, a); break;
    case 10: compress_10(out, a); break;
    default: compress_11(out, a);
    }
}

/* ---- decompression: q y / 2^d, rounded to the nearest, is a rounded product of q and y 2^(15 - d) ---- */

/* From words whose upper d bits are y. */
INLINE __m256i decompress_top(__m256i v, unsigned d)
{
    v = _mm256_and_si256(_mm256_srli_epi16(v, 1), _mm256_set1_epi16((int16_t)(0x7fff & ~((1 << (15 - d)) - 1))));
    return _mm256_mulhrs_epi16(v, _mm256_set1_epi16(Q));
}

static void decompress_1(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                                           (int16_t)0x8000);

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 2) {
        __m256i v = _mm256_set1_epi16((int16_t)(in[0] | in[1] << 8));

        v = _mm256_cmpeq_epi16(_mm256_and_si256(v, bits), bits);
        store(out + i, _mm256_and_si256(v, _mm256_set1_epi16((Q + 1) / 2)));
    }
}

static void decompress_4(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i order = _mm256_setr_epi8(0, NONE, 0, NONE, 1, NONE, 1, NONE, 2, NONE, 2, NONE, 3, NONE, 3, NONE, 4,
                                           NONE, 4, NONE, 5, NONE, 5, NONE, 6, NONE, 6, NONE, 7, NONE, 7, NONE);

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 8) {
        __m256i v = _mm256_shuffle_epi8(both(_mm_loadl_epi64((const __m128i *)(const void *)in)), order);

        v = _mm256_mullo_epi16(v, _mm256_set1_epi32(1 << 24 | 1 << 12));
        store(out + i, decompress_top(v, 4));
    }
}

/* Value i of a half begins at bit 5 i; its word has bytes 5 i / 8 and the next one. The high half starts at byte 3. */
static void decompress_5(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 0, 1, 1, 2, 1, 2, 2, 3, 3, 4, 3, 4, 4, NONE, 3, 4, 3, 4, 4, 5, 4, 5, 5,
                                           6, 6, 7, 6, 7, 7, NONE);
    const __m256i shifts = both(_mm_setr_epi16(1 << 11, 1 << 6, 1 << 9, 1 << 4, 1 << 7, 1 << 10, 1 << 5, 1 << 8));

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 10) {
        __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)in);
        __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)(in + 2));
        __m256i v = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1), order);

        store(out + i, decompress_top(_mm256_mullo_epi16(v, shifts), 5));
    }
}

/* Value i of a half begins at bit 10 i. The high half starts at byte 6 of what it loads. */
static void decompress_10(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 6, 7, 7, 8, 8, 9, 9, 10, 11,
                                           12, 12, 13, 13, 14, 14, 15);
    const __m256i shifts = _mm256_setr_epi16(64, 16, 4, 1, 64, 16, 4, 1, 64, 16, 4, 1, 64, 16, 4, 1);

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 20) {
        __m256i v = _mm256_shuffle_epi8(load_halves(in, in + 4), order);

        store(out + i, decompress_top(_mm256_mullo_epi16(v, shifts), 10));
    }
}

/*
 * Value i of a half begins at bit 11 i. Values 2 and 5 lie in three bytes: their words have the last two, and their
 * lowest bits come from the first byte separately. The high half starts at byte 5 of what it loads.
 */
static void decompress_11(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10, 5, 6, 6, 7, 8, 9, 9, 10, 10,
                                           11, 12, 13, 13, 14, 14, 15);
    const __m256i shifts = both(_mm_setr_epi16(1 << 5, 1 << 2, 1 << 7, 1 << 4, 1 << 1, 1 << 6, 1 << 3, 1));
    const __m256i first = _mm256_setr_epi8(NONE, NONE, NONE, NONE, 2, NONE, NONE, NONE, NONE, NONE, 6, NONE, NONE, NONE,
                                           NONE, NONE, NONE, NONE, NONE, NONE, 7, NONE, NONE, NONE, NONE, NONE, 11,
                                           NONE, NONE, NONE, NONE, NONE);
    const __m256i first_shifts = both(_mm_setr_epi16(0, 0, (int16_t)(1 << 15), 0, 0, 1 << 14, 0, 0));

    for (unsigned i = 0; i < N; i += VEC_LEN, in += 22) {
        __m256i bytes = load_halves(in, in + 6);
        __m256i v = _mm256_mullo_epi16(_mm256_shuffle_epi8(bytes, order), shifts);

        v = _mm256_or_si256(v, _mm256_mulhi_epu16(_mm256_shuffle_epi8(bytes, first), first_shifts));
        store(out + i, decompress_top(v, 11));
    }
}

void ab_mlkem_decompress_avx2(ab_mlkem_poly out, const uint8_t *in, unsigned d)
{
    switch (d) {
    case 1: decompress_1(out, in); break;
    case 4: decompress_4(out, in); break;
    case 5: decompress_5(out, in); break;
    case 10: decompress_10(out, in); break;
    default: decompress_11(out, in);
    }
}
