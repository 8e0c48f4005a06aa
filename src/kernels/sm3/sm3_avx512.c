/*
 * SM3 with its rounds in general registers and the message's expansion in vectors of four words, hidden behind the
 * rounds (AVX-512VL for its rotations and three-way logic).
 *
 * The path from e to the next e sets the pace: an addition, a rotation, an addition and P0's three operations, six
 * cycles a round, 384 a block. Everything else is summed before e is known, and the multiplexer (e & f) | (~e & g) is
 * built from the two parts that P0 leaves for its last step.
 */
#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/sm3/sm3_kernels.h"
#include "kernels/words32.h"

/* p ^ q is e. */
struct state {
    uint32_t a, b, c, d, e, f, g, h, p, q;
};

/* The words of four rounds: W, and W' = W[j] ^ W[j + 4]. */
struct words {
    _Alignas(16) uint32_t w[4];
    uint32_t w_prime[4];
};

/* (e & f) | (~e & g), with e as the two parts that P0 leaves for its last step. */
INLINE uint32_t choose(const struct state *s, uint32_t f, uint32_t g)
{
    uint32_t differ = early(f ^ g);

    return (s->p & differ) ^ early((s->q & differ) ^ g);
}

/* Round j: the new a takes the place of d, the new e that of h. */
INLINE void step(struct state *s, unsigned j, uint32_t a, uint32_t *b, uint32_t c, uint32_t *d, uint32_t e, uint32_t *f,
                 uint32_t g, uint32_t *h, const struct words *words)
{
    uint32_t a12 = rotate_left(a, 12), t = rotate_left(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32);
    uint32_t ss1 = rotate_left(early(a12 + t) + e, 7);
    uint32_t ff = j < 16 ? a ^ *b ^ c : (a & (*b | c)) | (*b & c);
    uint32_t gg = j < 16 ? e ^ early(*f ^ g) : choose(s, *f, g);
    uint32_t tt2 = early(early(*h + words->w[j % 4]) + gg) + ss1;

    *d = early(*d + words->w_prime[j % 4] + ff) + (ss1 ^ a12);
    *b = rotate_left(*b, 9);
    *f = rotate_left(*f, 19);
    s->p = tt2 ^ rotate_left(tt2, 9);
    s->q = rotate_left(tt2, 17);
    *h = s->p ^ s->q;
}

#define ROUND(j, a, b, c, d, e, f, g, h) step(s, j, s->a, &s->b, s->c, &s->d, s->e, &s->f, s->g, &s->h, words)

/* Four rounds, after which each word has its name back. */
INLINE void four_rounds(struct state *s, unsigned j, const struct words *words)
{
    ROUND(j, a, b, c, d, e, f, g, h);
    ROUND(j + 1, d, a, b, c, h, e, f, g);
    ROUND(j + 2, c, d, a, b, g, h, e, f);
    ROUND(j + 3, b, c, d, a, f, g, h, e);
}

INLINE __m128i load(const uint8_t *in)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)in), swap);
}

/* Each word rotated to the left; n must be a constant. */
#define vec_rotate(x, n) _mm_rol_epi32(x, n)

INLINE __m128i vec_xor3(__m128i x, __m128i y, __m128i z)
{
    return _mm_ternarylogic_epi32(x, y, z, 0x96);
}
INLINE __m128i p1(__m128i x)
{
    return vec_xor3(x, vec_rotate(x, 15), vec_rotate(x, 23));
}

/* sum ^ P1 of each word of x rotated by 15: P1 is linear, so that is three rotations that depend only on x. */
INLINE __m128i add_p1_15(__m128i sum, __m128i x)
{
    return _mm_xor_si128(vec_xor3(sum, vec_rotate(x, 15), vec_rotate(x, 30)), vec_rotate(x, 6));
}

/*
 * The four words after the sixteen in w. The word three before is added last, since it is a path from these words to
 * the next four; for the fourth word it is the first of these.
 */
INLINE __m128i next_words(const __m128i w[4])
{
    __m128i w3 = _mm_alignr_epi8(w[1], w[0], 12), w7 = _mm_alignr_epi8(w[2], w[1], 12);
    __m128i w10 = _mm_alignr_epi8(w[3], w[2], 8), w13 = _mm_srli_si128(w[3], 4);
    __m128i x = vec_xor3(p1(_mm_xor_si128(w[0], w7)), vec_rotate(w3, 7), w10);

    x = add_p1_15(x, w13);
    return add_p1_15(x, _mm_slli_si128(x, 12));
}

INLINE void store_words(struct words *words, __m128i w, __m128i w4)
{
    _mm_store_si128((__m128i *)words->w, w);
    _mm_store_si128((__m128i *)words->w_prime, _mm_xor_si128(w, w4));
    __asm__(
        ""
        : "+m"(
            *words)); /* the rounds add them from memory: extracting them from a vector costs two operations a word */
}

/* The words of rounds j to j + 3, from the sixteen in w, which then advance by four. */
INLINE void pass_words(struct words *words, __m128i w[4])
{
    __m128i next = next_words(w);

    store_words(words, w[0], w[1]);
    w[0] = w[1];
    w[1] = w[2];
    w[2] = w[3];
    w[3] = next;
}

#define FOUR(j) pass_words(&words[(j) / 4], w); four_rounds(s, j, &words[(j) / 4])
#define SIXTEEN(j) FOUR(j); FOUR((j) + 4); FOUR((j) + 8); FOUR((j) + 12)

INLINE void all_rounds(struct state *s, struct words words[16], const uint8_t *in)
{
    __m128i w[4] = { load(in), load(in + 16), load(in + 32), load(in + 48) };

    SIXTEEN(0);
    SIXTEEN(16);
    SIXTEEN(32);
    SIXTEEN(48);
}

void ab_sm3_compress_avx512(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    struct words words[16];
    struct state s;

    memcpy(&s, state, 32);
    for (; num_blocks > 0; num_blocks--, in += 64) {
        struct state start = s;

        all_rounds(&s, words, in);
        s = (struct state){ s.a ^ start.a,
                            s.b ^ start.b,
                            s.c ^ start.c,
                            s.d ^ start.d,
                            s.e ^ start.e,
                            s.f ^ start.f,
                            s.g ^ start.g,
                            s.h ^ start.h,
                            0,
                            0 };
    }
    memcpy(state, &s, 32);
    ab_wipe(words, sizeof(words));
}
