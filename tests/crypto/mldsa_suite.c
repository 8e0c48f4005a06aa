/*
 * ML-DSA: every kernel of every implementation against the portable one, which plain arithmetic and the definitions of
 * FIPS 204 check first; on random inputs, on the greatest that the contract allows and on every value of a coefficient.
 * Keys and signatures: mldsa_keys.c.
 */
#include <string.h>

#include "afterburner/mldsa.h"
#include "crypto/mldsa_keys.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/mldsa/mldsa_kernels.h"

enum {
    Q = AB_MLDSA_Q,
    N = AB_MLDSA_POLY,
    MAX_NUM = 8,
    NUM_RANDOM = 60,
    NUM_RANDOM_SLOW = 2,
    NUM_SHAPES = 7,
    ONE_SIZE = Q - 1,
    NINE_SIZES = 9 * Q - 1
};

static const struct ab_mldsa_kernels *const portable = &ab_mldsa_portable;

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

/* The reduced representative. */
static int32_t modulo(int64_t c)
{
    return (int32_t)((c % Q + Q) % Q);
}

static int32_t centred(int64_t c)
{
    const int32_t r = modulo(c);

    return r > (Q - 1) / 2 ? r - Q : r;
}

/* Coefficients of up to `size`: extremes, their alternations, one that is not zero, random ones. */
static void make_poly(ab_mldsa_poly out, unsigned shape, int32_t size)
{
    for (unsigned i = 0; i < N; i++)
        switch (shape) {
        case 0: out[i] = size; break;
        case 1: out[i] = -size; break;
        case 2: out[i] = i % 2 == 0 ? size : -size; break;
        case 3: out[i] = i / 8 % 2 == 0 ? -size : size; break;
        case 4: out[i] = t_random_below(2) == 0 ? size : -size; break;
        case 5: out[i] = 0; break;
        default: out[i] = (int32_t)t_random_below(2 * (size_t)size + 1) - size;
        }
    if (shape == 5)
        out[t_random_below(N)] = size;
}

/* The same numbers modulo q, and smaller than `size`. */
static void check_same(const ab_mldsa_poly got, const ab_mldsa_poly want, int32_t size)
{
    unsigned num_wrong = 0, num_wide = 0;

    for (unsigned i = 0; i < N; i++) {
        num_wrong += modulo(got[i]) != modulo(want[i]);
        num_wide += got[i] >= size || got[i] <= -size;
    }
    CHECK(num_wrong == 0);
    CHECK(num_wide == 0);
}

/* A polynomial in guarded memory, a copy of `from`. */
static int32_t *place_poly(unsigned region, enum t_end end, const ab_mldsa_poly from)
{
    int32_t *p = (int32_t *)(void *)t_place(region, end, 0, sizeof(ab_mldsa_poly));

    t_poison(region, (uint8_t *)p, sizeof(ab_mldsa_poly));
    memcpy(p, from, sizeof(ab_mldsa_poly));
    return p;
}

/* ---- the ring ---- */

/* out := out + a b modulo X^256 + 1, by definition. */
static void add_product_plainly(int64_t out[N], const ab_mldsa_poly a, const ab_mldsa_poly b)
{
    for (unsigned i = 0; i < N; i++) {
        int64_t sum = out[i];

        for (unsigned j = 0; j < N; j++)
            sum += (j <= i ? 1 : -1) * ((int64_t)a[j] * b[(i + N - j) % N] % Q);
        out[i] = sum % Q;
    }
}

/* The sum of products through the NTT is the sum of products of polynomials, without a factor, and centred. */
static void check_ring(const struct ab_mldsa_kernels *k)
{
    static ab_mldsa_poly a[2], b[2], got;

    t_where.check = "products of polynomials, extra";
    for (unsigned shape = 0; shape < NUM_SHAPES; shape++) {
        int64_t want[N] = { 0 };
        unsigned num_wrong = 0;

        t_where.extra = shape;
        for (unsigned i = 0; i < 2; i++) {
            make_poly(a[i], shape, ONE_SIZE);
            make_poly(b[i], (shape + i) % NUM_SHAPES, ONE_SIZE);
            add_product_plainly(want, a[i], b[i]);
            k->ntt(a[i]);
            k->ntt(b[i]);
            for (unsigned j = 0; i == 0 && j < N; j++)
                a[i][j] %= Q; /* all but the last factor are below q */
        }
        k->inner_product(got, (const ab_mldsa_poly *)a, (const ab_mldsa_poly *)b, 2);
        k->inverse_ntt(got);
        for (unsigned i = 0; i < N; i++)
            num_wrong += got[i] != centred(want[i]);
        CHECK(num_wrong == 0);
    }
}

typedef void in_place_fn(ab_mldsa_poly a);
typedef void two_fn(ab_mldsa_poly a, const ab_mldsa_poly b);

/* Compare numbers modulo q, and their sizes. */
static void check_in_place(in_place_fn *fn, in_place_fn *right, const ab_mldsa_poly a, int32_t size, enum t_end end)
{
    ab_mldsa_poly want;
    int32_t *got = place_poly(0, end, a);

    memcpy(want, a, sizeof(want));
    CHECK(t_changed_registers((t_any_fn *)fn, got, NULL, 0, 0, 0) == 0);
    right(want);
    check_same(got, want, size);
    CHECK(t_margins_intact(0, (uint8_t *)got, sizeof(want)));
    CHECK(!t_upper_halves_dirty());
}

/* Compare the numbers themselves. */
static void check_two(two_fn *fn, two_fn *right, const ab_mldsa_poly a, const ab_mldsa_poly b, enum t_end end)
{
    ab_mldsa_poly want;
    int32_t *got = place_poly(0, end, a);

    memcpy(want, a, sizeof(want));
    CHECK(t_changed_registers((t_any_fn *)fn, got, place_poly(1, end, b), 0, 0, 0) == 0);
    right(want, b);
    CHECK_BYTES(got, want, sizeof(want));
    CHECK(t_margins_intact(0, (uint8_t *)got, sizeof(want)));
}

/* Sums of 1 to 8 products, the last one of the size that only it may have. */
static void check_products(const struct ab_mldsa_kernels *k, unsigned shape)
{
    static ab_mldsa_poly a[MAX_NUM], b[MAX_NUM], got, want;

    for (unsigned num = 1; num <= MAX_NUM; num++) {
        for (unsigned i = 0; i < num; i++) {
            make_poly(a[i], shape, i + 1 == num ? NINE_SIZES : ONE_SIZE);
            make_poly(b[i], shape < 2 ? shape : (shape + i) % NUM_SHAPES, NINE_SIZES);
        }
        k->inner_product(got, (const ab_mldsa_poly *)a, (const ab_mldsa_poly *)b, num);
        portable->inner_product(want, (const ab_mldsa_poly *)a, (const ab_mldsa_poly *)b, num);
        check_same(got, want, Q);
    }
}

static void check_arithmetic(const struct ab_mldsa_kernels *k)
{
    ab_mldsa_poly a, b;

    t_where.check = "arithmetic, extra";
    for (unsigned i = 0; i < NUM_SHAPES + num_random(); i++) {
        const unsigned shape = i < NUM_SHAPES ? i : NUM_SHAPES - 1;
        const enum t_end end = i % 2 == 0 ? T_AT_START : T_AT_END;

        t_where.extra = i;
        make_poly(a, shape, ONE_SIZE);
        make_poly(b, (shape + i) % NUM_SHAPES, ONE_SIZE);
        check_in_place(k->ntt, portable->ntt, a, 9 * Q, end);
        check_in_place(k->inverse_ntt, portable->inverse_ntt, a, (Q + 1) / 2, end);
        check_two(k->add, portable->add, a, b, end);
        check_two(k->subtract, portable->subtract, a, b, end);
        check_products(k, shape);
    }
}

/* One coefficient at the bound, of either sign, at every place, among such just below it. */
static void check_bounds(const struct ab_mldsa_kernels *k)
{
    static const int32_t bounds[] = { 3, 5, 95232 - 78, (1 << 17) - 78, 261888, (1 << 19) - 120 };
    ab_mldsa_poly a;

    t_where.check = "bounds, len; at place extra";
    for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++)
        for (unsigned at = 0; at < N; at += t_is_slow() ? 51 : 1) {
            t_where.len = (size_t)bounds[i];
            t_where.extra = at;
            make_poly(a, at % NUM_SHAPES, bounds[i] - 1);
            CHECK(k->exceeds(place_poly(0, T_AT_END, a), bounds[i]) == 0);
            a[at] = at % 2 == 0 ? bounds[i] : -bounds[i];
            CHECK(k->exceeds(place_poly(0, T_AT_START, a), bounds[i]) != 0);
            a[at] = at % 2 == 0 ? -(Q - 1) / 2 : (Q - 1) / 2;
            CHECK(k->exceeds(a, bounds[i]) != 0);
        }
    t_where.len = 0;
}

/* ---- rounding, by the definitions of FIPS 204 sec. 7.4 ---- */

static int32_t centred_modulo(int32_t x, int32_t modulus)
{
    const int32_t r = x % modulus;

    return r > modulus / 2 ? r - modulus : r;
}

/* Decompose of a reduced x. */
static int32_t decompose_plainly(int32_t *low, int32_t x, unsigned num_high)
{
    const int32_t width = (Q - 1) / (int32_t)num_high;

    *low = centred_modulo(x, width);
    if (x - *low != Q - 1)
        return (x - *low) / width;
    *low -= 1;
    return 0;
}

static int32_t use_hint_plainly(int32_t x, unsigned hint, unsigned num_high)
{
    const int32_t m = (int32_t)num_high;
    int32_t low, high = decompose_plainly(&low, x, num_high);

    return hint == 0 ? high : (high + (low > 0 ? 1 : m - 1)) % m;
}

/* A polynomial of 256 consecutive values, and where they are below zero instead. */
static void make_consecutive(ab_mldsa_poly out, int32_t first)
{
    for (int32_t i = 0; i < N; i++) {
        const int32_t x = (first + i) % Q;

        out[i] = x == 0 || (first / N + i / 16) % 2 == 0 ? x : x - Q;
    }
}

static void check_decomposition(const struct ab_mldsa_kernels *k, const ab_mldsa_poly a, unsigned num_high)
{
    ab_mldsa_bytes high, hints, hinted;
    unsigned num_wrong = 0;
    ab_mldsa_poly low;

    t_random_bytes(hints, sizeof(hints));
    for (unsigned i = 0; i < N; i++)
        hints[i] &= 1;
    k->decompose(high, low, a, num_high);
    k->use_hint(hinted, a, hints, num_high);
    for (unsigned i = 0; i < N; i++) {
        int32_t right_low, right = decompose_plainly(&right_low, modulo(a[i]), num_high);

        num_wrong += high[i] != right || low[i] != right_low;
        num_wrong += hinted[i] != use_hint_plainly(modulo(a[i]), hints[i], num_high);
    }
    CHECK(num_wrong == 0);
}

static void check_power2round(const struct ab_mldsa_kernels *k, const ab_mldsa_poly a)
{
    ab_mldsa_poly minus_t1, t0;
    unsigned num_wrong = 0;

    k->power2round(minus_t1, t0, a);
    for (unsigned i = 0; i < N; i++) {
        const int32_t low = centred_modulo(modulo(a[i]), 1 << AB_MLDSA_D);

        num_wrong += t0[i] != low || minus_t1[i] != -(modulo(a[i]) - low) / (1 << AB_MLDSA_D);
    }
    CHECK(num_wrong == 0);
}

/* Every value of a coefficient. */
static void check_rounding(const struct ab_mldsa_kernels *k)
{
    ab_mldsa_poly a;

    t_where.check = "rounding, coefficients from extra on";
    for (int32_t first = 0; first < Q; first += t_is_slow() ? 97 * N : N) {
        t_where.extra = (size_t)first;
        make_consecutive(a, first);
        check_power2round(k, a);
        check_decomposition(k, a, AB_MLDSA_HIGH_16);
        check_decomposition(k, a, AB_MLDSA_HIGH_44);
    }
}

/* A number for one coefficient: a low part, and what is added to it, of which some end at gamma2 and -gamma2. */
static int32_t draw_step(int32_t low, int32_t gamma2)
{
    static const int32_t edges[] = { -2, -1, 0, 1, 2 };
    const int32_t edge = edges[t_random_below(5)], towards = t_random_below(2) == 0 ? gamma2 : -gamma2;
    const int32_t step = towards + edge - low;

    return t_random_below(2) == 0 || step >= gamma2 || step <= -gamma2
               ? (int32_t)t_random_below(2 * (size_t)gamma2 - 1) - (gamma2 - 1)
               : step;
}

/* MakeHint, algorithm 39, against the high bits of both numbers. */
static void check_hints(const struct ab_mldsa_kernels *k, unsigned num_high, int32_t beta)
{
    const int32_t gamma2 = ab_mldsa_gamma2(num_high);
    ab_mldsa_bytes high, hints;
    ab_mldsa_poly low;
    uint8_t right[N];
    unsigned num = 0;

    for (unsigned i = 0; i < N; i++) {
        int32_t x, rest, step;

        do { /* some near 0 and q - 1, where the high bits wrap */
            x = i % 4 == 0 ? modulo((int32_t)t_random_below(2 * (size_t)gamma2) - gamma2) : (int32_t)t_random_below(Q);
            high[i] = (uint8_t)decompose_plainly(&rest, x, num_high);
        } while (rest >= gamma2 - beta || rest <= beta - gamma2);
        step = draw_step(rest, gamma2);
        low[i] = rest + step;
        right[i] = decompose_plainly(&rest, modulo(x + step), num_high) != high[i];
        num += right[i];
    }
    CHECK(k->make_hint(hints, high, place_poly(0, T_AT_END, low), num_high) == num);
    CHECK_BYTES(hints, right, sizeof(right));
}

/* ---- bytes ---- */

static unsigned bits_at(const uint8_t *bytes, unsigned at, unsigned num)
{
    unsigned value = 0;

    for (unsigned i = 0; i < num; i++)
        value |= (unsigned)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static void check_packing(const struct ab_mldsa_kernels *k, int32_t top, unsigned bits)
{
    const size_t len = 32 * (size_t)bits;
    ab_mldsa_poly a;

    t_where.check = "len bits";
    t_where.len = bits;
    for (unsigned round = 0; round < 2 + num_random(); round++) {
        const enum t_end end = round % 2 == 0 ? T_AT_START : T_AT_END;
        uint8_t *bytes = t_place(0, end, 0, len);
        unsigned num_wrong = 0;
        int32_t *out;

        for (unsigned i = 0; i < N; i++) {
            const int32_t extreme = (i + round) % 2 == 0 ? 0 : (1 << bits) - 1;

            a[i] = top - (round < 2 ? extreme : (int32_t)t_random_below((size_t)1 << bits));
        }
        t_poison(0, bytes, len);
        k->pack(bytes, place_poly(1, end, a), top, bits);
        for (unsigned i = 0; i < N; i++)
            num_wrong += bits_at(bytes, i * bits, bits) != (unsigned)(top - a[i]);
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(0, bytes, len));
        out = place_poly(1, end, a);
        memset(out, 0, sizeof(a));
        k->unpack(out, bytes, top, bits);
        CHECK_BYTES(out, a, sizeof(a));
        CHECK(t_margins_intact(1, (uint8_t *)out, sizeof(a)));
    }
    t_where.len = 0;
}

static void check_high_packing(const struct ab_mldsa_kernels *k, unsigned num_high)
{
    const unsigned bits = num_high == AB_MLDSA_HIGH_16 ? 4 : 6;
    const size_t len = 32 * (size_t)bits;

    t_where.check = "high bits, extra values";
    t_where.extra = num_high;
    for (unsigned round = 0; round < num_random(); round++) {
        uint8_t *bytes = t_place(0, round % 2 == 0 ? T_AT_START : T_AT_END, 0, len), *high = t_place(1, T_AT_END, 0, N);
        unsigned num_wrong = 0;

        for (unsigned i = 0; i < N; i++)
            high[i] = (uint8_t)t_random_below(num_high);
        t_poison(0, bytes, len);
        k->pack_high(bytes, high, num_high);
        for (unsigned i = 0; i < N; i++)
            num_wrong += bits_at(bytes, i * bits, bits) != high[i];
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(0, bytes, len));
    }
}

/* ---- sampling ---- */

static void check_matrix(const struct ab_mldsa_kernels *k, const uint8_t *rho)
{
    static ab_mldsa_poly got[8 * 8], want[8 * 8];

    t_where.check = "matrix of extra rows";
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++) {
        const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)id);

        t_where.extra = params->k;
        memset(got, 1, sizeof(got)); /* the last polynomial of a row is not to be touched */
        memset(want, 1, sizeof(want));
        k->sample_matrix(got, params->l + 1, rho, params->k, params->l);
        portable->sample_matrix(want, params->l + 1, rho, params->k, params->l);
        CHECK_BYTES(got, want, sizeof(want));
        CHECK(!t_upper_halves_dirty());
    }
}

static void check_vectors(const struct ab_mldsa_kernels *k, const uint8_t *seed)
{
    static ab_mldsa_poly got[16], want[16];

    for (unsigned i = 0; i < 16; i++) {
        const unsigned num = 1 + i, eta = i % 2 == 0 ? 2 : 4, bits = i % 2 == 0 ? 17 : 19;
        const unsigned nonce = (unsigned)t_random_below(i < 8 ? 600 : 65536 - 16);

        t_where.extra = num;
        t_where.check = "s1 and s2, extra polynomials";
        k->sample_secret(got, seed, num, eta);
        portable->sample_secret(want, seed, num, eta);
        CHECK_BYTES(got, want, num * sizeof(got[0]));
        t_where.check = "masks, extra polynomials";
        k->sample_mask(got, seed, nonce, num, bits);
        portable->sample_mask(want, seed, nonce, num, bits);
        CHECK_BYTES(got, want, num * sizeof(got[0]));
        CHECK(!t_upper_halves_dirty());
    }
}

/* Algorithm 29, with its swaps, from 16 blocks of SHAKE256. */
static void sample_challenge_plainly(ab_mldsa_poly out, const uint8_t *in, size_t len, unsigned tau)
{
    static uint8_t stream[16][136];
    uint64_t state[AB_KECCAK_LANES] = { 0 }, signs;
    const uint8_t *next = stream[0] + 8;

    memcpy(state, in, len);
    ((uint8_t *)state)[len] = 0x1f;
    ((uint8_t *)state)[135] = 0x80;
    for (unsigned i = 0; i < 16; i++) {
        ab_keccak_permute_portable(state);
        memcpy(stream[i], state, sizeof(stream[i]));
    }
    memcpy(&signs, stream, sizeof(signs));
    memset(out, 0, sizeof(ab_mldsa_poly));
    for (unsigned i = N - tau; i < N; i++, signs >>= 1) {
        while (*next > i)
            next++;
        out[i] = out[*next];
        out[*next++] = (signs & 1) == 0 ? 1 : -1;
    }
}

static void check_challenges(const struct ab_mldsa_kernels *k)
{
    ab_mldsa_poly want;

    t_where.check = "challenge, extra coefficients";
    for (unsigned i = 0; i < 10 * num_random(); i++) {
        const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)(i % AB_NUM_MLDSA));
        uint8_t *in = t_place(0, T_AT_END, 0, params->challenge_len);
        int32_t *got;

        t_where.extra = params->tau;
        t_random_bytes(in, params->challenge_len);
        sample_challenge_plainly(want, in, params->challenge_len, params->tau);
        got = place_poly(1, i % 2 == 0 ? T_AT_START : T_AT_END, want);
        memset(got, 1, sizeof(want));
        k->sample_challenge(got, in, params->challenge_len, params->tau);
        CHECK_BYTES(got, want, sizeof(want));
        CHECK(t_margins_intact(1, (uint8_t *)got, sizeof(want)));
    }
}

static void check_sampling(const struct ab_mldsa_kernels *k)
{
    for (unsigned i = 0; i < (t_is_slow() ? 1 : 20); i++) {
        uint8_t *rho = t_place(0, T_AT_END, 0, 32), *seed = t_place(1, T_AT_END, 0, 64);

        t_random_bytes(rho, 32);
        t_random_bytes(seed, 64);
        check_matrix(k, rho);
        check_vectors(k, seed);
    }
    check_challenges(k);
}

static void check_kernels(const struct ab_mldsa_kernels *k)
{
    static const struct {
        int32_t top;
        unsigned bits;
    } packings[] = { { 2, 3 }, { 4, 4 }, { 0, 10 }, { 1 << 12, 13 }, { 1 << 17, 18 }, { 1 << 19, 20 } };

    t_where.subject = "ML-DSA";
    t_where.level = ab_mldsa_level(k);
    check_ring(k);
    check_arithmetic(k);
    check_bounds(k);
    check_rounding(k);
    t_where.check = "hints";
    for (unsigned i = 0; i < 10 * num_random(); i++) {
        check_hints(k, AB_MLDSA_HIGH_16, i % 2 == 0 ? 196 : 120);
        check_hints(k, AB_MLDSA_HIGH_44, 78);
    }
    for (size_t i = 0; i < sizeof(packings) / sizeof(packings[0]); i++)
        check_packing(k, packings[i].top, packings[i].bits);
    check_high_packing(k, AB_MLDSA_HIGH_16);
    check_high_packing(k, AB_MLDSA_HIGH_44);
    check_sampling(k);
}

void ab_suite_mldsa(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
        if (ab_mldsa_is_usable(*k, &cpu) && !t_is_left_to_silicon(&(*k)->needs)) {
            check_kernels(*k);
            check_mldsa_keys(*k);
        }
    if (!t_is_slow()) /* a sanitizer would see sums overflow: what these kernels do not write can be any number */
        check_broken_mldsa();
}
