/* ML-DSA's polynomials in plain C, one coefficient at a time. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mldsa/mldsa_kernels.h"
#include "kernels/mldsa/mldsa_tables.h"

enum { Q = AB_MLDSA_Q, N = AB_MLDSA_POLY, D = AB_MLDSA_D };

/* ---- arithmetic modulo q ---- */

/*
 * a / 2^32 mod q, with -q < result < q for |a| < 2^31 q (P. Montgomery, "Modular multiplication without trial
 * division", signed): 58728449 is 1 / q mod 2^32, so a - t q is a multiple of 2^32.
 */
static int32_t montgomery_reduce(int64_t a)
{
    int32_t t = (int32_t)((uint32_t)a * 58728449u);

    return (int32_t)((a - (int64_t)t * Q) >> 32);
}

static int32_t multiply(int32_t a, int32_t b)
{
    return montgomery_reduce((int64_t)a * b);
}

/* The reduced representative of |a| < q. */
static int32_t reduce_fully(int32_t a)
{
    return a + (Q & (a >> 31));
}

/* The centred representative of |a| < q. */
static int32_t centre(int32_t a)
{
    a = reduce_fully(a);
    return a - (Q & (((Q - 1) / 2 - a) >> 31));
}

/* ---- the NTT ---- */

/* Sums grow by less than q in each of the eight levels, from less than q: |c| < 9 q. */
static void ntt(ab_mldsa_poly a)
{
    const int32_t *zeta = ab_mldsa_zetas + 1;

    for (unsigned len = N / 2; len >= 1; len /= 2)
        for (unsigned start = 0; start < N; start += 2 * len, zeta++)
            for (unsigned i = start; i < start + len; i++) {
                int32_t t = multiply(a[i + len], *zeta);

                a[i + len] = a[i] - t;
                a[i] = a[i] + t;
            }
}

/*
 * Sums double in each level, from less than q: |c| <= 256 (q - 1) < 2^31. The last product divides by 256 and
 * multiplies by 2^32: 41978 is 2^64 / 256 mod q.
 */
static void inverse_ntt(ab_mldsa_poly a)
{
    const int32_t *zeta = ab_mldsa_zetas + N - 1;

    for (unsigned len = 1; len <= N / 2; len *= 2)
        for (unsigned start = 0; start < N; start += 2 * len, zeta--)
            for (unsigned i = start; i < start + len; i++) {
                int32_t t = a[i];

                a[i] = t + a[i + len];
                a[i + len] = multiply(a[i + len] - t, *zeta);
            }
    for (unsigned i = 0; i < N; i++)
        a[i] = centre(multiply(a[i], 41978));
}

static void inner_product(ab_mldsa_poly out, const ab_mldsa_poly *a, const ab_mldsa_poly *b, unsigned num)
{
    for (unsigned i = 0; i < N; i++) {
        int64_t sum = 0;

        for (unsigned j = 0; j < num; j++)
            sum += (int64_t)a[j][i] * b[j][i];
        out[i] = montgomery_reduce(sum);
    }
}

static void add(ab_mldsa_poly a, const ab_mldsa_poly b)
{
    for (unsigned i = 0; i < N; i++)
        a[i] += b[i];
}

static void subtract(ab_mldsa_poly a, const ab_mldsa_poly b)
{
    for (unsigned i = 0; i < N; i++)
        a[i] -= b[i];
}

static unsigned exceeds(const ab_mldsa_poly a, int32_t bound)
{
    uint32_t is_above = 0;

    for (unsigned i = 0; i < N; i++) {
        int32_t sign = a[i] >> 31;

        is_above |= (uint32_t)(bound - 1 - ((a[i] ^ sign) - sign));
    }
    return is_above >> 31;
}

/* ---- sampling ---- */

enum { RHO_LEN = 32, SEED_LEN = 64, SHAKE128_RATE = 168, SHAKE256_RATE = 136, SHAKE_SUFFIX = 0x1f };

/* Absorb len bytes and two more into an empty state; one permutation is left to do before the first output. */
static void start_shake(uint64_t state[AB_KECCAK_LANES], size_t rate, const uint8_t *in, size_t len, unsigned low,
                        unsigned high)
{
    uint8_t *bytes = (uint8_t *)state;

    memset(state, 0, sizeof(uint64_t) * AB_KECCAK_LANES);
    memcpy(bytes, in, len);
    bytes[len] = (uint8_t)low;
    bytes[len + 1] = (uint8_t)high;
    bytes[len + 2] = SHAKE_SUFFIX;
    bytes[rate - 1] = 0x80;
}

/* Algorithm 30. Three bytes give a candidate of 23 bits, and a block of SHAKE128 is a multiple of three bytes. */
static void sample_uniform(ab_mldsa_poly out, const uint8_t rho[RHO_LEN], unsigned column, unsigned row)
{
    uint64_t state[AB_KECCAK_LANES];
    const uint8_t *p = (const uint8_t *)state;
    unsigned num = 0;

    start_shake(state, SHAKE128_RATE, rho, RHO_LEN, column, row);
    while (num < N) {
        ab_keccak_permute_portable(state);
        for (unsigned at = 0; at < SHAKE128_RATE && num < N; at += 3) {
            int32_t candidate = p[at] | p[at + 1] << 8 | (p[at + 2] & 0x7f) << 16;

            if (candidate < Q)
                out[num++] = candidate;
        }
    }
}

static void sample_matrix(ab_mldsa_poly *out, size_t stride, const uint8_t rho[RHO_LEN], unsigned k, unsigned l)
{
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < l; j++)
            sample_uniform(out[i * stride + j], rho, j, i);
}

/* z mod 5 for z < 15: 13 / 64 is above 1 / 5 by less than 1 / 70. */
static int32_t modulo_5(int32_t z)
{
    return z - 5 * (z * 13 >> 6);
}

/* CoeffFromHalfByte, algorithm 15. Return 1 and the coefficient if it is accepted. */
static int accept_half_byte(int32_t *out, int32_t z, unsigned eta)
{
    int32_t is_accepted = (z - (eta == 2 ? 15 : 9)) >> 31;

    *out = eta == 2 ? 2 - modulo_5(z) : 4 - z;
    AB_PUBLIC(&is_accepted, sizeof(is_accepted)); /* independent of the value of what is accepted */
    return is_accepted != 0;
}

/* Algorithm 31. */
static void sample_bounded(ab_mldsa_poly out, const uint8_t seed[SEED_LEN], unsigned nonce, unsigned eta)
{
    uint64_t state[AB_KECCAK_LANES];
    const uint8_t *p = (const uint8_t *)state;
    unsigned num = 0;

    start_shake(state, SHAKE256_RATE, seed, SEED_LEN, nonce, 0);
    while (num < N) {
        ab_keccak_permute_portable(state);
        for (unsigned at = 0; at < 2 * SHAKE256_RATE && num < N; at++) {
            int32_t c;

            if (accept_half_byte(&c, p[at / 2] >> 4 * (at & 1) & 15, eta))
                out[num++] = c;
        }
    }
    ab_wipe(state, sizeof(state));
}

static void sample_secret(ab_mldsa_poly *out, const uint8_t seed[SEED_LEN], unsigned num, unsigned eta)
{
    for (unsigned i = 0; i < num; i++)
        sample_bounded(out[i], seed, i, eta);
}

static void unpack(ab_mldsa_poly out, const uint8_t *in, int32_t top, unsigned bits)
{
    uint32_t waiting = 0;

    for (unsigned i = 0, held = 0; i < N; i++) {
        for (; held < bits; held += 8)
            waiting |= (uint32_t)*in++ << held;
        out[i] = top - (int32_t)(waiting & ((1u << bits) - 1));
        waiting >>= bits;
        held -= bits;
    }
}

static void pack(uint8_t *out, const ab_mldsa_poly a, int32_t top, unsigned bits)
{
    uint32_t waiting = 0;

    for (unsigned i = 0, held = 0; i < N; i++) {
        waiting |= (uint32_t)(top - a[i]) << held;
        for (held += bits; held >= 8; held -= 8, waiting >>= 8)
            *out++ = (uint8_t)waiting;
    }
}

enum { MASK_BLOCKS = 5 }; /* of SHAKE256, for 256 * 20 bits */

static void sample_mask(ab_mldsa_poly *out, const uint8_t seed[SEED_LEN], unsigned nonce, unsigned num, unsigned bits)
{
    uint8_t bytes[MASK_BLOCKS * SHAKE256_RATE];
    uint64_t state[AB_KECCAK_LANES];

    for (unsigned i = 0; i < num; i++) {
        start_shake(state, SHAKE256_RATE, seed, SEED_LEN, nonce + i, (nonce + i) >> 8);
        for (unsigned at = 0; at < sizeof(bytes); at += SHAKE256_RATE) {
            ab_keccak_permute_portable(state);
            memcpy(bytes + at, state, SHAKE256_RATE);
        }
        unpack(out[i], bytes, (int32_t)1 << bits, bits + 1);
    }
    ab_wipe(bytes, sizeof(bytes));
    ab_wipe(state, sizeof(state));
}

/*
 * Places of coefficients, and their signs. The swaps of algorithm 29 move the coefficient that is at j to the new place
 * i, then put a new one at j.
 */
struct challenge {
    uint8_t places[AB_MLDSA_MAX_TAU];
    uint8_t signs[8];
    unsigned num;
};

/* Swap for i = 256 - tau + num and a byte j, unless j > i. That is public; j is not, so every place is compared. */
static void put_candidate(struct challenge *c, uint8_t j, unsigned tau)
{
    const unsigned i = N - tau + c->num;
    uint64_t is_rejected = ab_ct_lt(i, j);

    AB_PUBLIC(&is_rejected, sizeof(is_rejected));
    if (is_rejected != 0)
        return;
    for (unsigned m = 0; m < c->num; m++)
        c->places[m] = (uint8_t)ab_ct_select(ab_ct_eq(c->places[m], j), i, c->places[m]);
    c->places[c->num++] = j;
}

/* out := the coefficients, by comparing each place with each coefficient's. */
static void put_coefficients(ab_mldsa_poly out, const struct challenge *c)
{
    memset(out, 0, sizeof(ab_mldsa_poly));
    for (unsigned m = 0; m < c->num; m++) {
        const int32_t value = 1 - 2 * (c->signs[m / 8] >> m % 8 & 1);

        for (unsigned i = 0; i < N; i++)
            out[i] |= value & (int32_t)((i ^ c->places[m]) - 1) >> 31;
    }
}

static void sample_challenge(ab_mldsa_poly out, const uint8_t *in, size_t len, unsigned tau)
{
    uint64_t state[AB_KECCAK_LANES] = { 0 };
    uint8_t *bytes = (uint8_t *)state;
    struct challenge c = { .num = 0 };

    memcpy(bytes, in, len);
    bytes[len] = SHAKE_SUFFIX;
    bytes[SHAKE256_RATE - 1] = 0x80;
    ab_keccak_permute_portable(state);
    memcpy(c.signs, bytes, sizeof(c.signs));
    for (unsigned at = sizeof(c.signs); c.num < tau; at++) {
        if (at == SHAKE256_RATE) {
            ab_keccak_permute_portable(state);
            at = 0;
        }
        put_candidate(&c, bytes[at], tau);
    }
    put_coefficients(out, &c);
    ab_wipe(state, sizeof(state));
    ab_wipe(&c, sizeof(c));
}

/* ---- rounding ---- */

static void power2round(ab_mldsa_poly minus_t1, ab_mldsa_poly t0, const ab_mldsa_poly a)
{
    for (unsigned i = 0; i < N; i++) {
        int32_t c = reduce_fully(a[i]), high = (c + (1 << (D - 1)) - 1) >> D;

        minus_t1[i] = -high;
        t0[i] = c - high * (1 << D);
    }
}

/*
 * x / (2 gamma2), rounded up if its remainder is above gamma2, for a reduced x: the floor of (x + gamma2 - 1) /
 * (2 gamma2). 2 gamma2 is 2^9 1023 or 2^11 93, so a shift leaves quotients of at most 15 bits, and products with
 * 2^25 / 1023 and 2^20 / 93, rounded up, give them exactly: the tests check every x.
 */
static int32_t high_bits(int32_t x, unsigned num_high)
{
    x += ab_mldsa_gamma2(num_high) - 1;
    return num_high == AB_MLDSA_HIGH_16 ? (x >> 9) * 32801 >> 25 : (x >> 11) * 11276 >> 20;
}

/* The one high part too many, of which x - high 2 gamma2 = x - (q - 1), counts as 0, with a low part of x - q. */
static int32_t decompose_one(int32_t *low, int32_t a, unsigned num_high)
{
    int32_t x = reduce_fully(a), high = high_bits(x, num_high), is_over = ((int32_t)num_high - 1 - high) >> 31;

    *low = x - high * 2 * ab_mldsa_gamma2(num_high) + is_over;
    return high & ~is_over;
}

static void decompose(ab_mldsa_bytes high, ab_mldsa_poly low, const ab_mldsa_poly a, unsigned num_high)
{
    for (unsigned i = 0; i < N; i++)
        high[i] = (uint8_t)decompose_one(&low[i], a[i], num_high);
}

/*
 * Adding low keeps the high bits unless |low| > gamma2, or low = -gamma2, which is the low part of a number only if its
 * high bits are 0.
 */
static unsigned make_hint(ab_mldsa_bytes hints, const ab_mldsa_bytes high, const ab_mldsa_poly low, unsigned num_high)
{
    const int32_t gamma2 = ab_mldsa_gamma2(num_high);
    unsigned num = 0;

    for (unsigned i = 0; i < N; i++) {
        uint32_t is_above = (uint32_t)(gamma2 - low[i]) >> 31;
        uint32_t is_below = (uint32_t)(low[i] + gamma2 - (int32_t)((uint32_t)-high[i] >> 31)) >> 31;

        hints[i] = (uint8_t)(is_above | is_below);
        num += hints[i];
    }
    return num;
}

static void use_hint(ab_mldsa_bytes high, const ab_mldsa_poly a, const ab_mldsa_bytes hints, unsigned num_high)
{
    const int32_t m = (int32_t)num_high;

    for (unsigned i = 0; i < N; i++) {
        int32_t low, h = decompose_one(&low, a[i], num_high), is_positive = -low >> 31;

        h += hints[i] * (-1 - 2 * is_positive);
        h += m & h >> 31;
        high[i] = (uint8_t)(h - (m & (m - 1 - h) >> 31));
    }
}

static void pack_high(uint8_t *out, const ab_mldsa_bytes high, unsigned num_high)
{
    if (num_high == AB_MLDSA_HIGH_16) {
        for (unsigned i = 0; i < N; i += 2)
            *out++ = (uint8_t)(high[i] | high[i + 1] << 4);
        return;
    }
    for (unsigned i = 0; i < N; i += 4) {
        uint32_t bits = high[i] | (uint32_t)high[i + 1] << 6 | (uint32_t)high[i + 2] << 12
                        | (uint32_t)high[i + 3] << 18;

        *out++ = (uint8_t)bits;
        *out++ = (uint8_t)(bits >> 8);
        *out++ = (uint8_t)(bits >> 16);
    }
}

const struct ab_mldsa_kernels ab_mldsa_portable = {
    .needs = { .name = "portable", .is_fallback = 1 },
    .absorb = ab_keccak_absorb_portable,
    .num_lanes = 1,
    .ntt = ntt,
    .inverse_ntt = inverse_ntt,
    .inner_product = inner_product,
    .add = add,
    .subtract = subtract,
    .exceeds = exceeds,
    .sample_matrix = sample_matrix,
    .sample_secret = sample_secret,
    .sample_mask = sample_mask,
    .sample_challenge = sample_challenge,
    .power2round = power2round,
    .decompose = decompose,
    .make_hint = make_hint,
    .use_hint = use_hint,
    .pack = pack,
    .unpack = unpack,
    .pack_high = pack_high,
};
