/*
 * The filling of a segment (RFC 9106 sec. 3.4 and 3.5), for any instruction set. A file that includes this defines
 * NUM_GROUPS, struct mixing, and the two halves of the compression function G:
 *
 *     mix_rows(m, a, b)               m := a + b and P of each of its rows
 *     mix_columns(m, i, out, adds)    P of group i of the columns, and these columns of the result to out
 *
 * Word 0 of a block selects the reference block of the next one. It is known after the first group of columns, so the
 * reference block is fetched while the other groups are computed.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/inline.h"

enum { CACHE_LINE = 64 };

/* Pseudo-random words that do not depend on secrets (sec. 3.4.1.2), a block of them at a time. */
struct addresses {
    struct ab_argon2_block input, words;
};

INLINE void mix(struct mixing *m, const struct ab_argon2_block *a, const struct ab_argon2_block *b,
                struct ab_argon2_block *out)
{
    mix_rows(m, a, b);
    LOOP for (unsigned i = 0; i < NUM_GROUPS; i++) mix_columns(m, i, out, 0);
}

static int is_independent(const struct ab_argon2_segment *s)
{
    return s->type == AB_ARGON2I || (s->type == AB_ARGON2ID && s->pass == 0 && s->slice < AB_ARGON2_SLICES / 2);
}

static void start_addresses(struct addresses *a, const struct ab_argon2_segment *s)
{
    memset(&a->input, 0, sizeof(a->input));
    a->input.w[0] = s->pass;
    a->input.w[1] = s->lane;
    a->input.w[2] = s->slice;
    a->input.w[3] = (uint64_t)AB_ARGON2_SLICES * s->segment_len * s->num_lanes;
    a->input.w[4] = s->num_passes;
    a->input.w[5] = s->type;
}

/* words := G(0, G(0, input)), whose word 6 counts these blocks. */
NOINLINE void next_addresses(struct addresses *a, struct mixing *m)
{
    static const struct ab_argon2_block zero;

    a->input.w[6]++;
    mix(m, &zero, &a->input, &a->words);
    mix(m, &zero, &a->words, &a->words);
}

/*
 * The reference block of block i (sec. 3.4.2), selected by `word` from the blocks that earlier slices computed and, in
 * the lane of block i, those before the previous block. There is at least one.
 */
INLINE const struct ab_argon2_block *reference_of(const struct ab_argon2_segment *s, uint32_t i, uint64_t word)
{
    const uint32_t lane_len = AB_ARGON2_SLICES * s->segment_len;
    const uint32_t lane = s->pass == 0 && s->slice == 0 ? s->lane : (uint32_t)(word >> 32) % s->num_lanes;
    const uint32_t num_slices = s->pass == 0 ? s->slice : AB_ARGON2_SLICES - 1;
    const uint32_t first = s->pass == 0 ? 0 : (s->slice + 1) % AB_ARGON2_SLICES * s->segment_len;
    const uint32_t num_here = lane == s->lane ? i : i == 0 ? 0 : 1;
    const uint64_t num = num_slices * s->segment_len + num_here - 1,
                   x = (uint64_t)(uint32_t)word * (uint32_t)word >> 32;
    const uint64_t at = first + num - 1 - (num * x >> 32);

    return &s->memory[(size_t)lane * lane_len + (at < lane_len ? at : at - lane_len)];
}

/* The word that selects the reference block of block i. A block's word is secret; here alone Argon2 makes it public. */
INLINE uint64_t word_of(const struct ab_argon2_segment *s, uint32_t i, const struct addresses *a,
                        const struct ab_argon2_block *previous)
{
    uint64_t word = previous->w[0];

    if (is_independent(s))
        return a->words.w[i % AB_ARGON2_WORDS];
    AB_PUBLIC(&word, sizeof(word));
    return word;
}

INLINE const struct ab_argon2_block *fetch(const struct ab_argon2_block *b)
{
    for (size_t i = 0; i < sizeof(*b); i += CACHE_LINE)
        __builtin_prefetch((const char *)b + i);
    return b;
}

static void fill(const struct ab_argon2_segment *s)
{
    const uint32_t lane_len = AB_ARGON2_SLICES * s->segment_len;
    struct ab_argon2_block *lane = s->memory + (size_t)s->lane * lane_len;
    const struct ab_argon2_block *previous, *reference;
    struct addresses a;
    struct mixing m;
    uint32_t i = s->pass == 0 && s->slice == 0 ? 2 : 0;
    struct ab_argon2_block *out = lane + s->slice * s->segment_len + i;

    if (is_independent(s)) {
        start_addresses(&a, s);
        next_addresses(&a, &m);
    }
    previous = out == lane ? lane + lane_len - 1 : out - 1;
    reference = reference_of(s, i, word_of(s, i, &a, previous));
    for (; i < s->segment_len; i++, previous = out, out++) {
        if ((i + 1) % AB_ARGON2_WORDS == 0 && is_independent(s))
            next_addresses(&a, &m);
        mix_rows(&m, previous, reference);
        mix_columns(&m, 0, out, s->adds);
        reference = fetch(reference_of(s, i + 1, word_of(s, i + 1, &a, out)));
        LOOP for (unsigned j = 1; j < NUM_GROUPS; j++) mix_columns(&m, j, out, s->adds);
    }
    ab_wipe(&m, sizeof(m));
    if (is_independent(s))
        ab_wipe(&a, sizeof(a));
}
