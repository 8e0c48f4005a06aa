/*
 * Sampling of ML-KEM's polynomials (FIPS 203 sec. 4.2.2) from SHAKE over several messages in step. Included after
 * shake_lanes_template.h and a header of the level (mlkem_sample_avx2.h) that defines
 *
 *   CHUNK        the candidates that one step of accept may write
 *   accept       from len bytes, a multiple of 24, append the candidates below q to out until there are 256; return how
 *                many there are. CHUNK words beyond the 256 may be overwritten. Public.
 *   binomial_2, binomial_3  algorithm 8
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum {
    RHO_LEN = 32,
    SEED_WORDS = 4,
    SHA3_256_RATE = 136,
    MATRIX_BLOCKS = 3, /* that suffice most of the time: on average 273 of 336 candidates are below q */
    MAX_NOISE_LEN = 3 * AB_MLKEM_POLY / 4
};

/* Start one state with a seed of 32 bytes, followed by a padded rest: before the first permutation. */
static void start_one(uint64_t state[AB_KECCAK_LANES], const uint8_t seed[32], uint64_t rest, unsigned rate)
{
    memset(state, 0, AB_KECCAK_LANES * sizeof(state[0]));
    memcpy(state, seed, 32);
    state[4] = rest;
    state[rate / 8 - 1] ^= last_bit;
}

/* ---- the matrix ---- */

/* A place in a matrix of rank k. */
struct place {
    unsigned row, column;
};

/* What is appended to rho for this place, which moves on by one. */
static uint64_t matrix_rest(struct place *at, unsigned k)
{
    const uint64_t indices = (uint64_t)at->row << 8 | at->column;

    at->column++;
    if (at->column == k) {
        at->column = 0;
        at->row++;
    }
    return pad(indices, 2);
}

static void sample_matrix_one(ab_mlkem_poly out, const uint8_t rho[RHO_LEN], uint64_t rest)
{
    int16_t accepted[AB_MLKEM_POLY + CHUNK];
    uint64_t state[AB_KECCAK_LANES];
    unsigned num = 0;

    start_one(state, rho, rest, SHAKE128_RATE);
    while (num < AB_MLKEM_POLY) {
        permute_one(state);
        num = accept(accepted, num, (const uint8_t *)state, SHAKE128_RATE);
    }
    memcpy(out, accepted, sizeof(ab_mlkem_poly));
}

/* A message whose SHA3-256 is computed in the last lane while there is more of it. */
struct hashing {
    const uint8_t *in;
    size_t len;
    int is_over; /* 1: there is none, or it is in the digest */
    uint64_t digest[4];
};

/* Take the next block of the message, with padding at its end. Return 1 if it is the last one. */
static int next_block(struct hashing *h, uint64_t block[SHA3_256_RATE / 8])
{
    const size_t len = h->len < SHA3_256_RATE ? h->len : SHA3_256_RATE;
    uint8_t *bytes = (uint8_t *)block;

    memcpy(bytes, h->in, len);
    h->in += len;
    h->len -= len;
    if (len == SHA3_256_RATE)
        return 0;
    memset(bytes + len, 0, SHA3_256_RATE - len);
    bytes[len] = 0x06;
    bytes[SHA3_256_RATE - 1] |= 0x80;
    return 1;
}

/* Permute all states, the last one of which absorbs a block of the message if there is more of it. */
static void permute_with_hash(states_in_step states, struct hashing *h)
{
    uint64_t block[SHA3_256_RATE / 8];

    if (h->is_over) {
        permute_lanes(states);
        return;
    }
    h->is_over = next_block(h, block);
    for (size_t i = 0; i < SHA3_256_RATE / 8; i++)
        states[i][LANES - 1] ^= block[i];
    permute_lanes(states);
    for (size_t i = 0; h->is_over && i < 4; i++)
        h->digest[i] = states[i][LANES - 1];
}

/* Absorb what is left of the message by itself. */
static void finish_hash(struct hashing *h, const states_in_step states)
{
    uint64_t state[AB_KECCAK_LANES], block[SHA3_256_RATE / 8];

    for (unsigned i = 0; i < AB_KECCAK_LANES; i++)
        state[i] = states[i][LANES - 1];
    while (!h->is_over) {
        h->is_over = next_block(h, block);
        for (size_t i = 0; i < SHA3_256_RATE / 8; i++)
            state[i] ^= block[i];
        permute_one(state);
        memcpy(h->digest, state, sizeof(h->digest));
    }
}

/* Polynomials that are sampled in step: where they go, and what is appended to rho. */
struct group {
    ab_mlkem_poly *out;
    unsigned num;
    uint64_t rests[LANES];
};

/* A polynomial for which three blocks are too few, one of 140, is sampled once more by itself. */
static void sample_group(const struct group *g, states_in_step states, const uint8_t rho[RHO_LEN], struct hashing *h)
{
    uint8_t rows[LANES][MATRIX_BLOCKS * SHAKE128_RATE + ROW_SLACK] __attribute__((aligned(64)));
    int16_t accepted[AB_MLKEM_POLY + CHUNK];

    if (h->is_over)
        start_lanes(states, rho, SEED_WORDS, g->rests, SHAKE128_RATE);
    for (unsigned i = 0; i < g->num && !h->is_over; i++)
        start_lane(states, i, rho, SEED_WORDS, g->rests[i], SHAKE128_RATE);
    for (unsigned i = 0; i < MATRIX_BLOCKS; i++) {
        permute_with_hash(states, h);
        squeeze(rows[0] + (size_t)i * SHAKE128_RATE, sizeof(rows[0]), states, SHAKE128_RATE);
    }
    for (unsigned i = 0; i < g->num; i++)
        if (accept(accepted, 0, rows[i], MATRIX_BLOCKS * SHAKE128_RATE) >= AB_MLKEM_POLY)
            memcpy(g->out[i], accepted, sizeof(accepted[0]) * AB_MLKEM_POLY);
        else
            sample_matrix_one(g->out[i], rho, g->rests[i]);
}

/* The last lane has the message as long as there is more of it. */
static void sample_groups(ab_mlkem_poly *out, states_in_step states, const uint8_t rho[RHO_LEN], unsigned k,
                          struct hashing *h)
{
    struct place at = { 0, 0 };

    for (unsigned left = k * k; left > 0;) {
        const unsigned num_free = h->is_over ? LANES : LANES - 1;
        struct group g = { .out = out, .num = left < num_free ? left : num_free };

        for (unsigned i = 0; i < g.num; i++)
            g.rests[i] = matrix_rest(&at, k);
        if (g.num == 1 && h->is_over)
            sample_matrix_one(out[0], rho, g.rests[0]);
        else
            sample_group(&g, states, rho, h);
        out += g.num;
        left -= g.num;
    }
}

static void sample_matrix(ab_mlkem_poly *out, const uint8_t rho[RHO_LEN], unsigned k)
{
    struct hashing none = { .is_over = 1 };
    states_in_step states = { { 0 } };

    sample_groups(out, states, rho, k, &none);
}

static void expand(ab_mlkem_poly *out, uint8_t digest[32], const uint8_t *in, size_t len, unsigned k)
{
    struct hashing h = { .in = in, .len = len };
    states_in_step states = { { 0 } };

    sample_groups(out, states, in + len - RHO_LEN, k, &h);
    finish_hash(&h, states);
    memcpy(digest, h.digest, sizeof(h.digest));
}

/* ---- noise ---- */

static void binomial(ab_mlkem_poly out, const uint8_t *in, unsigned eta)
{
    if (eta == 2)
        binomial_2(out, in);
    else
        binomial_3(out, in);
}

static void sample_noise_one(ab_mlkem_poly out, const uint8_t seed[32], uint64_t rest, unsigned eta)
{
    uint8_t bytes[MAX_NOISE_LEN];
    uint64_t state[AB_KECCAK_LANES];

    start_one(state, seed, rest, SHAKE256_RATE);
    permute_one(state);
    memcpy(bytes, state, SHAKE256_RATE);
    if (eta == 3) {
        permute_one(state);
        memcpy(bytes + SHAKE256_RATE, state, sizeof(bytes) - SHAKE256_RATE);
    }
    binomial(out, bytes, eta);
    ab_wipe(bytes, sizeof(bytes));
    ab_wipe(state, sizeof(state));
}

static void sample_noise_lanes(ab_mlkem_poly *out, unsigned num, const uint8_t seed[32], const uint64_t rests[LANES],
                               unsigned eta)
{
    uint8_t rows[LANES][2 * SHAKE256_RATE + ROW_SLACK] __attribute__((aligned(64)));
    states_in_step states;

    start_lanes(states, seed, SEED_WORDS, rests, SHAKE256_RATE);
    permute_lanes(states);
    squeeze(rows[0], sizeof(rows[0]), states, SHAKE256_RATE);
    if (eta == 3) {
        permute_lanes(states);
        squeeze(rows[0] + SHAKE256_RATE, sizeof(rows[0]), states, SHAKE256_RATE);
    }
    for (unsigned i = 0; i < num; i++)
        binomial(out[i], rows[i], eta);
    ab_wipe(rows, sizeof(rows));
    ab_wipe(states, sizeof(states));
}

static void sample_noise(ab_mlkem_poly *out, const uint8_t seed[32], unsigned first, unsigned num, unsigned eta)
{
    for (unsigned at = 0; at < num; at += LANES) {
        const unsigned num_now = num - at < LANES ? num - at : LANES;
        uint64_t rests[LANES];

        for (unsigned i = 0; i < LANES; i++)
            rests[i] = pad(first + at + i, 1);
        if (num_now == 1)
            sample_noise_one(out[at], seed, rests[0], eta);
        else
            sample_noise_lanes(out + at, num_now, seed, rests, eta);
    }
}
