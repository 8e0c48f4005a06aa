/*
 * SHA-1 with the SHA instructions (Intel SDM vol. 2B, SHA1RNDS4, SHA1NEXTE, SHA1MSG1, SHA1MSG2). A chain of sha1rnds4
 * sets the pace, 20 a block at the latency of the instruction; the schedule is hidden behind it.
 */
#include "kernels/inline.h"
#include "kernels/sha/sha1_steps.h"

/* Words 4 i to 4 i + 3 of lane j's block, the first in the highest lane. */
typedef __m128i load_fn(const void *from, unsigned j, unsigned i);

/*
 * Compress a block of each message into its state. One message, or several in step: while one waits for its chain, the
 * others use the unit. With four there are more values than registers; the values of the chain are held in registers,
 * or a compiler would spill them and lengthen the chain by the way through memory.
 */
INLINE void add_block(struct words s[], load_fn *load, const void *from, const unsigned num_lanes)
{
    __m128i w[AB_SHA1_LANES_SHA][4], abcd[AB_SHA1_LANES_SHA], before[AB_SHA1_LANES_SHA];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        abcd[j] = before[j] = s[j].abcd;
    UNROLL for (unsigned i = 0; i < 20; i++)
        UNROLL for (unsigned j = 0; j < num_lanes; j++) {
            __m128i e;

            if (i < 4)
                w[j][i] = load(from, j, i);
            else
                extend(w[j], i);
            e = i == 0 ? _mm_add_epi32(s[j].e, w[j][0]) : _mm_sha1nexte_epu32(before[j], w[j][i % 4]);
            before[j] = abcd[j];
            abcd[j] = four_rounds(abcd[j], e, i / 5);
            __asm__("" : "+x"(abcd[j]), "+x"(before[j]));
        }
    UNROLL for (unsigned j = 0; j < num_lanes; j++) {
        s[j].e = _mm_sha1nexte_epu32(before[j], s[j].e);
        s[j].abcd = _mm_add_epi32(abcd[j], s[j].abcd);
    }
}

/* ---- messages in memory ---- */

struct input {
    const uint8_t *const *in;
    size_t at;
};

INLINE __m128i load_bytes(const void *from, unsigned j, unsigned i)
{
    const __m128i reverse = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    const struct input *input = from;

    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(input->in[j] + input->at) + i), reverse);
}

INLINE void compress_lanes(void *const state[], const uint8_t *const in[], size_t num_blocks, const unsigned num_lanes)
{
    struct input input = { in, 0 };
    struct words s[AB_SHA1_LANES_SHA];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        s[j] = load_state(state[j]);
    for (; input.at < 64 * num_blocks; input.at += 64)
        add_block(s, load_bytes, &input, num_lanes);
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        store_state(state[j], s[j]);
}

void ab_sha1_compress_sha(uint32_t state[5], const uint8_t *in, size_t num_blocks)
{
    void *lane = state;

    compress_lanes(&lane, &in, num_blocks, 1);
}

void ab_sha1_compress_lanes_sha(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
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

/* One half of HMAC: pad the digests of 20 bytes and hash them after a key's block that made `key`. */
INLINE __m128i load_digest(const void *from, unsigned j, unsigned i)
{
    const struct words *digest = from;

    switch (i) {
    case 0: return digest[j].abcd;
    case 1: return _mm_or_si128(digest[j].e, _mm_set_epi32(0, INT32_MIN, 0, 0));
    case 2: return _mm_setzero_si128();
    default: return _mm_cvtsi32_si128(8 * (64 + 20));
    }
}

INLINE void hash_digests(struct words digest[], struct words key, const unsigned num_lanes)
{
    struct words s[AB_SHA1_LANES_SHA];

    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        s[j] = key;
    add_block(s, load_digest, digest, num_lanes);
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        digest[j] = s[j];
}

INLINE void iterate(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                    const unsigned num_lanes)
{
    struct words inner_key = load_state(inner), outer_key = load_state(outer);
    struct words digest[AB_SHA1_LANES_SHA], total[AB_SHA1_LANES_SHA];

    UNROLL for (unsigned j = 0; j < num_lanes; j++) {
        total[j] = load_state(sum[j]);
        digest[j] = load_state(u[j]);
    }
    for (uint64_t i = 0; i < num; i++) {
        hash_digests(digest, inner_key, num_lanes);
        hash_digests(digest, outer_key, num_lanes);
        UNROLL for (unsigned j = 0; j < num_lanes; j++) {
            total[j].abcd = _mm_xor_si128(total[j].abcd, digest[j].abcd);
            total[j].e = _mm_xor_si128(total[j].e, digest[j].e);
        }
    }
    UNROLL for (unsigned j = 0; j < num_lanes; j++)
        store_state(sum[j], total[j]);
}

void ab_sha1_iterate_sha(const void *inner, const void *outer, void *const u[], void *const sum[], uint64_t num,
                         size_t digest_len, unsigned num_lanes)
{
    (void)digest_len;
    for (; num_lanes >= 4; num_lanes -= 4, u += 4, sum += 4)
        iterate(inner, outer, u, sum, num, 4);
    if (num_lanes == 3)
        iterate(inner, outer, u, sum, num, 3);
    else if (num_lanes == 2)
        iterate(inner, outer, u, sum, num, 2);
    else if (num_lanes == 1)
        iterate(inner, outer, u, sum, num, 1);
}
