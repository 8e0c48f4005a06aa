/*
 * Chains of F with SHAKE256, one to each lane of the permutation: FIPS 205 sec. 11.1. Include
 * kernels/keccak/shake_lanes_LEVEL.h first.
 */
#include "kernels/keccak/shake_lanes_template.h"
#include "kernels/slhdsa/slhdsa_kernels.h"

enum { ADDRESS_WORDS = 4, MAX_VALUE_WORDS = 4 };

/* A word of each lane. */
typedef int64_t row __attribute__((vector_size(8 * LANES), may_alias));

/*
 * PK.seed || ADRS || the value, padded: the block of each lane, which a step only reads. Then its address and its value
 * are those of the next step.
 */
struct group {
    states_in_step block;
    row num_steps;
    row *address, *value; /* where they are in the block */
    unsigned num_words;   /* of a value, and of the seed */
};

INLINE row in_all_lanes(uint64_t word)
{
    return (row){ 0 } + (int64_t)word;
}

/* Fill the words of the block that are alike in all lanes. */
INLINE void make_block(struct group *g, const uint8_t *seed, size_t n)
{
    const unsigned num_words = (unsigned)n / 8;
    row *block = (row *)g->block;
    uint64_t words[MAX_VALUE_WORDS];

    memcpy(words, seed, n);
    g->num_words = num_words;
    g->address = block + num_words;
    g->value = g->address + ADDRESS_WORDS;
    for (unsigned i = 0; i < AB_KECCAK_LANES; i++)
        block[i] = in_all_lanes(i < num_words ? words[i] : 0);
    g->value[num_words] = in_all_lanes(pad(0, 0));
    block[SHAKE256_RATE / 8 - 1] = in_all_lanes(last_bit);
}

/* Fill the lanes; those without a chain repeat the first one, and take no step. Return the steps of the longest. */
INLINE int64_t begin(struct group *g, const struct ab_slhdsa_chain *chains, const uint8_t *values, unsigned num)
{
    const size_t n = 8 * g->num_words;
    int64_t address[ADDRESS_WORDS], value[MAX_VALUE_WORDS], longest = 0;

    for (unsigned j = 0; j < LANES; j++) {
        const unsigned from = j < num ? j : 0;

        memcpy(address, chains[from].address, sizeof(address));
        memcpy(value, values + from * n, n);
        for (unsigned i = 0; i < ADDRESS_WORDS; i++)
            g->address[i][j] = address[i];
        for (unsigned i = 0; i < g->num_words; i++)
            g->value[i][j] = value[i];
        g->num_steps[j] = j < num ? chains[j].num_steps : 0;
        longest = g->num_steps[j] > longest ? g->num_steps[j] : longest;
    }
    ab_wipe(value, sizeof(value));
    return longest;
}

/* Copy the value of a lane. */
INLINE void put_value(uint8_t *out, const struct group *g, unsigned lane)
{
    for (unsigned i = 0; i < g->num_words; i++)
        memcpy(out + 8 * i, (const uint8_t *)&g->value[i] + 8 * lane, 8);
}

/* Copy the values after t steps that are to be kept. */
INLINE void keep(const struct group *g, const struct ab_slhdsa_chain *chains, unsigned num, int64_t t)
{
    for (unsigned j = 0; j < num; j++)
        if (chains[j].kept != NULL && chains[j].kept_step == t)
            put_value(chains[j].kept, g, j);
}

/* Take the values of the chains that still run, and step their addresses, whose last word is big-endian. */
INLINE void take_values(struct group *g, const row *states, int64_t t)
{
    const row is_running = g->num_steps > t;

    for (unsigned i = 0; i < g->num_words; i++)
        g->value[i] ^= (g->value[i] ^ states[i]) & is_running;
    g->address[3] += (int64_t)1 << 56;
}

INLINE void run_chains(const uint8_t *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                       unsigned num)
{
    states_in_step states;
    struct group g;

    make_block(&g, seed, n);
    for (unsigned done = 0, part; done < num; done += part) {
        int64_t last;

        part = num - done < LANES ? num - done : LANES;
        last = begin(&g, chains + done, values + done * n, part);
        keep(&g, chains + done, part, 0);
        for (int64_t t = 0; t < last; t++) {
            first_row_of_lanes(states, g.block);
            take_values(&g, (const row *)states, t);
            keep(&g, chains + done, part, t + 1);
        }
        for (unsigned j = 0; j < part; j++)
            put_value(values + (done + j) * n, &g, j);
    }
    ab_wipe(states, sizeof(states));
    ab_wipe(g.block, sizeof(g.block));
}
