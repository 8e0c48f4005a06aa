/*
 * SHAKE (FIPS 202 sec. 6.2) of short messages, a seed followed by few bytes, in LANES messages in step. Included
 * after a header of the level (shake_lanes_avx2.h) that defines LANES, permute_one, permute_lanes, first_row_of_lanes,
 * and
 *
 *   store_words  LANES words of each of LANES states, in one row a state
 */
#include <string.h>

#include "ct/ct.h"

enum {
    SHAKE128_RATE = 168,
    SHAKE256_RATE = 136,
    ROW_SLACK = 64, /* store_words writes whole groups of words */
    MAX_SEED_WORDS = 8
};

typedef uint64_t states_in_step[AB_KECCAK_LANES][LANES] __attribute__((aligned(64)));

/*
 * SHAKE pads a message whose rest is in the low bytes of `rest`, of len bytes, with 0x1f; the last bit of a block is 1.
 */
INLINE uint64_t pad(uint64_t rest, unsigned len)
{
    return rest | (uint64_t)0x1f << 8 * len;
}

static const uint64_t last_bit = 1ull << 63;

/* Start one lane with a seed of num_words words, followed by a padded rest: before the first permutation. */
INLINE void start_lane(states_in_step states, unsigned lane, const uint8_t *seed, unsigned num_words, uint64_t rest,
                       unsigned rate)
{
    uint64_t words[MAX_SEED_WORDS];

    memcpy(words, seed, num_words * sizeof(words[0]));
    for (unsigned i = 0; i < num_words; i++)
        states[i][lane] = words[i];
    states[num_words][lane] = rest;
    for (unsigned i = num_words + 1; i < AB_KECCAK_LANES; i++)
        states[i][lane] = 0;
    states[rate / 8 - 1][lane] ^= last_bit;
    ab_wipe(words, num_words * sizeof(words[0]));
}

/* Write a word to the same place of all states. */
INLINE void set_row(uint64_t row[LANES], uint64_t word)
{
    for (unsigned i = 0; i < LANES; i++)
        row[i] = word;
}

/* Start all lanes with the same seed, each with a rest of its own. */
INLINE void start_lanes(states_in_step states, const uint8_t *seed, unsigned num_words, const uint64_t rests[LANES],
                        unsigned rate)
{
    uint64_t words[MAX_SEED_WORDS];

    memcpy(words, seed, num_words * sizeof(words[0]));
    for (unsigned i = 0; i < num_words; i++)
        set_row(states[i], words[i]);
    memcpy(states[num_words], rests, sizeof(states[0]));
    for (unsigned i = num_words + 1; i < AB_KECCAK_LANES; i++)
        set_row(states[i], i == rate / 8 - 1 ? last_bit : 0);
    ab_wipe(words, num_words * sizeof(words[0]));
}

/* Write `rate` bytes, and less than ROW_SLACK more, of each state to a row of their own. */
INLINE void squeeze(uint8_t *out, size_t row_len, const states_in_step states, unsigned rate)
{
    for (unsigned i = 0; i < rate / 8; i += LANES)
        store_words(out + 8 * (size_t)i, row_len, states + i);
}
