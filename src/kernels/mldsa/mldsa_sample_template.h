/*
 * Sampling of ML-DSA's polynomials (FIPS 204 sec. 7.3) from SHAKE over several messages in step. Included after
 * shake_lanes_template.h and a header of the level (mldsa_sample_avx2.h) that defines
 *
 *   CHUNK           the candidates that one step of the following may write
 *   accept_uniform  from len bytes, a multiple of 24, append the candidates below q to out until there are 256; return
 *                   how many there are. CHUNK words beyond the 256 may be overwritten. Public.
 *   accept_bounded  likewise from len bytes, a multiple of 8, the coefficients of s1 and s2, |c| <= eta; its values are
 *                   secret
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mldsa/mldsa_bytes_avx2.h"

enum { RHO_WORDS = 4, SEED_WORDS = 8, MASK_BLOCKS = 5, /* of SHAKE256, for 256 * 20 bits */ MAX_RATE = SHAKE128_RATE };

/* Polynomials that are sampled in step: where they go, and what is appended to the seed. */
struct group {
    int32_t *out[LANES];
    uint64_t rests[LANES];
    unsigned num;
};

/* The group of messages seed || first + i as two bytes, for i < num, of which there are up to LANES. */
INLINE struct group consecutive(ab_mldsa_poly *out, unsigned first, unsigned num)
{
    struct group g = { .num = num < LANES ? num : LANES };

    for (unsigned i = 0; i < g.num; i++) {
        g.out[i] = out[i];
        g.rests[i] = pad(first + i, 2);
    }
    return g;
}

typedef unsigned accept_fn(int32_t *out, unsigned num, const uint8_t *in, unsigned len);

/* What a group samples from. */
struct accepted {
    states_in_step states;
    uint8_t rows[LANES][MAX_RATE + ROW_SLACK] __attribute__((aligned(64)));
    int32_t words[LANES][AB_MLDSA_POLY + CHUNK] __attribute__((aligned(64)));
};

/* Take blocks until every polynomial of a group is whole. Lanes without a polynomial are computed for nothing. */
INLINE void sample_group(const struct group *g, const uint8_t *seed, unsigned num_words, unsigned rate,
                         accept_fn *accept)
{
    unsigned counts[LANES] = { 0 }, num_whole = 0;
    struct accepted a;

    start_lanes(a.states, seed, num_words, g->rests, rate);
    while (num_whole < g->num) {
        permute_lanes(a.states);
        squeeze(a.rows[0], sizeof(a.rows[0]), (const uint64_t (*)[LANES])a.states, rate);
        num_whole = 0;
        for (unsigned i = 0; i < g->num; i++) {
            counts[i] = accept(a.words[i], counts[i], a.rows[i], rate);
            num_whole += counts[i] >= AB_MLDSA_POLY;
        }
    }
    for (unsigned i = 0; i < g->num; i++)
        memcpy(g->out[i], a.words[i], sizeof(ab_mldsa_poly));
    if (num_words == SEED_WORDS) /* not rho, which is public */
        ab_wipe(&a, sizeof(a));
}

/* Walk through the matrix row by row, LANES places at a time. */
static void sample_matrix(ab_mldsa_poly *out, size_t stride, const uint8_t rho[32], unsigned k, unsigned l)
{
    for (unsigned row = 0, column = 0; row < k;) {
        struct group g = { .num = 0 };

        while (g.num < LANES && row < k) {
            g.out[g.num] = out[row * stride + column];
            g.rests[g.num++] = pad((uint64_t)row << 8 | column, 2);
            if (++column == l) {
                column = 0;
                row++;
            }
        }
        sample_group(&g, rho, RHO_WORDS, SHAKE128_RATE, accept_uniform);
    }
}

static unsigned accept_2(int32_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    return accept_bounded(out, num, in, len, 2);
}

static unsigned accept_4(int32_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    return accept_bounded(out, num, in, len, 4);
}

static void sample_secret(ab_mldsa_poly *out, const uint8_t seed[64], unsigned num, unsigned eta)
{
    for (unsigned at = 0; at < num; at += LANES) {
        const struct group g = consecutive(out + at, at, num - at);

        if (eta == 2)
            sample_group(&g, seed, SEED_WORDS, SHAKE256_RATE, accept_2);
        else
            sample_group(&g, seed, SEED_WORDS, SHAKE256_RATE, accept_4);
    }
}

static void sample_mask(ab_mldsa_poly *out, const uint8_t seed[64], unsigned nonce, unsigned num, unsigned bits)
{
    uint8_t rows[LANES][MASK_BLOCKS * SHAKE256_RATE + ROW_SLACK] __attribute__((aligned(64)));
    states_in_step states;

    for (unsigned at = 0; at < num; at += LANES) {
        const struct group g = consecutive(out + at, nonce + at, num - at);

        start_lanes(states, seed, SEED_WORDS, g.rests, SHAKE256_RATE);
        for (unsigned i = 0; i < MASK_BLOCKS; i++) {
            permute_lanes(states);
            squeeze(rows[0] + (size_t)i * SHAKE256_RATE, sizeof(rows[0]), (const uint64_t (*)[LANES])states,
                    SHAKE256_RATE);
        }
        for (unsigned i = 0; i < g.num; i++)
            ab_mldsa_unpack_avx2(g.out[i], rows[i], 1 << bits, bits + 1);
    }
    ab_wipe(rows, sizeof(rows));
    ab_wipe(states, sizeof(states));
}
