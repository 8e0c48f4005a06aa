/*
 * Chains of F with SHA-256, one to each word of a vector. Include words32_LEVEL.h and sha256_lanes_template.h first,
 * and define NUM_VECTORS, how many vectors are in step.
 *
 * Words 0 to 4 of the block belong to the address and do not change along a chain, words 14 and 15 never do. So the
 * rounds that take the former, and what only these words contribute to the message schedule, are computed once for
 * each chain.
 */
#include <string.h>

#include "kernels/sha/sha2_lanes_template.h"
#include "kernels/slhdsa/sha256_block.h"

enum {
    NUM_LANES = NUM_VECTORS * WORDS,
    ADDRESS_WORDS = 6, /* the last one by half */
    MAX_VALUE_WORDS = 8,
    FIXED_ROUNDS = 5, /* that words of the address alone determine */
    FIXED_SUMS = 4    /* parts of words 16 to 19 that do not change along a chain */
};

typedef uint32_t row[NUM_LANES];

struct group {
    row address[ADDRESS_WORDS], value[MAX_VALUE_WORDS]; /* as words */
    row is_running;                                     /* all ones where the chain goes on */
    row begun[8], sums[FIXED_SUMS];                     /* the state after FIXED_ROUNDS */
    unsigned num_steps[NUM_LANES];
    uint32_t pad[16]; /* the words of the block that are alike in all lanes */
};

INLINE words load(const row r, unsigned i)
{
    return words_load((const uint8_t *)(r + i * WORDS));
}

INLINE void store(row r, unsigned i, words w)
{
    memcpy(r + i * WORDS, &w, sizeof(w));
}

INLINE uint32_t get32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof(x));
    return __builtin_bswap32(x);
}

/* The address, compressed (bytes 3, 8 to 15, 19 and 20 to 31), as six words. */
INLINE void load_address(uint32_t out[ADDRESS_WORDS], const ab_slhdsa_address a)
{
    const uint32_t high = get32(a + 8), low = get32(a + 12), pair = get32(a + 20);
    const uint32_t chain = get32(a + 24), hash = get32(a + 28);

    out[0] = (uint32_t)a[3] << 24 | high >> 8;
    out[1] = high << 24 | low >> 8;
    out[2] = low << 24 | (uint32_t)a[19] << 16 | pair >> 16;
    out[3] = pair << 16 | chain >> 16;
    out[4] = chain << 16 | hash >> 16;
    out[5] = hash << 16;
}

/* Fill the lanes; those without a chain repeat the first one, and take no step. */
INLINE void begin(struct group *g, size_t n, const struct ab_slhdsa_chain *chains, const uint8_t *values, unsigned num)
{
    uint32_t address[ADDRESS_WORDS];

    for (unsigned j = 0; j < NUM_LANES; j++) {
        const unsigned from = j < num ? j : 0;

        load_address(address, chains[from].address);
        for (unsigned i = 0; i < ADDRESS_WORDS; i++)
            g->address[i][j] = address[i];
        for (unsigned i = 0; i < n / 4; i++)
            g->value[i][j] = get32(values + from * n + 4 * i);
        g->num_steps[j] = j < num ? chains[j].num_steps : 0;
    }
    memset(g->pad, 0, sizeof(g->pad));
    g->pad[ADDRESS_WORDS - 1 + n / 4] = 0x8000;
    g->pad[15] = message_bits(n);
}

INLINE void end(struct group *g, size_t n, uint8_t *values, unsigned num)
{
    uint32_t word;

    for (unsigned j = 0; j < num; j++)
        for (unsigned i = 0; i < n / 4; i++) {
            word = __builtin_bswap32(g->value[i][j]);
            memcpy(values + j * n + 4 * i, &word, sizeof(word));
        }
    ab_wipe(g->value, sizeof(g->value));
}

/* Run the fixed rounds, and add up the fixed parts of the message schedule. */
INLINE void run_fixed(struct group *g, const uint32_t *seed, unsigned i)
{
    words s[8], w[FIXED_ROUNDS], sum;

    UNROLL for (unsigned k = 0; k < 8; k++)
        s[k] = words_set1(seed[k]);
    UNROLL for (unsigned j = 0; j < FIXED_ROUNDS; j++) {
        w[j] = load(g->address[j], i);
        step(s, j, words_add(w[j], constant(j)));
    }
    UNROLL for (unsigned k = 0; k < 8; k++)
        store(g->begun[k], i, s[k]);
    UNROLL for (unsigned k = 0; k < FIXED_SUMS; k++) {
        sum = words_add(w[k], small_sigma0(w[k + 1]));
        store(g->sums[k], i, k == 1 ? words_add(sum, small_sigma1(words_set1(g->pad[15]))) : sum);
    }
}

/* The block of vector i from word FIXED_SUMS on. A value begins in the middle of word 5, so each word is split. */
INLINE void make_block(ring w, const struct group *g, unsigned i, unsigned num_words)
{
    UNROLL for (unsigned k = FIXED_SUMS; k < 16; k++)
        w[k] = words_set1(g->pad[k]);
    UNROLL for (unsigned k = FIXED_SUMS; k < ADDRESS_WORDS; k++)
        w[k] = load(g->address[k], i);
    UNROLL for (unsigned k = 0; k < MAX_VALUE_WORDS; k++)
        if (k < num_words) {
            words value = load(g->value[k], i);

            w[k + 5] = words_xor(w[k + 5], words_shift_right(value, 16));
            w[k + 6] = words_xor(w[k + 6], words_shift_left(value, 16));
        }
}

/* Word t, 16 to 31, without what is fixed: word 14 is 0. */
INLINE void expand_first(ring w, const struct group *g, unsigned i, unsigned t)
{
    words *word = &w[t - 16];

    if (t < 16 + FIXED_SUMS) {
        *word = words_add(load(g->sums[t - 16], i), w[t - 7]);
        if (t >= 18)
            *word = words_add(*word, small_sigma1(w[t - 18]));
    } else if (t == 29 || t == 30) {
        words sum = t == 29 ? *word : small_sigma0(w[15]);

        *word = words_add(words_add(sum, w[t - 23]), small_sigma1(w[t - 18]));
    } else {
        expand(w, t);
    }
}

INLINE void run_rounds(words s[NUM_VECTORS][8], ring w[NUM_VECTORS], const struct group *g)
{
    UNROLL for (unsigned j = FIXED_ROUNDS; j < 16; j++)
        UNROLL for (unsigned i = 0; i < NUM_VECTORS; i++)
            step(s[i], j, words_add(w[i][j], constant(j)));
    UNROLL for (unsigned j = 0; j < 16; j++)
        UNROLL for (unsigned i = 0; i < NUM_VECTORS; i++) {
            expand_first(w[i], g, i, 16 + j);
            step(s[i], j, words_add(w[i][j], constant(16 + j)));
        }
    for (unsigned t = 32; t < NUM_ROUNDS; t += 16)
        later_rounds(s, w, t, NUM_VECTORS);
}

/* One step of all chains that still run. */
INLINE void run_step(struct group *g, ring w[NUM_VECTORS], const uint32_t *seed, unsigned num_words)
{
    words s[NUM_VECTORS][8];

    UNROLL for (unsigned i = 0; i < NUM_VECTORS; i++) {
        make_block(w[i], g, i, num_words);
        UNROLL for (unsigned k = 0; k < 8; k++)
            s[i][k] = load(g->begun[k], i);
    }
    run_rounds(s, w, g);
    UNROLL for (unsigned i = 0; i < NUM_VECTORS; i++) {
        const words is_running = load(g->is_running, i);

        UNROLL for (unsigned k = 0; k < 8; k++)
            store(g->value[k], i,
                  words_select(is_running, words_add(s[i][k], words_set1(seed[k])), load(g->value[k], i)));
    }
}

/* Set which chains take step t, and its number in their addresses. */
INLINE void next_step(struct group *g, unsigned t)
{
    for (unsigned j = 0; j < NUM_LANES; j++) {
        g->is_running[j] = -(uint32_t)(t < g->num_steps[j]);
        g->address[5][j] += t == 0 ? 0 : 1u << 16;
    }
}

INLINE void run_chains(const uint32_t *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                       unsigned num)
{
    ring w[NUM_VECTORS];
    struct group g;

    for (unsigned done = 0, part; done < num; done += part) {
        part = num - done < NUM_LANES ? num - done : NUM_LANES;
        begin(&g, n, chains + done, values + done * n, part);
        for (unsigned i = 0; i < NUM_VECTORS; i++)
            run_fixed(&g, seed, i);
        for (unsigned t = 0, last = max_steps(chains + done, part); t < last; t++) {
            next_step(&g, t);
            run_step(&g, w, seed, (unsigned)n / 4);
        }
        end(&g, n, values + done * n, part);
    }
    ab_wipe(w, sizeof(w));
}
