/*
 * SHA-256 with the SHA instructions (Intel SDM vol. 2B, SHA256RNDS2, SHA256MSG1, SHA256MSG2). A chain of sha256rnds2
 * sets the pace, 32 a block at the latency of the instruction; the schedule is hidden behind it.
 */
#include "kernels/inline.h"
#include "kernels/sha/sha256_steps.h"

/*
 * The same, two cycles sooner and two instructions longer, for a block that is known late: of the words seven back
 * only the last is among the newest four, and sha256msg2 merely adds it.
 */
INLINE void extend_soon(__m128i w[4], unsigned i)
{
    __m128i oldest = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
    __m128i seven_back = _mm_srli_si128(w[(i + 2) % 4], 4), last = _mm_slli_si128(w[(i + 3) % 4], 12);

    w[i % 4] = _mm_add_epi32(_mm_sha256msg2_epu32(_mm_add_epi32(oldest, seven_back), w[(i + 3) % 4]), last);
}

/* Words 4 i to 4 i + 3 of lane j's block. */
typedef __m128i load_fn(const void *from, unsigned j, unsigned i);
typedef void extend_fn(__m128i w[4], unsigned i);

/*
 * Compress a block of each message into its state. One message, or several in step: while one waits for its chain, the
 * others use the unit, which takes a sha256rnds2 every other cycle at a latency of four. Four fill it; the chains of
 * two do not always fit into each other's gaps.
 */
INLINE void add_block(struct halves h[], load_fn *load, const void *from, extend_fn *next_words,
                      const unsigned num_lanes)
{
    const __m128i *k = (const __m128i *)ab_sha256_k;
    struct halves start[AB_SHA256_LANES_SHA];
    __m128i w[AB_SHA256_LANES_SHA][4];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        start[j] = h[j];
    UNROLL for (unsigned i = 0; i < 16; i++)
        UNROLL for (unsigned j = 0; j < num_lanes; j++) {
            if (i < 4)
                w[j][i] = load(from, j, i);
            else
                next_words(w[j], i);
            four_rounds(&h[j], _mm_add_epi32(w[j][i % 4], k[i]));
        }
    UNROLL for (unsigned j = 0; j < num_lanes; j++) {
        h[j].abef = _mm_add_epi32(h[j].abef, start[j].abef);
        h[j].cdgh = _mm_add_epi32(h[j].cdgh, start[j].cdgh);
    }
}

/* ---- messages in memory ---- */

struct input {
    const uint8_t *const *in;
    size_t at;
};

INLINE __m128i load_bytes(const void *from, unsigned j, unsigned i)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const struct input *input = from;

    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(input->in[j] + input->at) + i), swap);
}

INLINE void compress_lanes(void *const state[], const uint8_t *const in[], size_t num_blocks, const unsigned num_lanes)
{
    struct input input = { in, 0 };
    struct halves h[AB_SHA256_LANES_SHA];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        h[j] = load_state(state[j]);
    for (; input.at < 64 * num_blocks; input.at += 64)
        add_block(h, load_bytes, &input, extend, num_lanes);
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        store_words(state[j], words_of(h[j]));
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
    for (; num_lanes >= 4; num_lanes -= 4, state += 4, in += 4)
        compress_lanes(state, in, num_blocks, 4);
    if (num_lanes == 3)
        compress_lanes(state, in, num_blocks, 3);
    else if (num_lanes == 2)
        compress_lanes(state, in, num_blocks, 2);
    else if (num_lanes == 1)
        compress_lanes(state, in, num_blocks, 1);
}

/* ---- HMAC of HMAC: the digests stay in registers, where their words are those of the next message ---- */

/* Digests as messages after the key's block: the padding is the same each time. */
struct padded {
    __m128i mask, after, third, fourth; /* second four words: mask of the digest, padding after it */
    struct words digest[AB_SHA256_LANES_SHA];
};

/* digest_len: 28 or 32. */
INLINE void set_padding(struct padded *p, size_t digest_len)
{
    const __m128i zero = _mm_setzero_si128();
    int is_short = digest_len < 32;

    p->mask = _mm_set_epi32(is_short ? 0 : -1, -1, -1, -1);
    p->after = is_short ? _mm_set_epi32(INT32_MIN, 0, 0, 0) : zero;
    p->third = is_short ? zero : _mm_set_epi32(0, 0, 0, INT32_MIN);
    p->fourth = _mm_set_epi32((int)(8 * (64 + digest_len)), 0, 0, 0);
}

INLINE void set_digest(struct padded *p, unsigned j, struct words w)
{
    p->digest[j].low = w.low;
    p->digest[j].high = _mm_or_si128(_mm_and_si128(w.high, p->mask), p->after);
}

INLINE __m128i load_padded(const void *from, unsigned j, unsigned i)
{
    const struct padded *p = from;

    switch (i) {
    case 0: return p->digest[j].low;
    case 1: return p->digest[j].high;
    case 2: return p->third;
    default: return p->fourth;
    }
}

/* One half of HMAC: hash the digests after the block of the key that made `key`. */
INLINE void hash_digests(struct halves h[], struct padded *p, struct halves key, const unsigned num_lanes)
{
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        h[j] = key;
    add_block(h, load_padded, p, extend_soon, num_lanes);
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        set_digest(p, j, words_of(h[j]));
}

/*
 * Both halves of HMAC. A loop is as fast as two copies of the body with one message and with four, and half the code;
 * with two and three messages compilers allocate registers 4 to 10 % worse in a loop.
 */
INLINE void hash_twice(struct halves h[], struct padded *p, const struct halves key[2], const unsigned num_lanes)
{
    if (num_lanes == 2 || num_lanes == 3) {
        hash_digests(h, p, key[0], num_lanes);
        hash_digests(h, p, key[1], num_lanes);
        return;
    }
    for (unsigned half = 0; half < 2; half++) {
        __asm__("" : "+r"(half)); /* or compilers would unroll it */
        hash_digests(h, p, key[half], num_lanes);
    }
}

INLINE void iterate(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                    size_t digest_len, const unsigned num_lanes)
{
    const struct halves key[2] = { load_state(inner), load_state(outer) };
    struct halves h[AB_SHA256_LANES_SHA], total[AB_SHA256_LANES_SHA];
    struct padded p;

    set_padding(&p, digest_len);
    UNROLL for (unsigned j = 0; j < num_lanes; j++) {
        total[j] = load_state(sum[j]);
        set_digest(&p, j, words_of(load_state(u[j])));
    }
    for (uint64_t i = 0; i < num; i++) {
        hash_twice(h, &p, key, num_lanes);
        UNROLL for (unsigned j = 0; j < num_lanes; j++) {
            total[j].abef = _mm_xor_si128(total[j].abef, h[j].abef);
            total[j].cdgh = _mm_xor_si128(total[j].cdgh, h[j].cdgh);
        }
    }
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        store_words(sum[j], words_of(total[j]));
}

void ab_sha256_iterate_sha(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                           size_t digest_len, unsigned num_lanes)
{
    for (; num_lanes >= 4; num_lanes -= 4, u += 4, sum += 4)
        iterate(inner, outer, u, sum, num, digest_len, 4);
    if (num_lanes == 3)
        iterate(inner, outer, u, sum, num, digest_len, 3);
    else if (num_lanes == 2)
        iterate(inner, outer, u, sum, num, digest_len, 2);
    else if (num_lanes == 1)
        iterate(inner, outer, u, sum, num, digest_len, 1);
}
