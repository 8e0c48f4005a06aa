/*
 * The key stream of ChaCha20 with AVX-512, in three shapes.
 *
 * Rows   A register holds four words, a row of the matrix, of each of two blocks (narrow) or of four (wide). One set of
 *        rows is a chain, and up to MAX_ROWS sets run side by side. Three sets of narrow rows are faster than two wide
 *        ones, or as fast: more pipes take their instructions.
 * Mixed  HALF blocks in lanes, a register for each word, and up to MAX_MIXED sets of wide rows beside them: 13 to 28
 *        blocks. Lanes need fewer instructions than rows, but all HALF blocks.
 * Lanes  LANE_BLOCKS blocks are two such states side by side, in all 32 registers: while one waits for a result, the
 *        other one computes.
 */
#ifndef AB_KERNELS_CHACHA_ROWS_AVX512_H
# define AB_KERNELS_CHACHA_ROWS_AVX512_H

# include <immintrin.h>
# include <stdint.h>
# include <string.h>

# include "kernels/chacha/chacha_message.h"
# include "kernels/chacha/poly1305_bmi2.h"
# include "kernels/inline.h"

enum {
    BLOCK = AB_CHACHA20_BLOCK,
    DOUBLE_ROUNDS = 10,
    narrow_BLOCKS = 2,
    wide_BLOCKS = 4,
    MAX_ROWS = 3,  /* sets alone */
    MAX_MIXED = 3, /* sets beside lanes */
    NARROW_MOST = 3 * narrow_BLOCKS,
    HALF = 16, /* blocks in the lanes of a vector */
    WIDE_MOST = HALF + MAX_MIXED * wide_BLOCKS,
    LANE_BLOCKS = 2 * HALF,
    LANES_BYTES = LANE_BLOCKS * BLOCK
};

typedef __m512i vec;

INLINE void vec_store(uint8_t *out, vec a)
{
    _mm512_storeu_si512((void *)out, a);
}

/* ---- rows ---- */

/* Compilers would change the order of operations, and keep some of the state in memory. */
# define row_settle(a) __asm__("" : "+v"(a))

/* The same four words for each block; words 12 to 15 of the blocks from `first` on after this counter. */
INLINE vec wide_all(const uint32_t words[4])
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)words));
}

INLINE vec wide_counters(const uint32_t counter[4], unsigned first)
{
    const long long n = (long long)first;

    return _mm512_add_epi64(wide_all(counter), _mm512_setr_epi64(n, 0, n + 1, 0, n + 2, 0, n + 3, 0));
}

INLINE vec wide_add(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}

INLINE vec wide_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}

INLINE vec wide_rotate(vec a, int n)
{
    return n == 16   ? _mm512_rol_epi32(a, 16)
           : n == 12 ? _mm512_rol_epi32(a, 12)
           : n == 8  ? _mm512_rol_epi32(a, 8)
                     : _mm512_rol_epi32(a, 7);
}

/* Word k of each row becomes word k + n mod 4 of a. */
INLINE vec wide_turn(vec a, int n)
{
    return n == 1   ? _mm512_shuffle_epi32(a, 0x39)
           : n == 2 ? _mm512_shuffle_epi32(a, 0x4e)
                    : _mm512_shuffle_epi32(a, 0x93);
}

/* Store the blocks whose rows these are. */
INLINE void wide_store(uint8_t *out, vec a, vec b, vec c, vec d)
{
    const vec ab = _mm512_shuffle_i32x4(a, b, 0x44), cd = _mm512_shuffle_i32x4(c, d, 0x44);
    const vec ab2 = _mm512_shuffle_i32x4(a, b, 0xee), cd2 = _mm512_shuffle_i32x4(c, d, 0xee);

    vec_store(out, _mm512_shuffle_i32x4(ab, cd, 0x88));
    vec_store(out + BLOCK, _mm512_shuffle_i32x4(ab, cd, 0xdd));
    vec_store(out + (size_t)2 * BLOCK, _mm512_shuffle_i32x4(ab2, cd2, 0x88));
    vec_store(out + (size_t)3 * BLOCK, _mm512_shuffle_i32x4(ab2, cd2, 0xdd));
}

typedef vec wide_row;

# define OF(name) wide_##name
# include "kernels/chacha/chacha_rows_template.h"
# undef OF

/* The narrow rows likewise. */
typedef __m256i narrow_row;

INLINE narrow_row narrow_all(const uint32_t words[4])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)words));
}

INLINE narrow_row narrow_counters(const uint32_t counter[4], unsigned first)
{
    const long long n = (long long)first;

    return _mm256_add_epi64(narrow_all(counter), _mm256_setr_epi64x(n, 0, n + 1, 0));
}

INLINE narrow_row narrow_add(narrow_row a, narrow_row b)
{
    return _mm256_add_epi32(a, b);
}

INLINE narrow_row narrow_xor(narrow_row a, narrow_row b)
{
    return _mm256_xor_si256(a, b);
}

INLINE narrow_row narrow_rotate(narrow_row a, int n)
{
    return n == 16   ? _mm256_rol_epi32(a, 16)
           : n == 12 ? _mm256_rol_epi32(a, 12)
           : n == 8  ? _mm256_rol_epi32(a, 8)
                     : _mm256_rol_epi32(a, 7);
}

INLINE narrow_row narrow_turn(narrow_row a, int n)
{
    return n == 1   ? _mm256_shuffle_epi32(a, 0x39)
           : n == 2 ? _mm256_shuffle_epi32(a, 0x4e)
                    : _mm256_shuffle_epi32(a, 0x93);
}

INLINE void narrow_store(uint8_t *out, narrow_row a, narrow_row b, narrow_row c, narrow_row d)
{
    const narrow_row quarter[4] = { _mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(c, d, 0x20),
                                    _mm256_permute2x128_si256(a, b, 0x31), _mm256_permute2x128_si256(c, d, 0x31) };

    UNROLL for (unsigned i = 0; i < 4; i++)
        _mm256_storeu_si256((__m256i *)(void *)(out + sizeof(narrow_row) * i), quarter[i]);
}

# define OF(name) narrow_##name
# include "kernels/chacha/chacha_rows_template.h"
# undef OF

/* The key stream of num sets, each number compiled apart. */
NOINLINE void narrow_keystream(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, size_t num)
{
    if (num == 1)
        narrow_rows(key, counter, out, 1);
    else if (num == 2)
        narrow_rows(key, counter, out, 2);
    else
        narrow_rows(key, counter, out, 3);
}

/* ---- lanes ---- */

/* lo, hi := the 64-bit counters of HALF blocks from this one on. */
INLINE void lane_counters(const uint32_t counter[2], vec *lo, vec *hi)
{
    const vec number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
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

/* out[i] := the words of block 4 i + k. fours[j] has its words 4 j to 4 j + 3 as vec_join_fours leaves them. */
INLINE void vec_join_blocks(vec out[4], vec fours[4][4], unsigned k)
{
    const vec a = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0x44);
    const vec b = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0x44);
    const vec c = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0xee);
    const vec d = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0xee);

    out[0] = _mm512_shuffle_i32x4(a, b, 0x88);
    out[1] = _mm512_shuffle_i32x4(a, b, 0xdd);
    out[2] = _mm512_shuffle_i32x4(c, d, 0x88);
    out[3] = _mm512_shuffle_i32x4(c, d, 0xdd);
}

/* out := the HALF blocks whose words these are. */
INLINE void lanes_store(uint8_t *out, const vec x[16])
{
    vec fours[4][4];

    UNROLL for (unsigned i = 0; i < 4; i++)
        vec_join_fours(fours[i], x + 4 * i);
    UNROLL for (unsigned k = 0; k < 4; k++) {
        vec blocks[4];

        vec_join_blocks(blocks, fours, k);
        UNROLL for (unsigned i = 0; i < 4; i++)
            vec_store(out + (size_t)BLOCK * (4 * i + k), blocks[i]);
    }
}

/* x := the words of HALF states: the same transposition. */
INLINE void lanes_load(vec x[16], const uint32_t states[HALF][AB_CHACHA_WORDS])
{
    vec fours[4][4];

    UNROLL for (unsigned i = 0; i < 4; i++) {
        vec state[4];

        UNROLL for (unsigned j = 0; j < 4; j++)
            state[j] = _mm512_loadu_si512((const void *)states[4 * i + j]);
        vec_join_fours(fours[i], state);
    }
    UNROLL for (unsigned k = 0; k < 4; k++) {
        vec words[4];

        vec_join_blocks(words, fours, k);
        UNROLL for (unsigned i = 0; i < 4; i++)
            x[4 * i + k] = words[i];
    }
}

/* The words of the states of LANE_BLOCKS blocks. */
struct lanes {
    vec words[2][16];
};

_Static_assert(sizeof(struct lanes) == LANES_BYTES, "it is wiped as so many blocks");

/* Made by generate/make_lanes_avx512.py: words := the 20 rounds of words, without the sum at their end. */
void ab_chacha_words_0_avx512(vec words[2][16]);
/*
 * Likewise: out := in + LANE_BLOCKS blocks of key stream from this counter on. Before anything is stored, the chain
 * absorbs as many blocks of Poly1305 as the name says.
 */
typedef void text_fn(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
                     struct weave *chain);
text_fn ab_chacha_text_0_avx512, ab_chacha_text_60_avx512;

enum { LANES_WOVEN = 60 };

/* Word i of the states of HALF blocks from the counter on. */
INLINE vec lane_word(const uint32_t key[8], const uint32_t counter[4], unsigned i)
{
    vec lo, hi;

    if (i >= 4 && i < 12)
        return _mm512_set1_epi32((int)key[i - 4]);
    if (i < 4 || i >= 14)
        return _mm512_set1_epi32((int)(i < 4 ? ab_chacha_constants[i] : counter[i - 12]));
    lane_counters(counter, &lo, &hi);
    return i == 12 ? lo : hi;
}

/* The blocks of LANE_BLOCKS states that have nothing in common. */
NOINLINE void separate_lanes(const uint32_t states[LANE_BLOCKS][AB_CHACHA_WORDS], uint8_t *out)
{
    struct lanes start, l;

    UNROLL for (unsigned half = 0; half < 2; half++) {
        lanes_load(start.words[half], states + HALF * half);
        UNROLL for (unsigned i = 0; i < 16; i++)
            l.words[half][i] = start.words[half][i];
    }
    ab_chacha_words_0_avx512(l.words);
    UNROLL for (unsigned half = 0; half < 2; half++) {
        vec sum[16];

        UNROLL for (unsigned i = 0; i < 16; i++)
            sum[i] = _mm512_add_epi32(l.words[half][i], start.words[half][i]);
        lanes_store(out + (size_t)HALF * BLOCK * half, sum);
    }
    wipe_blocks(&l, LANE_BLOCKS);
    wipe_blocks(&start, LANE_BLOCKS);
}

/* ---- lanes and rows ---- */

/* Word i of x becomes word i - n mod 4: a renaming. */
INLINE void lanes_turn(vec x[4], unsigned n)
{
    const vec y[4] = { x[n % 4], x[(1 + n) % 4], x[(2 + n) % 4], x[(3 + n) % 4] };

    UNROLL for (unsigned i = 0; i < 4; i++)
        x[i] = y[i];
}

/*
 * out := HALF blocks of key stream in lanes, then num sets of rows, at most MAX_MIXED. A row of the matrix is elements
 * 0 to 3 of a, b, c or d for the lanes, and one further element for each set of rows, so that quarter rounds of both
 * are the same.
 */
INLINE void mixed(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, unsigned num)
{
    vec a[4 + MAX_MIXED], b[4 + MAX_MIXED], c[4 + MAX_MIXED], d[4 + MAX_MIXED], sum[16];

    UNROLL for (unsigned i = 0; i < 4; i++) {
        a[i] = lane_word(key, counter, i);
        b[i] = lane_word(key, counter, 4 + i);
        c[i] = lane_word(key, counter, 8 + i);
        d[i] = lane_word(key, counter, 12 + i);
    }
    UNROLL for (unsigned i = 0; i < num; i++)
        wide_start(&a[4 + i], &b[4 + i], &c[4 + i], &d[4 + i], key, counter, HALF + wide_BLOCKS * i);
    LOOP for (unsigned round = 0; round < DOUBLE_ROUNDS; round++) {
        wide_quarter_rounds(a, b, c, d, 4 + num);
        lanes_turn(b, 1);
        lanes_turn(c, 2);
        lanes_turn(d, 3);
        wide_turns(a + 4, c + 4, d + 4, 1, num);
        wide_quarter_rounds(a, b, c, d, 4 + num);
        lanes_turn(b, 3);
        lanes_turn(c, 2);
        lanes_turn(d, 1);
        wide_turns(a + 4, c + 4, d + 4, 0, num);
    }
    UNROLL for (unsigned i = 0; i < num; i++)
        wide_end(out + (size_t)BLOCK * (HALF + wide_BLOCKS * i), a[4 + i], b[4 + i], c[4 + i], d[4 + i], key, counter,
                 HALF + wide_BLOCKS * i);
    UNROLL for (unsigned i = 0; i < 4; i++) {
        sum[i] = wide_add(a[i], lane_word(key, counter, i));
        sum[4 + i] = wide_add(b[i], lane_word(key, counter, 4 + i));
        sum[8 + i] = wide_add(c[i], lane_word(key, counter, 8 + i));
        sum[12 + i] = wide_add(d[i], lane_word(key, counter, 12 + i));
    }
    lanes_store(out, sum);
}

/* The key stream of 8 or 12 blocks in rows, and of HALF and more in lanes and rows, each number compiled apart. */
NOINLINE void wide_keystream(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, size_t num)
{
    if (num == 2)
        wide_rows(key, counter, out, 2);
    else if (num == 3)
        wide_rows(key, counter, out, 3);
    else if (num == 4)
        mixed(key, counter, out, 0);
    else if (num == 5)
        mixed(key, counter, out, 1);
    else if (num == 6)
        mixed(key, counter, out, 2);
    else
        mixed(key, counter, out, MAX_MIXED);
}

/* ---- all shapes ---- */

/* keystream_blocks stores so many blocks for num. Each divisor is a constant, so that no division is executed. */
INLINE size_t stored_blocks(size_t num)
{
    if (num <= NARROW_MOST)
        return (num + narrow_BLOCKS - 1) / narrow_BLOCKS * narrow_BLOCKS;
    return num <= WIDE_MOST ? (num + wide_BLOCKS - 1) / wide_BLOCKS * wide_BLOCKS : LANE_BLOCKS;
}

/* Store num blocks of key stream, 1 to LANE_BLOCKS, and as many more as stored_blocks says. */
INLINE void keystream_blocks(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, size_t num)
{
    if (num <= NARROW_MOST) {
        narrow_keystream(key, counter, out, (num + narrow_BLOCKS - 1) / narrow_BLOCKS);
    } else if (num <= WIDE_MOST) {
        wide_keystream(key, counter, out, (num + wide_BLOCKS - 1) / wide_BLOCKS);
    } else {
        memset(out, 0, LANES_BYTES);
        ab_chacha_text_0_avx512(key, counter, out, out, NULL);
    }
}

#endif
