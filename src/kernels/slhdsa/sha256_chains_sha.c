/*
 * Chains of F with the SHA instructions, four in step. Words 0 to 3 of the block belong to the address and do not
 * change along a chain, so the four rounds that take them are run once a chain.
 */
#include "ct/ct.h"
#include "kernels/sha/sha256_steps.h"
#include "kernels/slhdsa/sha256_block.h"

enum { LANES = 4 };

/* What depends on n: where in words 4 to 15 the halves of a value's words go, and what follows them. */
struct layout {
    __m128i first_low, second_low, second_high, third_high; /* shuffles of the value's first and last four words */
    __m128i second_pad, third_pad;
};

/* Four chains. */
struct group {
    __m128i first[LANES], second[LANES]; /* words 0 to 3, and of 4 to 7 what belongs to the address */
    struct halves begun[LANES];          /* after four rounds */
    struct words value[LANES];
    unsigned num_steps[LANES];
};

/* Bytes of a half of a word: the upper one of word i is half 2 i + 1. */
INLINE __m128i take_halves(int h7, int h6, int h5, int h4, int h3, int h2, int h1, int h0)
{
    const __m128i halves = _mm_set_epi16((short)h7, (short)h6, (short)h5, (short)h4, (short)h3, (short)h2, (short)h1,
                                         (short)h0);
    const __m128i bytes = _mm_or_si128(_mm_slli_epi16(halves, 1), _mm_slli_epi16(halves, 9));

    return _mm_add_epi16(bytes, _mm_set1_epi16(0x0100));
}

enum { NONE = 0x40 /* of a shuffle: 0 */ };

/* Shift a value of eight words by half a word, from word 5 on. */
INLINE void set_layout(struct layout *l, size_t n)
{
    const int fifth = n > 16 ? 1 : NONE, fifth_low = n > 16 ? 0 : NONE, sixth = n > 16 ? 3 : NONE;
    const int sixth_low = n > 16 ? 2 : NONE, seventh = n > 24 ? 5 : NONE;
    const int seventh_low = n > 24 ? 4 : NONE, last = n > 24 ? 7 : NONE, last_low = n > 24 ? 6 : NONE;

    l->first_low = take_halves(2, 5, 0, 3, NONE, 1, NONE, NONE);
    l->second_low = take_halves(NONE, NONE, NONE, NONE, 6, NONE, 4, 7);
    l->second_high = take_halves(sixth_low, seventh, fifth_low, sixth, NONE, fifth, NONE, NONE);
    l->third_high = take_halves(NONE, NONE, NONE, NONE, last_low, NONE, seventh_low, last);
    l->second_pad = _mm_set_epi32(n == 24 ? 0x8000 : 0, 0, n == 16 ? 0x8000 : 0, 0);
    l->third_pad = _mm_set_epi32((int)message_bits(n), 0, n == 32 ? 0x8000 : 0, 0);
}

INLINE __m128i swap_words(__m128i x)
{
    return _mm_shuffle_epi8(x, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

/* Words 0 to 3 and 4 to 7 of the block: the address compressed, bytes 3, 8 to 15, 19 and 20 to 31. */
INLINE void load_address(__m128i *first, __m128i *second, const ab_slhdsa_address address)
{
    const __m128i from_low = _mm_set_epi8(-1, -1, -1, -1, 15, -1, -1, -1, 11, 12, 13, 14, 3, 8, 9, 10);
    const __m128i from_high = _mm_set_epi8(6, 7, 8, 9, -1, 3, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i rest = _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 14, 15, -1, -1, 10, 11, 12, 13);
    const __m128i low = _mm_loadu_si128((const __m128i *)address);
    const __m128i high = _mm_loadu_si128((const __m128i *)address + 1);

    *first = _mm_or_si128(_mm_shuffle_epi8(low, from_low), _mm_shuffle_epi8(high, from_high));
    *second = _mm_shuffle_epi8(high, rest);
}

INLINE struct words load_value(const uint8_t *in, size_t n)
{
    struct words w = { swap_words(_mm_loadu_si128((const __m128i *)in)), _mm_setzero_si128() };

    if (n == 24)
        w.high = swap_words(_mm_loadl_epi64((const __m128i *)(in + 16)));
    else if (n == 32)
        w.high = swap_words(_mm_loadu_si128((const __m128i *)(in + 16)));
    return w;
}

INLINE void store_value(uint8_t *out, size_t n, struct words w)
{
    _mm_storeu_si128((__m128i *)out, swap_words(w.low));
    if (n == 24)
        _mm_storel_epi64((__m128i *)(out + 16), swap_words(w.high));
    else if (n == 32)
        _mm_storeu_si128((__m128i *)(out + 16), swap_words(w.high));
}

/* Lanes without a chain repeat the first one, and take no step. */
INLINE void begin(struct group *g, struct halves start, size_t n, const struct ab_slhdsa_chain *chains,
                  const uint8_t *values, unsigned num)
{
    UNROLL for (unsigned j = 0; j < LANES; j++) {
        const unsigned from = j < num ? j : 0;

        load_address(&g->first[j], &g->second[j], chains[from].address);
        g->begun[j] = start;
        four_rounds(&g->begun[j], _mm_add_epi32(g->first[j], _mm_loadu_si128((const __m128i *)ab_sha256_k)));
        g->value[j] = load_value(values + from * n, n);
        g->num_steps[j] = j < num ? chains[j].num_steps : 0;
    }
}

INLINE void make_block(__m128i w[4], const struct group *g, unsigned j, const struct layout *l)
{
    const struct words *v = &g->value[j];

    w[0] = g->first[j];
    w[1] = _mm_or_si128(_mm_shuffle_epi8(v->low, l->first_low), g->second[j]);
    w[2] = _mm_or_si128(_mm_shuffle_epi8(v->low, l->second_low),
                        _mm_or_si128(_mm_shuffle_epi8(v->high, l->second_high), l->second_pad));
    w[3] = _mm_or_si128(_mm_shuffle_epi8(v->high, l->third_high), l->third_pad);
}

/* One step of the chains that still run. */
INLINE void run_step(struct group *g, struct halves start, const struct layout *l, unsigned t)
{
    const __m128i *k = (const __m128i *)ab_sha256_k;
    struct halves h[LANES];
    __m128i w[LANES][4];

    UNROLL for (unsigned j = 0; j < LANES; j++) {
        make_block(w[j], g, j, l);
        h[j] = g->begun[j];
        g->second[j] = _mm_add_epi32(g->second[j], _mm_set_epi32(0, 0, 1 << 16, 0)); /* the next hash address */
    }
    UNROLL for (unsigned i = 1; i < 16; i++)
        UNROLL for (unsigned j = 0; j < LANES; j++) {
            if (i >= 4)
                extend(w[j], i);
            four_rounds(&h[j], _mm_add_epi32(w[j][i % 4], k[i]));
        }
    UNROLL for (unsigned j = 0; j < LANES; j++) {
        h[j].abef = _mm_add_epi32(h[j].abef, start.abef);
        h[j].cdgh = _mm_add_epi32(h[j].cdgh, start.cdgh);
        if (t < g->num_steps[j])
            g->value[j] = words_of(h[j]);
    }
}

/* Copy the values after t steps that are to be kept. */
INLINE void keep(const struct group *g, size_t n, const struct ab_slhdsa_chain *chains, unsigned num, unsigned t)
{
    for (unsigned j = 0; j < num; j++)
        if (chains[j].kept != NULL && chains[j].kept_step == t)
            store_value(chains[j].kept, n, g->value[j]);
}

void ab_slhdsa_sha256_chains_sha(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                 unsigned num)
{
    const struct halves start = load_state(seed);
    struct layout l;
    struct group g;

    set_layout(&l, n);
    for (unsigned done = 0, part; done < num; done += part) {
        part = num - done < LANES ? num - done : LANES;
        begin(&g, start, n, chains + done, values + done * n, part);
        keep(&g, n, chains + done, part, 0);
        for (unsigned t = 0, last = max_steps(chains + done, part); t < last; t++) {
            run_step(&g, start, &l, t);
            keep(&g, n, chains + done, part, t + 1);
        }
        for (unsigned j = 0; j < part; j++)
            store_value(values + (done + j) * n, n, g.value[j]);
    }
    ab_wipe(&g, sizeof(g));
}
