/*
 * SHA-256 with the SHA instructions (Intel SDM vol. 2B, SHA256RNDS2, SHA256MSG1, SHA256MSG2). A chain of sha256rnds2 sets
 * the pace, 32 a block at the latency of the instruction; the schedule runs in its shadow.
 */
#include <immintrin.h>

#include "kernels/sha/sha_kernels.h"

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define UNROLL _Pragma("GCC unroll 16")
#endif

/* The instructions keep the eight words as (A, B, E, F) and (C, D, G, H), highest lane first. */
struct halves {
    __m128i abef, cdgh;
};

INLINE struct halves load_state(const uint32_t state[8])
{
    __m128i dcba = _mm_loadu_si128((const __m128i *)state), hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);

    return (struct halves){ _mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xf0) };
}

INLINE void store_state(uint32_t state[8], struct halves h)
{
    __m128i feba = _mm_shuffle_epi32(h.abef, 0x1b), dchg = _mm_shuffle_epi32(h.cdgh, 0xb1);

    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* Four rounds; wk: the four words of the schedule with their constants added. */
INLINE void four_rounds(struct halves *h, __m128i wk)
{
    h->cdgh = _mm_sha256rnds2_epu32(h->cdgh, h->abef, wk);
    h->abef = _mm_sha256rnds2_epu32(h->abef, h->cdgh, _mm_shuffle_epi32(wk, 0x0e));
}

/* The next four words after the sixteen in w (a ring whose oldest is w[i]): they take the place of the oldest. */
INLINE void extend(__m128i w[4], unsigned i)
{
    __m128i oldest = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
    __m128i seven_back = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);

    w[i % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(oldest, seven_back), w[(i + 3) % 4]);
}

/*
 * One message, or several in step: while one waits for its chain, the others use the unit, which takes a sha256rnds2 every other
 * cycle where the latency is four. With four it is full; the chains of two do not always fall into each other's gaps.
 */
INLINE void compress_lanes(void *const state[], const uint8_t *const in[], size_t num_blocks, const unsigned num_lanes)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i *k = (const __m128i *)ab_sha256_k;
    struct halves h[AB_SHA256_MAX_LANES], start[AB_SHA256_MAX_LANES];
    __m128i w[AB_SHA256_MAX_LANES][4];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        h[j] = load_state(state[j]);
    for (size_t at = 0; at < 64 * num_blocks; at += 64) {
        UNROLL for (unsigned j = 0; j < num_lanes; j++)
            start[j] = h[j];
        UNROLL for (unsigned i = 0; i < 4; i++)
            UNROLL for (unsigned j = 0; j < num_lanes; j++) {
                w[j][i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(in[j] + at) + i), swap);
                four_rounds(&h[j], _mm_add_epi32(w[j][i], k[i]));
            }
        UNROLL for (unsigned i = 4; i < 16; i++)
            UNROLL for (unsigned j = 0; j < num_lanes; j++) {
                extend(w[j], i);
                four_rounds(&h[j], _mm_add_epi32(w[j][i % 4], k[i]));
            }
        UNROLL for (unsigned j = 0; j < num_lanes; j++) {
            h[j].abef = _mm_add_epi32(h[j].abef, start[j].abef);
            h[j].cdgh = _mm_add_epi32(h[j].cdgh, start[j].cdgh);
        }
    }
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        store_state(state[j], h[j]);
}

void ab_sha256_compress_sha(uint32_t state[8], const uint8_t *in, size_t num_blocks)
{
    void *lane = state;

    compress_lanes(&lane, &in, num_blocks, 1);
}

void ab_sha256_compress_lanes_sha(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                  unsigned num_lanes)
{
    (void)block_len;
    if (num_lanes == 4)
        compress_lanes(state, in, num_blocks, 4);
    else if (num_lanes == 3)
        compress_lanes(state, in, num_blocks, 3);
    else if (num_lanes == 2)
        compress_lanes(state, in, num_blocks, 2);
    else
        compress_lanes(state, in, num_blocks, 1);
}
