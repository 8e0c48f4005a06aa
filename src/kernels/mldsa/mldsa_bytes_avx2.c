/* Polynomials of ML-DSA as bytes, with AVX2: eight coefficients of `bits` bits are `bits` bytes. */
#include "kernels/mldsa/mldsa_bytes_avx2.h"

#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"

enum { N = AB_MLDSA_POLY };

INLINE __m256i load(const void *p)
{
    return _mm256_loadu_si256(p);
}

INLINE void store(void *p, __m256i v)
{
    _mm256_storeu_si256(p, v);
}

/* ---- unpacking ---- */

/* Bytes 0 to 7 of in, then the last eight of `bits` bytes. */
INLINE __m256i load_ends(const uint8_t *in, unsigned bits)
{
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)in);
    __m128i last = _mm_loadl_epi64((const __m128i *)(const void *)(in + bits - 8));

    return _mm256_broadcastsi128_si256(_mm_unpacklo_epi64(first, last));
}

/* Bytes 0 to 15 of in, then the last sixteen of `bits` bytes. */
INLINE __m256i load_halves(const uint8_t *in, unsigned bits)
{
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)in);
    __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(in + bits - 16));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(first), last, 1);
}

/* The place in the loaded 16 bytes of byte i of `bits` bytes; -1, which makes zeros, for those beyond. */
INLINE int place(unsigned i, unsigned bits, unsigned coefficient)
{
    if (i >= bits)
        return -1;
    if (bits < 16)
        return (int)(i < 8 ? i : i + 16 - bits);
    return (int)(coefficient < 4 ? i : i + 16 - bits);
}

/* The places of the bytes that a coefficient's bits begin in, and of the two bytes after it, as a word. */
INLINE int places(unsigned coefficient, unsigned bits)
{
    const unsigned first = coefficient * bits / 8;
    unsigned word = 0;

    UNROLL
    for (unsigned i = 0; i < 3; i++)
        word |= (unsigned)(place(first + i, bits, coefficient) & 0xff) << 8 * i;
    return (int)(word | 0xff000000u);
}

/* Words of eight values: a function of the place of each. */
#define OF_PLACES(f, b) f(0, b), f(1, b), f(2, b), f(3, b), f(4, b), f(5, b), f(6, b), f(7, b)

INLINE int shift_of(unsigned coefficient, unsigned bits)
{
    return (int)(coefficient * bits % 8);
}

INLINE int place_of_bit(unsigned coefficient, unsigned bits)
{
    return (int)(coefficient * bits);
}

/* Eight coefficients of more than eight bits. */
INLINE __m256i unpack_wide(const uint8_t *in, unsigned bits)
{
    __m256i v = bits < 16 ? load_ends(in, bits) : load_halves(in, bits);

    v = _mm256_shuffle_epi8(v, _mm256_setr_epi32(OF_PLACES(places, bits)));
    return _mm256_srlv_epi32(v, _mm256_setr_epi32(OF_PLACES(shift_of, bits)));
}

/* Eight coefficients of at most four bits. */
INLINE __m256i unpack_narrow(const uint8_t *in, unsigned bits)
{
    int32_t word = 0;

    memcpy(&word, in, bits == 3 ? 3 : 4);
    return _mm256_srlv_epi32(_mm256_set1_epi32(word), _mm256_setr_epi32(OF_PLACES(place_of_bit, bits)));
}

INLINE void unpack(ab_mldsa_poly out, const uint8_t *in, int32_t top, unsigned bits)
{
    const __m256i tops = _mm256_set1_epi32(top), mask = _mm256_set1_epi32((int)((1u << bits) - 1));

    for (unsigned i = 0; i < N; i += 8, in += bits) {
        __m256i v = bits > 8 ? unpack_wide(in, bits) : unpack_narrow(in, bits);

        store(out + i, _mm256_sub_epi32(tops, _mm256_and_si256(v, mask)));
    }
}

void ab_mldsa_unpack_avx2(ab_mldsa_poly out, const uint8_t *in, int32_t top, unsigned bits)
{
    switch (bits) {
    case 3: unpack(out, in, top, 3); break;
    case 4: unpack(out, in, top, 4); break;
    case 10: unpack(out, in, top, 10); break;
    case 13: unpack(out, in, top, 13); break;
    case 18: unpack(out, in, top, 18); break;
    default: unpack(out, in, top, 20);
    }
}

/* ---- packing ---- */

/* Pairs of words side by side in each half of 128 bits: 2 * bits bits in either quarter. */
INLINE __m256i join_pairs(__m256i v, unsigned bits)
{
    __m256i even = _mm256_and_si256(v, _mm256_set1_epi64x(0xffffffff)), odd = _mm256_srli_epi64(v, 32);

    return _mm256_or_si256(even, _mm256_slli_epi64(odd, (int)bits));
}

/* Eight values of up to 13 bits. */
INLINE void put_short(uint8_t *out, __m256i pairs, unsigned bits)
{
    __m256i second = _mm256_bsrli_epi128(pairs, 8);
    __m256i fours = _mm256_or_si256(pairs, _mm256_slli_epi64(second, (int)(2 * bits)));
    unsigned __int128 all = (uint64_t)_mm256_extract_epi64(fours, 0);

    all |= (unsigned __int128)(uint64_t)_mm256_extract_epi64(fours, 2) << 4 * bits;
    memcpy(out, &all, bits < sizeof(all) ? bits : sizeof(all));
}

/*
 * Eight values of 18 or 20 bits, half of them in 9 or 10 bytes. The higher half is stored first, at the end of 16
 * bytes, and the lower one over the bytes that come before it.
 */
INLINE void put_long(uint8_t *out, __m256i pairs, unsigned bits)
{
    __m256i second = _mm256_bsrli_epi128(pairs, 8), v;
    __m256i low = _mm256_or_si256(pairs, _mm256_slli_epi64(second, (int)(2 * bits)));
    /* Bytes 0 to bits / 2 - 1 of the second half, at the end of 16. */
    const __m128i whole = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i last = _mm_sub_epi8(whole, _mm_set1_epi8((char)(16 - bits / 2)));
    const __m256i order = _mm256_inserti128_si256(_mm256_castsi128_si256(whole), last, 1);
    uint16_t rest;

    v = _mm256_unpacklo_epi64(low, _mm256_srli_epi64(second, (int)(64 - 2 * bits)));
    v = _mm256_shuffle_epi8(v, order);
    _mm_storeu_si128((__m128i *)(void *)(out + bits - 16), _mm256_extracti128_si256(v, 1));
    _mm_storel_epi64((__m128i *)(void *)out, _mm256_castsi256_si128(v));
    rest = (uint16_t)_mm256_extract_epi16(v, 4);
    memcpy(out + 8, &rest, bits == 18 ? 1 : 2);
}

INLINE void pack(uint8_t *out, const ab_mldsa_poly a, int32_t top, unsigned bits)
{
    for (unsigned i = 0; i < N; i += 8, out += bits) {
        __m256i pairs = join_pairs(_mm256_sub_epi32(_mm256_set1_epi32(top), load(a + i)), bits);

        if (bits > 16)
            put_long(out, pairs, bits);
        else
            put_short(out, pairs, bits);
    }
}

void ab_mldsa_pack_avx2(uint8_t *out, const ab_mldsa_poly a, int32_t top, unsigned bits)
{
    switch (bits) {
    case 3: pack(out, a, top, 3); break;
    case 4: pack(out, a, top, 4); break;
    case 10: pack(out, a, top, 10); break;
    case 13: pack(out, a, top, 13); break;
    case 18: pack(out, a, top, 18); break;
    default: pack(out, a, top, 20);
    }
}

/* Pairs of four bits: bytes a, b -> a + 16 b. */
INLINE void pack_high_16(uint8_t *out, const ab_mldsa_bytes high)
{
    const __m256i weights = _mm256_set1_epi16(0x1001);

    for (unsigned i = 0; i < N; i += 64, out += 32) {
        __m256i low = _mm256_maddubs_epi16(load(high + i), weights);
        __m256i up = _mm256_maddubs_epi16(load(high + i + 32), weights);

        store(out, _mm256_permute4x64_epi64(_mm256_packus_epi16(low, up), 0xd8));
    }
}

/* Four values of six bits: a + 2^6 b, then that + 2^12 (c + 2^6 d), three bytes of a word. */
INLINE void pack_high_44(uint8_t *out, const ab_mldsa_bytes high)
{
    const __m128i three_of_four = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i order = _mm256_broadcastsi128_si256(three_of_four);

    for (unsigned i = 0; i < N; i += 32, out += 24) {
        __m256i v = _mm256_maddubs_epi16(load(high + i), _mm256_set1_epi16(0x4001));

        v = _mm256_shuffle_epi8(_mm256_madd_epi16(v, _mm256_set1_epi32(0x10000001)), order);
        v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
        _mm_storeu_si128((__m128i *)(void *)out, _mm256_castsi256_si128(v));
        _mm_storel_epi64((__m128i *)(void *)(out + 16), _mm256_extracti128_si256(v, 1));
    }
}

void ab_mldsa_pack_high_avx2(uint8_t *out, const ab_mldsa_bytes high, unsigned num_high)
{
    if (num_high == AB_MLDSA_HIGH_16)
        pack_high_16(out, high);
    else
        pack_high_44(out, high);
}

/* ---- the challenge ---- */

enum { SHAKE256_RATE = 136, SHAKE_SUFFIX = 0x1f, NUM_SIGNS = 8, MAX_PLACES = 64, NUM_VECS = N / 32 };

/* Places of coefficients, as mldsa_portable.c has them, in the first num bytes of two vectors. */
struct challenge {
    __m256i places[2];
    unsigned num;
};

/* The bytes first, first + 1, ... */
INLINE __m256i ascending(unsigned first)
{
    const __m256i from_0 = _mm256_setr_epi64x(0x0706050403020100, 0x0f0e0d0c0b0a0908, 0x1716151413121110,
                                              0x1f1e1d1c1b1a1918);

    return _mm256_add_epi8(from_0, _mm256_set1_epi8((char)first));
}

/* A swap of algorithm 29 for i = 256 - tau + num and a byte j <= i: what is at j moves to i, then j gets a new one. */
INLINE void put_place(struct challenge *c, unsigned i, uint8_t j)
{
    const __m256i old = _mm256_set1_epi8((char)j), new = _mm256_set1_epi8((char)i);
    const __m256i end = _mm256_set1_epi8((char)c->num);

    UNROLL
    for (unsigned m = 0; m < 2; m++) {
        __m256i v = c->places[m];

        v = _mm256_blendv_epi8(v, new, _mm256_cmpeq_epi8(v, old));
        c->places[m] = _mm256_blendv_epi8(v, old, _mm256_cmpeq_epi8(ascending(32 * m), end));
    }
    c->num++;
}

/*
 * Take candidates until there are tau. Which ones are rejected is public, as mldsa_kernels.h says; j is not. Places
 * beyond num may change, but a new one is written before it counts.
 */
INLINE void put_candidates(struct challenge *c, const uint8_t *in, unsigned len, unsigned tau)
{
    for (unsigned at = 0; at < len && c->num < tau; at++) {
        const unsigned i = N - tau + c->num;
        uint64_t is_rejected = ab_ct_lt(i, in[at]);

        AB_PUBLIC(&is_rejected, sizeof(is_rejected));
        if (is_rejected == 0)
            put_place(c, i, in[at]);
    }
}

/* out := the coefficients, by comparing each place with each coefficient's. */
static void put_coefficients(ab_mldsa_poly out, const struct challenge *c, uint64_t signs)
{
    uint8_t bytes[N], places[MAX_PLACES];
    __m256i v[NUM_VECS] = { 0 };

    store(places, c->places[0]);
    store(places + 32, c->places[1]);
    for (unsigned m = 0; m < c->num; m++, signs >>= 1) {
        const __m256i place = _mm256_set1_epi8((char)places[m]), value = _mm256_set1_epi8((char)(1 - 2 * (signs & 1)));

        UNROLL
        for (unsigned i = 0; i < NUM_VECS; i++)
            v[i] = _mm256_or_si256(v[i], _mm256_and_si256(_mm256_cmpeq_epi8(ascending(32 * i), place), value));
    }
    for (unsigned i = 0; i < NUM_VECS; i++)
        store(bytes + 32 * i, v[i]);
    for (unsigned i = 0; i < N; i += 8)
        store(out + i, _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(bytes + i))));
    ab_wipe(bytes, sizeof(bytes));
    ab_wipe(places, sizeof(places));
}

void ab_mldsa_sample_challenge_avx2(ab_mldsa_poly out, const uint8_t *in, size_t len, unsigned tau)
{
    uint64_t state[AB_KECCAK_LANES] = { 0 }, signs;
    uint8_t *bytes = (uint8_t *)state;
    struct challenge c = { .num = 0 };

    memcpy(bytes, in, len);
    bytes[len] = SHAKE_SUFFIX;
    bytes[SHAKE256_RATE - 1] = 0x80;
    ab_keccak_permute_bmi2(state);
    signs = state[0];
    put_candidates(&c, bytes + NUM_SIGNS, SHAKE256_RATE - NUM_SIGNS, tau);
    while (c.num < tau) {
        ab_keccak_permute_bmi2(state);
        put_candidates(&c, bytes, SHAKE256_RATE, tau);
    }
    put_coefficients(out, &c, signs);
    ab_wipe(state, sizeof(state));
    ab_wipe(&c, sizeof(c));
}
