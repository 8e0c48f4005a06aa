/*
 * SHA-512 with its rounds in general registers and the message schedule in vectors, two words of up to four blocks at
 * once, hidden behind the first block's rounds (AVX-512 for its rotations and three-way logic).
 *
 * The path from e to the next e, four cycles a round, sets the pace, and so do the units: 24 operations a round at
 * five a cycle. So no operation is wasted, and everything that does not depend on the newest e or a is summed first.
 * The code is short on purpose, one copy for one block and for many: longer code, unrolled for each, took a tenth more
 * time wherever other code ran in between.
 */
#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/sha/sha_kernels.h"

enum { MAX_BLOCKS = 4, BLOCK_LEN = 128, NUM_ROUNDS = 80 };

/* Words in memory: two of each block, sixteen of each, all. */
enum { PAIR = 2 * MAX_BLOCKS, SIXTEEN = 8 * PAIR, ALL = NUM_ROUNDS / 2 * PAIR };

/* ---- rounds ---- */

/* Keep the compiler from moving terms of a sum across this point, which would lengthen the path. */
INLINE uint64_t early(uint64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

INLINE uint64_t rotate_right(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}
INLINE uint64_t big_sigma0(uint64_t x)
{
    return rotate_right(x, 28) ^ rotate_right(x, 34) ^ rotate_right(x, 39);
}
INLINE uint64_t big_sigma1(uint64_t x)
{
    return rotate_right(x, 14) ^ rotate_right(x, 18) ^ rotate_right(x, 41);
}

struct state {
    uint64_t a, b, c, d, e, f, g, h;
};

/*
 * A round (FIPS 180-4 sec. 6.4.2): the new a takes the place of h, the new e that of d. Ch and Maj are sums of two
 * terms that have no bit in common, (e & f) + (~e & g) and (a & (b ^ c)) + (b & ~(b ^ c)). The new a, which is T1 +
 * Sigma0 + Maj, is computed from the new e, d + T1.
 */
INLINE void step(uint64_t w_and_k, uint64_t a, uint64_t b, uint64_t c, uint64_t *d, uint64_t e, uint64_t f, uint64_t g,
                 uint64_t *h)
{
    uint64_t sum = early(*h + w_and_k), rest = early(early(b & ~(b ^ c)) - *d);

    *d = early(early(early(*d + sum) + (e & f)) + (~e & g)) + early(big_sigma1(e));
    *h = early(early(rest + (a & (b ^ c))) + *d) + early(big_sigma0(a));
}

#define ROUND(wk, a, b, c, d, e, f, g, h) step(wk, s->a, s->b, s->c, &s->d, s->e, s->f, s->g, &s->h)

/* Rounds by two; after the fourth pair each word has its name back. */
#define ROUNDS_0(wk) ROUND((wk)[0], a, b, c, d, e, f, g, h); ROUND((wk)[1], h, a, b, c, d, e, f, g)
#define ROUNDS_2(wk) ROUND((wk)[0], g, h, a, b, c, d, e, f); ROUND((wk)[1], f, g, h, a, b, c, d, e)
#define ROUNDS_4(wk) ROUND((wk)[0], e, f, g, h, a, b, c, d); ROUND((wk)[1], d, e, f, g, h, a, b, c)
#define ROUNDS_6(wk) ROUND((wk)[0], c, d, e, f, g, h, a, b); ROUND((wk)[1], b, c, d, e, f, g, h, a)

/* Load word by word, since a vector load would wait for the stores of words before it. */
INLINE struct state load_state(const uint64_t *w)
{
    return (struct state){ early(w[0]), early(w[1]), early(w[2]), early(w[3]),
                           early(w[4]), early(w[5]), early(w[6]), early(w[7]) };
}

/* ---- schedule: a vector holds two words of each block ---- */

INLINE __m512i small_sigma0(__m512i x)
{
    return _mm512_ternarylogic_epi64(_mm512_ror_epi64(x, 1), _mm512_ror_epi64(x, 8), _mm512_srli_epi64(x, 7), 0x96);
}

INLINE __m512i small_sigma1(__m512i x)
{
    return _mm512_ternarylogic_epi64(_mm512_ror_epi64(x, 19), _mm512_ror_epi64(x, 61), _mm512_srli_epi64(x, 6), 0x96);
}

/* The next two words after the sixteen in w (a ring whose oldest are in w[i]); they replace the oldest. */
INLINE void extend(__m512i w[8], unsigned i)
{
    __m512i fifteen_back = _mm512_alignr_epi8(w[(i + 1) % 8], w[i], 8);
    __m512i seven_back = _mm512_alignr_epi8(w[(i + 5) % 8], w[(i + 4) % 8], 8);
    __m512i sum = _mm512_add_epi64(_mm512_add_epi64(w[i], small_sigma0(fifteen_back)), seven_back);

    w[i] = _mm512_add_epi64(sum, small_sigma1(w[(i + 7) % 8]));
}

INLINE __m512i load_words(const uint8_t *in, size_t num_blocks)
{
    const __m128i swap = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    __m512i x = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)in));

    if (num_blocks > 1)
        x = _mm512_inserti64x2(x, _mm_loadu_si128((const __m128i *)(in + BLOCK_LEN)), 1);
    if (num_blocks > 2)
        x = _mm512_inserti64x2(x, _mm_loadu_si128((const __m128i *)(in + 2 * BLOCK_LEN)), 2);
    if (num_blocks > 3)
        x = _mm512_inserti64x2(x, _mm_loadu_si128((const __m128i *)(in + 3 * BLOCK_LEN)), 3);
    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(swap));
}

/* Words with the constants of rounds t and t + 1 added; the rounds read them from memory. */
INLINE void store_words(uint64_t *wk, __m512i w, unsigned t)
{
    _mm512_store_si512(wk,
                       _mm512_add_epi64(w, _mm512_broadcast_i64x2(_mm_load_si128((const __m128i *)(ab_sha512_k + t)))));
    __asm__ volatile("" : : : "memory"); /* keep it here, where it fills gaps between the rounds */
}

/* ---- blocks ---- */

/* Eight rounds of one block. */
INLINE void rounds_8(struct state *s, const uint64_t *wk)
{
    ROUNDS_0(wk);
    ROUNDS_2(wk + PAIR);
    ROUNDS_4(wk + 2 * PAIR);
    ROUNDS_6(wk + 3 * PAIR);
}

/* Compute words t + i and t + i + 1 of each block into `next`. */
INLINE void pass_words(uint64_t *next, __m512i w[8], unsigned t, unsigned i)
{
    extend(w, i / 2);
    store_words(next + i / 2 * PAIR, w[i / 2], t + i);
}

/* Eight rounds, and the words of the eight rounds that come sixteen later, from t + i on. */
INLINE void rounds_8_extend(struct state *s, const uint64_t *wk, uint64_t *next, __m512i w[8], unsigned t, unsigned i)
{
    ROUNDS_0(wk);
    pass_words(next, w, t, i);
    ROUNDS_2(wk + PAIR);
    pass_words(next, w, t, i + 2);
    ROUNDS_4(wk + 2 * PAIR);
    pass_words(next, w, t, i + 4);
    ROUNDS_6(wk + 3 * PAIR);
    pass_words(next, w, t, i + 6);
}

INLINE void add_word(uint64_t *state, uint64_t *x)
{
    *state = *x = early(*x + *state);
    __asm__ volatile("" : : : "memory");
}

INLINE void add_state(uint64_t *state, struct state *s)
{
    add_word(state, &s->a);
    add_word(state + 1, &s->b);
    add_word(state + 2, &s->c);
    add_word(state + 3, &s->d);
    add_word(state + 4, &s->e);
    add_word(state + 5, &s->f);
    add_word(state + 6, &s->g);
    add_word(state + 7, &s->h);
}

/* The last rounds of a block, or all of them. */
INLINE void finish_block(uint64_t *state, struct state *s, const uint64_t *wk, unsigned num_rounds)
{
    for (; num_rounds > 0; num_rounds -= 8, wk += SIXTEEN / 2)
        rounds_8(s, wk);
    add_state(state, s);
}

/*
 * Up to four blocks. A single one needs room for sixteen words only; otherwise the words of all rounds stay for the
 * blocks after it.
 */
INLINE void compress_group(uint64_t *state, struct state *s, uint64_t *wk, const uint8_t *in, size_t num_blocks)
{
    size_t stride = num_blocks > 1 ? SIXTEEN : 0;
    unsigned num_rounds = 16;
    uint64_t *at = wk;
    __m512i w[8];

    UNROLL for (unsigned i = 0; i < 8; i++) {
        w[i] = load_words(in + 16 * i, num_blocks);
        store_words(wk + i * PAIR, w[i], 2 * i);
    }
    for (unsigned t = 16; t < NUM_ROUNDS; t += 16, at += stride) {
        rounds_8_extend(s, at, at + stride, w, t, 0);
        rounds_8_extend(s, at + SIXTEEN / 2, at + stride, w, t, 8);
    }
    for (size_t i = 0; i < num_blocks; i++) {
        finish_block(state, s, at, num_rounds);
        at = wk + 2 * (i + 1);
        num_rounds = NUM_ROUNDS;
    }
}

/* Wipe vector by vector: a compiler's memset of this length starts slowly. */
INLINE void wipe_words(uint64_t *wk, size_t num)
{
    for (uint64_t *end = wk + num; wk < end; wk += 8) {
        _mm512_store_si512(wk, _mm512_setzero_si512());
        __asm__ volatile("" : "+r"(wk) : : "memory");
    }
}

void ab_sha512_compress_avx512(uint64_t state[8], const uint8_t *in, size_t num_blocks)
{
    _Alignas(64) uint64_t wk[ALL];
    size_t num_used = num_blocks > 1 ? ALL : SIXTEEN;
    struct state s = load_state(state);

    while (num_blocks > 0) {
        size_t num = num_blocks < MAX_BLOCKS ? num_blocks : MAX_BLOCKS;

        compress_group(state, &s, wk, in, num);
        in += num * BLOCK_LEN;
        num_blocks -= num;
    }
    wipe_words(wk, num_used);
}
