/*
 * Chains of F with SHAKE256, one to each lane of the permutation: FIPS 205 sec. 11.1. Include
 * kernels/keccak/shake_lanes_LEVEL.h first.
 */
#include "kernels/keccak/shake_lanes_template.h"
#include "kernels/slhdsa/slhdsa_kernels.h"

enum { ADDRESS_WORDS = 4, MAX_VALUE_WORDS = 4 };

/* A word of each lane. */
typedef int64_t row __attribute__((vector_size(8 * LANES), may_alias));

struct group {
    row address[ADDRESS_WORDS], value[MAX_VALUE_WORDS], num_steps;
};

/* Fill the lanes; those without a chain repeat the first one, and take no step. Return the steps of the longest. */
INLINE int64_t begin(struct group *g, size_t n, const struct ab_slhdsa_chain *chains, const uint8_t *values,
                     unsigned num)
{
    int64_t address[ADDRESS_WORDS], value[MAX_VALUE_WORDS], longest = 0;

    for (unsigned j = 0; j < LANES; j++) {
        const unsigned from = j < num ? j : 0;

        memcpy(address, chains[from].address, sizeof(address));
        memcpy(value, values + from * n, n);
        for (unsigned i = 0; i < ADDRESS_WORDS; i++)
            g->address[i][j] = address[i];
        for (unsigned i = 0; i < n / 8; i++)
            g->value[i][j] = value[i];
        g->num_steps[j] = j < num ? chains[j].num_steps : 0;
        longest = g->num_steps[j] > longest ? g->num_steps[j] : longest;
    }
    ab_wipe(value, sizeof(value));
    return longest;
}

INLINE void end(struct group *g, size_t n, uint8_t *values, unsigned num)
{
    for (unsigned j = 0; j < num; j++)
        for (unsigned i = 0; i < n / 8; i++)
            memcpy(values + j * n + 8 * i, (const uint8_t *)&g->value[i] + 8 * j, 8);
    ab_wipe(g->value, sizeof(g->value));
}

INLINE row in_all_lanes(uint64_t word)
{
    return (row){ 0 } + (int64_t)word;
}

/* PK.seed || ADRS || the value, padded: one block of SHAKE256. */
INLINE void make_block(row states[AB_KECCAK_LANES], const struct group *g, const uint64_t *seed, unsigned num_words)
{
    unsigned at = 0;

    for (unsigned i = 0; i < num_words; i++)
        states[at++] = in_all_lanes(seed[i]);
    for (unsigned i = 0; i < ADDRESS_WORDS; i++)
        states[at++] = g->address[i];
    for (unsigned i = 0; i < num_words; i++)
        states[at++] = g->value[i];
    states[at++] = in_all_lanes(pad(0, 0));
    for (; at < AB_KECCAK_LANES; at++)
        states[at] = in_all_lanes(0);
    states[SHAKE256_RATE / 8 - 1] = in_all_lanes(last_bit);
}

/* Take the values of the chains that still run, and step their addresses, whose last word is big-endian. */
INLINE void take_values(struct group *g, const row *states, unsigned num_words, int64_t t)
{
    const row is_running = g->num_steps > t;

    for (unsigned i = 0; i < num_words; i++)
        g->value[i] ^= (g->value[i] ^ states[i]) & is_running;
    g->address[3] += (int64_t)1 << 56;
}

INLINE void run_chains(const uint8_t *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                       unsigned num)
{
    const unsigned num_words = (unsigned)n / 8;
    uint64_t words[MAX_VALUE_WORDS];
    states_in_step states;
    struct group g;

    memcpy(words, seed, n);
    for (unsigned done = 0, part; done < num; done += part) {
        int64_t last;

        part = num - done < LANES ? num - done : LANES;
        last = begin(&g, n, chains + done, values + done * n, part);
        for (int64_t t = 0; t < last; t++) {
            make_block((row *)states, &g, words, num_words);
            permute_lanes(states);
            take_values(&g, (const row *)states, num_words, t);
        }
        end(&g, n, values + done * n, part);
    }
    ab_wipe(states, sizeof(states));
}
