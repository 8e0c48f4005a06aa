/*
 * The key stream of ChaCha20 with AVX-512, in two shapes.
 *
 * Rows   A vector holds four words, a row of the matrix, of each of ROW_BLOCKS blocks. One set of rows is a chain, half
 *        of MAX_ROWS sets take little longer, and all of them still less than the lanes.
 * Lanes  A vector holds one word of each of 16 blocks. LANE_BLOCKS blocks are two such states side by side, in all 32
 *        registers: what one alone would wait for is what the other one computes.
 */
#ifndef AB_KERNELS_CHACHA_ROWS_AVX512_H
# define AB_KERNELS_CHACHA_ROWS_AVX512_H

# include <immintrin.h>
# include <stdint.h>
# include <string.h>

# include "afterburner/chacha20_poly1305.h"
# include "kernels/inline.h"

enum {
    BLOCK = AB_CHACHA20_BLOCK,
    DOUBLE_ROUNDS = 10,
    ROW_BLOCKS = 4,
    MAX_ROWS = 6,
    HALF_ROWS_BLOCKS = MAX_ROWS / 2 * ROW_BLOCKS,
    HALF = 16, /* blocks in the lanes of a vector */
    LANE_BLOCKS = 2 * HALF,
    LANES_BYTES = LANE_BLOCKS * BLOCK
};

typedef __m512i vec;

static const uint32_t chacha_constants[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

/* out := in + a; in may be NULL for zeros. */
INLINE void vec_store(uint8_t *out, const uint8_t *in, vec a)
{
    if (in != NULL)
        a = _mm512_xor_si512(a, _mm512_loadu_si512((const void *)in));
    _mm512_storeu_si512((void *)out, a);
}

/* Compilers would change the order of operations, and keep some of the state in memory. */
INLINE void vec_settle(vec *a)
{
    __asm__("" : "+v"(*a));
}

INLINE vec vec_rotate(vec a, int n)
{
    return n == 16   ? _mm512_rol_epi32(a, 16)
           : n == 12 ? _mm512_rol_epi32(a, 12)
           : n == 8  ? _mm512_rol_epi32(a, 8)
                     : _mm512_rol_epi32(a, 7);
}

/* A quarter of each of num quarter rounds. In this order rotations, for half of the units, wait the least for one. */
INLINE void quarters(vec *to, const vec *from, vec *turned, int n, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        to[i] = _mm512_add_epi32(to[i], from[i]);
        vec_settle(&to[i]);
        turned[i] = vec_rotate(_mm512_xor_si512(turned[i], to[i]), n);
        vec_settle(&turned[i]);
    }
}

INLINE void quarter_rounds(vec *a, vec *b, vec *c, vec *d, unsigned num)
{
    quarters(a, b, d, 16, num);
    quarters(c, d, b, 12, num);
    quarters(a, b, d, 8, num);
    quarters(c, d, b, 7, num);
}

/* ---- rows ---- */

INLINE vec row_all(const uint32_t words[4])
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)words));
}

/* Words 12 to 15 of the blocks from `first` on after this counter. Words 0 and 1 are one number. */
INLINE vec row_counters(const uint32_t counter[4], unsigned first)
{
    const long long n = (long long)first;

    return _mm512_add_epi64(row_all(counter), _mm512_setr_epi64(n, 0, n + 1, 0, n + 2, 0, n + 3, 0));
}

/* Word k of each row becomes word k + n mod 4 of a. */
INLINE vec row_turn(vec a, int n)
{
    return n == 1   ? _mm512_shuffle_epi32(a, 0x39)
           : n == 2 ? _mm512_shuffle_epi32(a, 0x4e)
                    : _mm512_shuffle_epi32(a, 0x93);
}

/*
 * Rows a, c and d turn for the diagonals, and b, the last to be ready, stays: its word k meets word k - 1 of a, k + 1
 * of c and k + 2 of d.
 */
INLINE void row_turns(vec *a, vec *c, vec *d, int forth, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = row_turn(a[i], forth ? 3 : 1);
        d[i] = row_turn(d[i], 2);
        c[i] = row_turn(c[i], forth ? 1 : 3);
    }
}

/* Store the four blocks whose rows these are. */
INLINE void row_store(uint8_t *out, vec a, vec b, vec c, vec d)
{
    const vec ab = _mm512_shuffle_i32x4(a, b, 0x44), cd = _mm512_shuffle_i32x4(c, d, 0x44);
    const vec ab2 = _mm512_shuffle_i32x4(a, b, 0xee), cd2 = _mm512_shuffle_i32x4(c, d, 0xee);

    vec_store(out, NULL, _mm512_shuffle_i32x4(ab, cd, 0x88));
    vec_store(out + BLOCK, NULL, _mm512_shuffle_i32x4(ab, cd, 0xdd));
    vec_store(out + (size_t)2 * BLOCK, NULL, _mm512_shuffle_i32x4(ab2, cd2, 0x88));
    vec_store(out + (size_t)3 * BLOCK, NULL, _mm512_shuffle_i32x4(ab2, cd2, 0xdd));
}

/* out := num * ROW_BLOCKS blocks of key stream from this counter on. */
INLINE void rows(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, unsigned num)
{
    vec a[MAX_ROWS], b[MAX_ROWS], c[MAX_ROWS], d[MAX_ROWS];

    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = row_all(chacha_constants);
        b[i] = row_all(key);
        c[i] = row_all(key + 4);
        d[i] = row_counters(counter, ROW_BLOCKS * i);
    }
    LOOP for (unsigned round = 0; round < DOUBLE_ROUNDS; round++) {
        quarter_rounds(a, b, c, d, num);
        row_turns(a, c, d, 1, num);
        quarter_rounds(a, b, c, d, num);
        row_turns(a, c, d, 0, num);
    }
    UNROLL for (unsigned i = 0; i < num; i++)
        row_store(out + (size_t)ROW_BLOCKS * BLOCK * i, _mm512_add_epi32(a[i], row_all(chacha_constants)),
                  _mm512_add_epi32(b[i], row_all(key)), _mm512_add_epi32(c[i], row_all(key + 4)),
                  _mm512_add_epi32(d[i], row_counters(counter, ROW_BLOCKS * i)));
}

NOINLINE void one_row(const uint32_t key[8], const uint32_t counter[4], uint8_t *out)
{
    rows(key, counter, out, 1);
}

NOINLINE void half_rows(const uint32_t key[8], const uint32_t counter[4], uint8_t *out)
{
    rows(key, counter, out, MAX_ROWS / 2);
}

NOINLINE void all_rows(const uint32_t key[8], const uint32_t counter[4], uint8_t *out)
{
    rows(key, counter, out, MAX_ROWS);
}

/* ---- lanes ---- */

/* lo, hi := the 64-bit counters of HALF blocks from `first` after this one on. */
INLINE void lane_counters(const uint32_t counter[2], unsigned first, vec *lo, vec *hi)
{
    const vec number = _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                        _mm512_set1_epi32((int)first));
    const vec sum = _mm512_add_epi32(_mm512_set1_epi32((int)counter[0]), number);
    const vec high = _mm512_set1_epi32((int)counter[1]);

    *lo = sum;
    *hi = _mm512_mask_add_epi32(high, _mm512_cmplt_epu32_mask(sum, number), high, _mm512_set1_epi32(1));
}

/* fours[k] := words 0 to 3, of which x has one each, of the blocks k, 4 + k, 8 + k and 12 + k. */
INLINE void vec_join_fours(vec fours[4], const vec x[4])
{
    const vec a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    const vec c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);

    fours[0] = _mm512_unpacklo_epi64(a, c);
    fours[1] = _mm512_unpackhi_epi64(a, c);
    fours[2] = _mm512_unpacklo_epi64(b, d);
    fours[3] = _mm512_unpackhi_epi64(b, d);
}

/* out := in + the HALF blocks whose words these are. */
INLINE void lanes_store(uint8_t *out, const uint8_t *in, const vec x[16])
{
    vec fours[4][4];

    UNROLL for (unsigned i = 0; i < 4; i++)
        vec_join_fours(fours[i], x + 4 * i);
    UNROLL for (unsigned k = 0; k < 4; k++) {
        const vec a = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0x44);
        const vec b = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0x44);
        const vec c = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0xee);
        const vec d = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0xee);
        const vec four[4] = { _mm512_shuffle_i32x4(a, b, 0x88), _mm512_shuffle_i32x4(a, b, 0xdd),
                              _mm512_shuffle_i32x4(c, d, 0x88), _mm512_shuffle_i32x4(c, d, 0xdd) };

        UNROLL for (unsigned i = 0; i < 4; i++) {
            const size_t at = (size_t)BLOCK * (4 * i + k);

            vec_store(out + at, in == NULL ? NULL : in + at, four[i]);
        }
    }
}

/* The words of the states of LANE_BLOCKS blocks. */
struct lanes {
    vec words[2][16];
};

_Static_assert(sizeof(struct lanes) == LANES_BYTES, "it is wiped as so many blocks");

/* Made by generate/make_lanes_avx512.py: words := the 20 rounds of words, without the sum at their end. */
void ab_chacha_lanes_avx512(vec words[2][16]);

/* Word i of the states of HALF blocks from `first` after the counter on. */
INLINE vec lane_word(const uint32_t key[8], const uint32_t counter[4], unsigned first, unsigned i)
{
    vec lo, hi;

    if (i >= 4 && i < 12)
        return _mm512_set1_epi32((int)key[i - 4]);
    if (i < 4 || i >= 14)
        return _mm512_set1_epi32((int)(i < 4 ? chacha_constants[i] : counter[i - 12]));
    lane_counters(counter, first, &lo, &hi);
    return i == 12 ? lo : hi;
}

/* out := in + LANE_BLOCKS blocks of key stream from this counter on; in may be NULL for zeros. Leaves secrets in l. */
NOINLINE void lanes(struct lanes *l, const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out)
{
    UNROLL for (unsigned half = 0; half < 2; half++)
        UNROLL for (unsigned i = 0; i < 16; i++)
            l->words[half][i] = lane_word(key, counter, HALF * half, i);
    ab_chacha_lanes_avx512(l->words);
    UNROLL for (unsigned half = 0; half < 2; half++) {
        const size_t at = (size_t)HALF * BLOCK * half;
        vec sum[16];

        UNROLL for (unsigned i = 0; i < 16; i++)
            sum[i] = _mm512_add_epi32(l->words[half][i], lane_word(key, counter, HALF * half, i));
        lanes_store(out + at, in == NULL ? NULL : in + at, sum);
    }
}

/* ---- either ---- */

/* Store at least num blocks of key stream, at most LANE_BLOCKS. Returns 1 if there are secrets in l. */
INLINE int keystream_blocks(struct lanes *l, const uint32_t key[8], const uint32_t counter[4],
                            uint8_t out[LANES_BYTES], size_t num)
{
    if (num <= ROW_BLOCKS)
        one_row(key, counter, out);
    else if (num <= (size_t)HALF_ROWS_BLOCKS)
        half_rows(key, counter, out);
    else if (num <= (size_t)ROW_BLOCKS * MAX_ROWS)
        all_rows(key, counter, out);
    else
        lanes(l, key, counter, NULL, out);
    return num > (size_t)ROW_BLOCKS * MAX_ROWS;
}

#endif
