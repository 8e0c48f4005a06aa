/*
 * Sampling of ML-KEM's polynomials (FIPS 203 sec. 4.2.2) from SHAKE over several messages in step. Included after a
 * header of the level (mlkem_sample_avx2.h) that defines
 *
 *   LANES        the messages in step
 *   CHUNK        the candidates that one step of accept may write
 *   permute_one, permute_lanes
 *   store_words  LANES words of each of LANES states, in one row a state
 *   accept       from len bytes, a multiple of 24, append the candidates below q to out until there are 256; return how
 *                many there are. CHUNK words beyond the 256 may be overwritten. Public.
 *   binomial_2, binomial_3  algorithm 8
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum {
    RHO_LEN = 32,
    SHAKE128_RATE = 168,
    SHAKE256_RATE = 136,
    MATRIX_BLOCKS = 3, /* that suffice most of the time: on average 273 of 336 candidates are below q */
    ROW_SLACK = 64,    /* store_words writes whole groups of words */
    MAX_NOISE_LEN = 3 * AB_MLKEM_POLY / 4
};

typedef uint64_t states_in_step[AB_KECCAK_LANES][LANES] __attribute__((aligned(64)));

/*
 * SHAKE pads a message whose rest is in the low bytes of `rest`, of len bytes, with 0x1f; the last bit of a block is 1.
 */
static inline uint64_t pad(uint64_t rest, unsigned len)
{
    return rest | (uint64_t)0x1f << 8 * len;
}

static const uint64_t last_bit = 1ull << 63;

/* States of a seed of 32 bytes, followed by a padded rest for each lane: before the first permutation. */
static void start(states_in_step states, const uint8_t seed[32], const uint64_t rests[LANES], unsigned rate)
{
    uint64_t words[4];

    memcpy(words, seed, sizeof(words));
    memset(states, 0, sizeof(states_in_step));
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned i = 0; i < 4; i++)
            states[i][lane] = words[i];
        states[4][lane] = rests[lane];
        states[rate / 8 - 1][lane] ^= last_bit;
    }
    ab_wipe(words, sizeof(words));
}

/* The same for one state. */
static void start_one(uint64_t state[AB_KECCAK_LANES], const uint8_t seed[32], uint64_t rest, unsigned rate)
{
    memset(state, 0, AB_KECCAK_LANES * sizeof(state[0]));
    memcpy(state, seed, 32);
    state[4] = rest;
    state[rate / 8 - 1] ^= last_bit;
}

/* Write `rate` bytes, and less than ROW_SLACK more, of each state to a row of their own. */
static void squeeze(uint8_t *out, size_t row_len, const states_in_step states, unsigned rate)
{
    for (unsigned i = 0; i < rate / 8; i += LANES)
        store_words(out + 8 * (size_t)i, row_len, states + i);
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

/* Blocks of output, in rows for the lanes. */
struct matrix_bytes {
    uint8_t rows[LANES][MATRIX_BLOCKS * SHAKE128_RATE + ROW_SLACK] __attribute__((aligned(64)));
};

static void squeeze_matrix(struct matrix_bytes *bytes, states_in_step states, unsigned num_blocks)
{
    for (unsigned i = 0; i < num_blocks; i++) {
        permute_lanes(states);
        squeeze(bytes->rows[0] + (size_t)i * SHAKE128_RATE, sizeof(bytes->rows[0]), states, SHAKE128_RATE);
    }
}

static void sample_matrix_lanes(ab_mlkem_poly *out, unsigned num, const uint8_t rho[RHO_LEN],
                                const uint64_t rests[LANES])
{
    int16_t accepted[LANES][AB_MLKEM_POLY + CHUNK];
    struct matrix_bytes bytes;
    states_in_step states;
    unsigned nums[LANES] = { 0 }, num_ready = 0;

    start(states, rho, rests, SHAKE128_RATE);
    for (unsigned num_blocks = MATRIX_BLOCKS; num_ready < num; num_blocks = 1) {
        squeeze_matrix(&bytes, states, num_blocks);
        for (unsigned i = 0; i < num; i++) {
            if (nums[i] >= AB_MLKEM_POLY)
                continue;
            nums[i] = accept(accepted[i], nums[i], bytes.rows[i], num_blocks * SHAKE128_RATE);
            num_ready += nums[i] >= AB_MLKEM_POLY;
        }
    }
    for (unsigned i = 0; i < num; i++)
        memcpy(out[i], accepted[i], sizeof(ab_mlkem_poly));
}

static void sample_matrix(ab_mlkem_poly *out, const uint8_t rho[RHO_LEN], unsigned k)
{
    struct place at = { 0, 0 };

    for (unsigned first = 0, total = k * k; first < total; first += LANES) {
        const unsigned num = total - first < LANES ? total - first : LANES;
        uint64_t rests[LANES] = { 0 };

        for (unsigned i = 0; i < num; i++)
            rests[i] = matrix_rest(&at, k);
        if (num == 1)
            sample_matrix_one(out[first], rho, rests[0]);
        else
            sample_matrix_lanes(out + first, num, rho, rests);
    }
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

    start(states, seed, rests, SHAKE256_RATE);
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
