/* ML-KEM's polynomials in plain C, one coefficient at a time. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/mlkem/mlkem_kernels.h"
#include "kernels/mlkem/mlkem_tables.h"

enum { Q = AB_MLKEM_Q, N = AB_MLKEM_POLY };

/* ---- arithmetic modulo q ---- */

/*
 * a / 2^16 mod q, with -q < result < q for |a| < 2^15 q (P. Montgomery, "Modular multiplication without trial
 * division", signed): 62209 is 1 / q mod 2^16, so a - t q is a multiple of 2^16.
 */
static int16_t montgomery_reduce(int32_t a)
{
    int16_t t = (int16_t)((uint32_t)a * 62209u);

    return (int16_t)((a - t * Q) >> 16);
}

static int16_t multiply(int16_t a, int16_t b)
{
    return montgomery_reduce(a * b);
}

/*
 * The representative of any a with |c| <= q / 2 (P. Barrett): 20159 is 2^26 / q to the nearest, so that the product
 * gives a / q to the nearest.
 */
static int16_t barrett_reduce(int16_t a)
{
    int32_t quotient = (20159 * a + (1 << 25)) >> 26;

    return (int16_t)(a - quotient * Q);
}

/* The reduced representative of |a| < q. */
static uint16_t reduce_fully(int16_t a)
{
    return (uint16_t)(a + (Q & (a >> 15)));
}

/* ---- the NTT ---- */

/* Sums grow by less than q in each of the seven levels, from less than q: |c| < 8 q < 2^15. */
static void ntt(ab_mlkem_poly a)
{
    const int16_t *zeta = ab_mlkem_zetas + 1;

    for (unsigned len = N / 2; len >= 2; len /= 2)
        for (unsigned start = 0; start < N; start += 2 * len, zeta++)
            for (unsigned i = start; i < start + len; i++) {
                int16_t t = multiply(a[i + len], *zeta);

                a[i + len] = (int16_t)(a[i] - t);
                a[i] = (int16_t)(a[i] + t);
            }
    for (unsigned i = 0; i < N; i++)
        a[i] = barrett_reduce(a[i]);
}

/* All coefficients stay below q. The last product divides by 128: it is one with 2^16 / 128 / 2^16. */
static void inverse_ntt(ab_mlkem_poly a)
{
    const int16_t *zeta = ab_mlkem_zetas + N / 2 - 1;

    for (unsigned len = 2; len <= N / 2; len *= 2)
        for (unsigned start = 0; start < N; start += 2 * len, zeta--)
            for (unsigned i = start; i < start + len; i++) {
                int16_t t = a[i];

                a[i] = barrett_reduce((int16_t)(t + a[i + len]));
                a[i + len] = multiply((int16_t)(a[i + len] - t), *zeta);
            }
    for (unsigned i = 0; i < N; i++)
        a[i] = multiply(a[i], (1 << 16) / (N / 2));
}

enum { TWO_POWER_32 = 1353 }; /* 2^32 mod q */

/*
 * Factors bear the 2^16 that the reduction of the inner product divides by. gamma of pair i is zeta^(2 BitRev7(i) + 1):
 * zeta^BitRev7(64 + i / 2), negated for odd i (appendix A).
 */
static void prepare(struct ab_mlkem_factor *out, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N / 2; i++) {
        int16_t zeta = ab_mlkem_zetas[64 + i / 2], gamma = (int16_t)((i & 1) == 1 ? -zeta : zeta);
        int16_t b0 = multiply(b[2 * i], TWO_POWER_32), b1 = multiply(b[2 * i + 1], TWO_POWER_32);

        out->straight[2 * i] = b0;
        out->straight[2 * i + 1] = multiply(b1, gamma);
        out->crossed[2 * i] = b1;
        out->crossed[2 * i + 1] = b0;
    }
}

/* A sum of at most eight products below q^2 is below 2^27. */
static void inner_product(ab_mlkem_poly out, const ab_mlkem_poly *a, size_t stride, const struct ab_mlkem_factor *b,
                          unsigned k)
{
    for (unsigned i = 0; i < N; i += 2) {
        int32_t even = 0, odd = 0;

        for (unsigned j = 0; j < k; j++) {
            const int16_t *pair = &a[j * stride][i];

            even += pair[0] * b[j].straight[i] + pair[1] * b[j].straight[i + 1];
            odd += pair[0] * b[j].crossed[i] + pair[1] * b[j].crossed[i + 1];
        }
        out[i] = montgomery_reduce(even);
        out[i + 1] = montgomery_reduce(odd);
    }
}

static void add(ab_mlkem_poly a, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N; i++)
        a[i] = barrett_reduce((int16_t)(a[i] + b[i]));
}

static void subtract(ab_mlkem_poly a, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N; i++)
        a[i] = barrett_reduce((int16_t)(b[i] - a[i]));
}

/* ---- sampling ---- */

enum { SEED_LEN = 32, SHAKE128_RATE = 168, SHAKE256_RATE = 136, SHAKE_SUFFIX = 0x1f, MAX_ETA = 3 };

/* Absorb a seed and len further bytes into an empty state; one permutation is left to do before the first output. */
static void start_shake(uint64_t state[AB_KECCAK_LANES], size_t rate, const uint8_t seed[SEED_LEN], const uint8_t *more,
                        size_t len)
{
    uint8_t *bytes = (uint8_t *)state;

    memset(state, 0, sizeof(uint64_t) * AB_KECCAK_LANES);
    memcpy(bytes, seed, SEED_LEN);
    memcpy(bytes + SEED_LEN, more, len);
    bytes[SEED_LEN + len] = SHAKE_SUFFIX;
    bytes[rate - 1] = 0x80;
}

/* Algorithm 7. Three bytes give two candidates of 12 bits, and a block of SHAKE128 is a multiple of three bytes. */
static void sample_uniform(ab_mlkem_poly out, const uint8_t rho[SEED_LEN], const uint8_t index[2])
{
    uint64_t state[AB_KECCAK_LANES];
    const uint8_t *p = (const uint8_t *)state;
    unsigned num = 0, at = SHAKE128_RATE;

    start_shake(state, SHAKE128_RATE, rho, index, 2);
    while (num < N) {
        if (at == SHAKE128_RATE) {
            ab_keccak_permute_portable(state);
            at = 0;
        }
        for (unsigned shift = 0; shift <= 4 && num < N; shift += 4) {
            unsigned candidate = (p[at + shift / 4] | (unsigned)p[at + shift / 4 + 1] << 8) >> shift & 0xfff;

            if (candidate < Q)
                out[num++] = (int16_t)candidate;
        }
        at += 3;
    }
}

static void sample_matrix(ab_mlkem_poly *out, const uint8_t rho[SEED_LEN], unsigned k)
{
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < k; j++)
            sample_uniform(out[i * k + j], rho, (const uint8_t[2]){ (uint8_t)j, (uint8_t)i });
}

/* Algorithm 8: the sum of eta bits minus the sum of the next eta bits. */
static void sample_binomial(ab_mlkem_poly out, const uint8_t *in, unsigned eta)
{
    unsigned at = 0;

    for (unsigned i = 0; i < N; i++) {
        int sum = 0;

        for (unsigned j = 0; j < 2 * eta; j++, at++) {
            int bit = in[at / 8] >> at % 8 & 1;

            sum += j < eta ? bit : -bit;
        }
        out[i] = (int16_t)sum;
    }
}

static void sample_noise(ab_mlkem_poly *out, const uint8_t seed[SEED_LEN], unsigned first, unsigned num, unsigned eta)
{
    uint8_t bytes[N / 4 * MAX_ETA];
    uint64_t state[AB_KECCAK_LANES];

    for (unsigned i = 0; i < num; i++) {
        const uint8_t nonce = (uint8_t)(first + i);

        start_shake(state, SHAKE256_RATE, seed, &nonce, 1);
        ab_keccak_permute_portable(state);
        memcpy(bytes, state, SHAKE256_RATE);
        if (eta == MAX_ETA) {
            ab_keccak_permute_portable(state);
            memcpy(bytes + SHAKE256_RATE, state, sizeof(bytes) - SHAKE256_RATE);
        }
        sample_binomial(out[i], bytes, eta);
    }
    ab_wipe(bytes, sizeof(bytes));
    ab_wipe(state, sizeof(state));
}

/* ---- bytes ---- */

/* Write 256 values of d <= 12 bits. */
static void pack(uint8_t *out, const uint16_t values[N], unsigned d)
{
    uint32_t bits = 0;

    for (unsigned i = 0, held = 0; i < N; i++) {
        bits |= (uint32_t)values[i] << held;
        for (held += d; held >= 8; held -= 8, bits >>= 8)
            *out++ = (uint8_t)bits;
    }
}

static void unpack(ab_mlkem_poly out, const uint8_t *in, unsigned d)
{
    uint32_t bits = 0;

    for (unsigned i = 0, held = 0; i < N; i++) {
        for (; held < d; held += 8)
            bits |= (uint32_t)*in++ << held;
        out[i] = (int16_t)(bits & ((1u << d) - 1));
        bits >>= d;
        held -= d;
    }
}

static void encode(uint8_t *out, const ab_mlkem_poly a)
{
    uint16_t values[N];

    for (unsigned i = 0; i < N; i++)
        values[i] = reduce_fully(a[i]);
    pack(out, values, 12);
    ab_wipe(values, sizeof(values));
}

static unsigned decode(ab_mlkem_poly out, const uint8_t *in)
{
    unsigned is_wrong = 0;

    unpack(out, in, 12);
    for (unsigned i = 0; i < N; i++)
        is_wrong |= (unsigned)(Q - 1 - out[i]) >> 31;
    return is_wrong;
}

/*
 * 2^d x / q, rounded to the nearest integer. 20642679 is 2^36 / q, likewise, so the error is below 2^23 / 2^37 = 2^-14,
 * and 2^d x / q is no nearer than 1 / (2 q) to the middle between two integers. No division: its time may depend on x.
 */
static uint16_t compress_one(uint16_t x, unsigned d)
{
    return (uint16_t)((((uint64_t)x << d) * 20642679u + (1ull << 35)) >> 36 & ((1u << d) - 1));
}

static void compress(uint8_t *out, const ab_mlkem_poly a, unsigned d)
{
    uint16_t values[N];

    for (unsigned i = 0; i < N; i++)
        values[i] = compress_one(reduce_fully(a[i]), d);
    pack(out, values, d);
    ab_wipe(values, sizeof(values));
}

static void decompress(ab_mlkem_poly out, const uint8_t *in, unsigned d)
{
    unpack(out, in, d);
    for (unsigned i = 0; i < N; i++)
        out[i] = (int16_t)((out[i] * Q + (1 << (d - 1))) >> d);
}

const struct ab_mlkem_kernels ab_mlkem_portable = {
    .needs = { .name = "portable", .is_fallback = 1 },
    .absorb = ab_keccak_absorb_portable,
    .max_lanes = 1,
    .ntt = ntt,
    .inverse_ntt = inverse_ntt,
    .prepare = prepare,
    .inner_product = inner_product,
    .add = add,
    .subtract = subtract,
    .sample_matrix = sample_matrix,
    .sample_noise = sample_noise,
    .encode = encode,
    .decode = decode,
    .compress = compress,
    .decompress = decompress,
};
