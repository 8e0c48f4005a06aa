/*
 * Chains of F with SHA-256, one to each word of a vector. Include words32_LEVEL.h and sha256_lanes_template.h first,
 * and define NUM_VECTORS, how many vectors at most are in step.
 *
 * Words 0 to 4 of the block belong to the address and do not change along a chain, word 15 and those between the value
 * and it never do. So the rounds that take the former, and what only these words contribute to the message schedule,
 * are computed once for each chain, and what is zero is left out.
 */
#include <string.h>

#include "kernels/sha/sha2_lanes_template.h"
#include "kernels/slhdsa/sha256_block.h"

enum {
    NUM_LANES = NUM_VECTORS * WORDS,
    ADDRESS_WORDS = 6, /* the last one by half */
    MIN_VALUE_WORDS = 4,
    MAX_VALUE_WORDS = 8,
    MAX_STEPS = 16,
    FIXED_ROUNDS = 5, /* that words of the address alone determine */
    FIXED_SUMS = 4,   /* parts of words 16 to 19 that do not change along a chain */
    FIXED_WORDS = FIXED_SUMS + 1
};

typedef uint32_t row[NUM_LANES];

struct group {
    row address[ADDRESS_WORDS], value[MAX_VALUE_WORDS]; /* as words */
    row is_running;                                     /* all ones where the chain goes on */
    row begun[8], fixed[FIXED_WORDS];         /* the state after FIXED_ROUNDS; the sums, and sigma1(word 19) */
    unsigned num_steps[NUM_LANES], num_words; /* of a value */
    unsigned kept_step[NUM_LANES];            /* where a value is kept */
    int keeps;                                /* any of them */
    uint32_t pad[16];                         /* the words of the block that are alike in all lanes */
};

/* What the code of a step is made for: the words that have room for a value, and the vectors in step. */
struct shape {
    unsigned num_words, num_vectors;
};

/* With a value of four words, words 17 and 19 of the schedule do not depend on it. */
INLINE int has_fixed_words(struct shape shape)
{
    return shape.num_words == MIN_VALUE_WORDS;
}

/* Word k of the block lies between the value, with the bit that follows it, and the length. */
INLINE int is_zero(unsigned k, struct shape shape)
{
    return k >= ADDRESS_WORDS + shape.num_words && k < 15;
}

INLINE words load(const row r, unsigned i)
{
    return words_load((const uint8_t *)(r + i * WORDS));
}

INLINE void store(row r, unsigned i, words w)
{
    memcpy(r + i * WORDS, &w, sizeof(w));
}

/* Where addresses and values are. Lanes without a chain repeat the first one's address, and take no step. */
struct places {
    const uint8_t *address[NUM_LANES];
    uint8_t *value[NUM_LANES], *kept[NUM_LANES];
    uint8_t no_value[4 * MAX_VALUE_WORDS]; /* of lanes without a chain */
};

/* Find the places, and fill what does not belong to vectors. */
INLINE void find_places(struct places *p, struct group *g, size_t n, const struct ab_slhdsa_chain *chains,
                        uint8_t *values, unsigned num)
{
    g->keeps = 0;
    for (unsigned j = 0; j < NUM_LANES; j++) {
        const struct ab_slhdsa_chain *chain = &chains[j < num ? j : 0];

        p->address[j] = chain->address;
        p->value[j] = j < num ? values + j * n : p->no_value;
        p->kept[j] = j < num ? chain->kept : NULL;
        g->num_steps[j] = j < num ? chain->num_steps : 0;
        g->kept_step[j] = p->kept[j] != NULL ? chain->kept_step : 0;
        g->keeps |= p->kept[j] != NULL;
    }
    g->num_words = (unsigned)n / 4;
    memset(g->pad, 0, sizeof(g->pad));
    g->pad[ADDRESS_WORDS - 1 + n / 4] = 0x8000;
    g->pad[15] = message_bits(n);
}

INLINE void store_xor(row r, unsigned i, words a, words b)
{
    store(r, i, words_xor(a, b));
}

/* The addresses of vector i, compressed (bytes 3, 8 to 15, 19 and 20 to 31), as six words. */
INLINE void load_addresses(struct group *g, const struct places *p, unsigned i)
{
    words a[AB_SLHDSA_ADDRESS_LEN / 4], type;

    load_4_words(a, p->address + i * WORDS, 0);
    load_4_words(a + 4, p->address + i * WORDS, 16);
    UNROLL for (unsigned k = 0; k < AB_SLHDSA_ADDRESS_LEN / 4; k++)
        a[k] = words_swap_bytes(a[k]);
    type = words_shift_right(words_shift_left(a[4], 24), 8);
    store_xor(g->address[0], i, words_shift_left(a[0], 24), words_shift_right(a[2], 8));
    store_xor(g->address[1], i, words_shift_left(a[2], 24), words_shift_right(a[3], 8));
    store_xor(g->address[2], i, words_xor(words_shift_left(a[3], 24), type), words_shift_right(a[5], 16));
    store_xor(g->address[3], i, words_shift_left(a[5], 16), words_shift_right(a[6], 16));
    store_xor(g->address[4], i, words_shift_left(a[6], 16), words_shift_right(a[7], 16));
    store(g->address[5], i, words_shift_left(a[7], 16));
}

/* Words `first` to first + 3 of the values of vector i. */
INLINE void load_values(struct group *g, const struct places *p, unsigned i, unsigned first)
{
    words v[4];

    load_4_words(v, (const uint8_t *const *)p->value + i * WORDS, 4 * (size_t)first);
    UNROLL for (unsigned k = 0; k < 4; k++)
        store(g->value[first + k], i, words_swap_bytes(v[k]));
}

INLINE void store_values(const struct group *g, const struct places *p, unsigned i, unsigned first)
{
    words v[4];

    UNROLL for (unsigned k = 0; k < 4; k++)
        v[k] = words_swap_bytes(load(g->value[first + k], i));
    store_4_words(p->value + i * WORDS, 4 * (size_t)first, v);
}

/* The first of the last four words of a value: six words overlap the first four. */
INLINE unsigned last_four(const struct group *g)
{
    return g->num_words - 4;
}

INLINE void begin(struct group *g, const struct places *p, unsigned num_vectors)
{
    for (unsigned i = 0; i < num_vectors; i++) {
        load_addresses(g, p, i);
        load_values(g, p, i, 0);
        if (last_four(g) != 0)
            load_values(g, p, i, last_four(g));
    }
}

INLINE void end(struct group *g, const struct places *p, unsigned num_vectors)
{
    for (unsigned i = 0; i < num_vectors; i++) {
        store_values(g, p, i, 0);
        if (last_four(g) != 0)
            store_values(g, p, i, last_four(g));
    }
    ab_wipe(g->value, sizeof(g->value));
}

/* Run the fixed rounds, and add up the fixed parts of the message schedule. */
INLINE void run_fixed(struct group *g, const uint32_t *seed, unsigned i, struct shape shape)
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
        if (k == 1)
            sum = words_add(sum, small_sigma1(words_set1(g->pad[15])));
        if (k == 3 && has_fixed_words(shape))
            sum = words_add(sum, small_sigma1(load(g->fixed[1], i)));
        store(g->fixed[k], i, sum);
    }
    store(g->fixed[FIXED_SUMS], i, small_sigma1(sum));
}

/* The half words of a in front of those of b. */
INLINE words upper_lower(words a, words b)
{
    return words_select(words_set1(0xffff0000), a, b);
}

/* The block of vector i from word FIXED_SUMS on. A value begins in the middle of word 5, so each word is split. */
INLINE void make_block(ring w, const struct group *g, unsigned i, struct shape shape)
{
    words last = load(g->address[ADDRESS_WORDS - 1], i), value;

    w[4] = load(g->address[4], i);
    UNROLL for (unsigned k = 0; k < shape.num_words; k++) {
        value = words_shuffle(load(g->value[k], i), _mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302));
        w[k + 5] = upper_lower(last, value);
        last = value;
    }
    w[shape.num_words + 5] = upper_lower(last, words_set1(g->pad[shape.num_words + 5]));
    if (shape.num_words == MAX_VALUE_WORDS)
        w[11] = words_xor(w[11], words_set1(g->pad[11])); /* a value of six words ends there */
    w[15] = words_set1(g->pad[15]);
}

/* Word t, 16 to 31, which replaces the one sixteen before. */
INLINE void expand_first(ring w, const struct group *g, unsigned i, unsigned t, struct shape shape)
{
    words sum = words_set1(0);

    if (t < 16 + FIXED_SUMS) {
        sum = load(g->fixed[t - 16], i);
    } else {
        if (!is_zero(t - 16, shape))
            sum = w[t - 16];
        if (!is_zero(t - 15, shape))
            sum = words_add(sum, small_sigma0(w[(t - 15) % 16]));
    }
    if (!is_zero(t - 7, shape))
        sum = words_add(sum, w[(t - 7) % 16]);
    if (t == 21 && has_fixed_words(shape))
        sum = words_add(sum, load(g->fixed[FIXED_SUMS], i));
    else if (t >= 18 && !(t == 19 && has_fixed_words(shape)))
        sum = words_add(sum, small_sigma1(w[(t - 2) % 16]));
    w[t - 16] = sum;
}

INLINE void run_rounds(words s[NUM_VECTORS][8], ring w[NUM_VECTORS], const struct group *g, struct shape shape)
{
    UNROLL for (unsigned j = FIXED_ROUNDS; j < 16; j++)
        UNROLL for (unsigned i = 0; i < shape.num_vectors; i++)
            step(s[i], j, is_zero(j, shape) ? constant(j) : words_add(w[i][j], constant(j)));
    UNROLL for (unsigned j = 0; j < 16; j++)
        UNROLL for (unsigned i = 0; i < shape.num_vectors; i++) {
            expand_first(w[i], g, i, 16 + j, shape);
            step(s[i], j, words_add(w[i][j], constant(16 + j)));
        }
    for (unsigned t = 32; t < NUM_ROUNDS; t += 16)
        later_rounds(s, w, t, shape.num_vectors);
}

/* One step of all chains that still run. */
INLINE void run_step(struct group *g, ring w[NUM_VECTORS], const uint32_t *seed, struct shape shape)
{
    words s[NUM_VECTORS][8];

    UNROLL for (unsigned i = 0; i < shape.num_vectors; i++) {
        make_block(w[i], g, i, shape);
        UNROLL for (unsigned k = 0; k < 8; k++)
            s[i][k] = load(g->begun[k], i);
    }
    run_rounds(s, w, g, shape);
    UNROLL for (unsigned i = 0; i < shape.num_vectors; i++) {
        const words is_running = load(g->is_running, i);

        UNROLL for (unsigned k = 0; k < shape.num_words; k++)
            if (k < MIN_VALUE_WORDS || k < g->num_words)
                store(g->value[k], i,
                      words_select(is_running, words_add(s[i][k], words_set1(seed[k])), load(g->value[k], i)));
    }
}

/* Set which chains take step t, and its number in their addresses. */
INLINE void next_step(struct group *g, unsigned t, unsigned num_lanes)
{
    for (unsigned j = 0; j < num_lanes; j++) {
        g->is_running[j] = -(uint32_t)(t < g->num_steps[j]);
        g->address[5][j] += t == 0 ? 0 : 1u << 16;
    }
}

/* The values before the first step and after each one. */
typedef row history[MAX_STEPS + 1][MAX_VALUE_WORDS];

INLINE void note_values(row *values, const struct group *g, struct shape shape)
{
    UNROLL for (unsigned i = 0; i < shape.num_vectors; i++)
        UNROLL for (unsigned k = 0; k < shape.num_words; k++)
            store(values[k], i, load(g->value[k], i));
}

/* Copy the values that are to be kept, and wipe the others. */
NOINLINE void keep_values(history h, const struct group *g, const struct places *p)
{
    for (unsigned j = 0; j < NUM_LANES; j++)
        if (p->kept[j] != NULL)
            for (unsigned k = 0; k < g->num_words; k++) {
                const uint32_t word = __builtin_bswap32(h[g->kept_step[j]][k][j]);

                memcpy(p->kept[j] + sizeof(word) * k, &word, sizeof(word));
            }
    ab_wipe(h, sizeof(history));
}

/*
 * Where values are kept, the loop notes those of all lanes: it stores vectors alone, so that compilers can move out of
 * it what no step changes, sums of constants and words of the address.
 */
INLINE void run_steps(struct group *g, const struct places *p, ring w[NUM_VECTORS], const uint32_t *seed,
                      unsigned num_steps, struct shape shape)
{
    history h;

    for (unsigned i = 0; i < shape.num_vectors; i++)
        run_fixed(g, seed, i, shape);
    for (unsigned t = 0; t < num_steps; t++) {
        if (g->keeps)
            note_values(h[t], g, shape);
        next_step(g, t, shape.num_vectors * WORDS);
        run_step(g, w, seed, shape);
    }
    if (g->keeps) {
        note_values(h[num_steps], g, shape);
        keep_values(h, g, p);
    }
}

INLINE void run_group(struct group *g, const struct places *p, ring w[NUM_VECTORS], const uint32_t *seed,
                      unsigned num_steps, const unsigned num_vectors)
{
    begin(g, p, num_vectors);
    if (g->num_words == MIN_VALUE_WORDS)
        run_steps(g, p, w, seed, num_steps, (struct shape){ MIN_VALUE_WORDS, num_vectors });
    else
        run_steps(g, p, w, seed, num_steps, (struct shape){ MAX_VALUE_WORDS, num_vectors });
    end(g, p, num_vectors);
}

/*
 * How many of num chains form the next group: as many as there are lanes, but one vector of them if the others are so
 * much shorter that they take less time by themselves.
 */
INLINE unsigned next_part(const struct ab_slhdsa_chain *chains, unsigned num)
{
    if (num > NUM_LANES)
        num = NUM_LANES;
    return num > WORDS && 3 * max_steps(chains + WORDS, num - WORDS) <= 2 * max_steps(chains, WORDS) ? WORDS : num;
}

INLINE void run_chains(const uint32_t *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                       unsigned num)
{
    ring w[NUM_VECTORS];
    struct group g;
    struct places p;

    memset(g.value, 0, sizeof(g.value));
    memset(p.no_value, 0, sizeof(p.no_value));
    for (unsigned done = 0, part, num_steps; done < num; done += part) {
        part = next_part(chains + done, num - done);
        num_steps = max_steps(chains + done, part);
        find_places(&p, &g, n, chains + done, values + done * n, part);
        if (part <= WORDS)
            run_group(&g, &p, w, seed, num_steps, 1);
        else
            run_group(&g, &p, w, seed, num_steps, NUM_VECTORS);
    }
    ab_wipe(w, sizeof(w));
}
