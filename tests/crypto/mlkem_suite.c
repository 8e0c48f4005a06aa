/*
 * ML-KEM: every kernel of every implementation against the portable one, which plain arithmetic checks first; on random
 * inputs, on the greatest that the contract allows and on every value of a coefficient; then keys and secrets.
 */
#include <string.h>

#include "afterburner/mlkem_batch.h"
#include "crypto/mlkem/mlkem_hash.h"
#include "crypto/mlkem/mlkem_kat.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/random_source.h"
#include "harness/suites.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { Q = AB_MLKEM_Q, N = AB_MLKEM_POLY, POLY_LEN = 384, NUM_RANDOM = 60, NUM_RANDOM_SLOW = 2, NUM_SHAPES = 8 };

static const struct ab_mlkem_kernels *const portable = &ab_mlkem_portable;

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

/* The reduced representative. */
static unsigned modulo(int64_t c)
{
    return (unsigned)((c % Q + Q) % Q);
}

/*
 * Polynomials with the sizes that the contract allows: extremes, their alternations, one nonzero coefficient, random.
 */
static void make_poly(ab_mlkem_poly out, unsigned shape)
{
    for (unsigned i = 0; i < N; i++) {
        int sign = 1;

        switch (shape) {
        case 0: break;
        case 1: sign = -1; break;
        case 2: sign = i % 2 == 0 ? 1 : -1; break;
        case 3: sign = i / 2 % 2 == 0 ? 1 : -1; break;
        case 4: sign = i / 16 % 2 == 0 ? -1 : 1; break;
        case 5: sign = t_random_below(2) == 0 ? 1 : -1; break;
        case 6: sign = 0; break;
        default: sign = 2;
        }
        out[i] = (int16_t)(sign == 2 ? (int)t_random_below(2 * Q - 1) - (Q - 1) : sign * (Q - 1));
    }
    if (shape == 6)
        out[t_random_below(N)] = Q - 1;
}

/* The same numbers modulo q, within the bounds of the contract. */
static void check_same(const ab_mlkem_poly got, const ab_mlkem_poly want)
{
    unsigned num_wrong = 0, num_wide = 0;

    for (unsigned i = 0; i < N; i++) {
        num_wrong += modulo(got[i]) != modulo(want[i]);
        num_wide += got[i] >= Q || got[i] <= -Q;
    }
    CHECK(num_wrong == 0);
    CHECK(num_wide == 0);
}

/* A polynomial in guarded memory, a copy of `from`. */
static int16_t *place_poly(unsigned region, enum t_end end, const ab_mlkem_poly from)
{
    int16_t *p = (int16_t *)(void *)t_place(region, end, 0, sizeof(ab_mlkem_poly));

    t_poison(region, (uint8_t *)p, sizeof(ab_mlkem_poly));
    memcpy(p, from, sizeof(ab_mlkem_poly));
    return p;
}

/* ---- the portable kernels against plain arithmetic ---- */

/* out := a b modulo X^256 + 1, by definition. */
static void multiply_plainly(ab_mlkem_poly out, const ab_mlkem_poly a, const ab_mlkem_poly b)
{
    for (unsigned i = 0; i < N; i++) {
        int64_t sum = 0;

        for (unsigned j = 0; j < N; j++)
            sum += (j <= i ? 1 : -1) * (int64_t)a[j] * b[(i + N - j) % N];
        out[i] = (int16_t)modulo(sum);
    }
}

/* The sum of products through the NTT is the sum of products of polynomials. */
static void check_ring(const struct ab_mlkem_kernels *k)
{
    ab_mlkem_poly a[AB_MLKEM_MAX_K], b, product, got, want;
    struct ab_mlkem_factor factors[AB_MLKEM_MAX_K];

    t_where.check = "products of polynomials, extra";
    for (unsigned shape = 0; shape < NUM_SHAPES; shape++) {
        t_where.extra = shape;
        memset(want, 0, sizeof(want));
        for (unsigned i = 0; i < AB_MLKEM_MAX_K; i++) {
            make_poly(a[i], shape);
            make_poly(b, (shape + i) % NUM_SHAPES);
            multiply_plainly(product, a[i], b);
            for (unsigned j = 0; j < N; j++)
                want[j] = (int16_t)modulo(want[j] + product[j]);
            k->ntt(a[i]);
            k->ntt(b);
            k->prepare(&factors[i], b);
        }
        k->inner_product(got, (const ab_mlkem_poly *)a, 1, factors, AB_MLKEM_MAX_K);
        k->inverse_ntt(got);
        check_same(got, want);
    }
}

static unsigned compressed(unsigned x, unsigned d)
{
    return (2 * (x << d) + Q) / (2 * Q) % (1u << d);
}

static unsigned bits_at(const uint8_t *bytes, unsigned at, unsigned num)
{
    unsigned value = 0;

    for (unsigned i = 0; i < num; i++)
        value |= (unsigned)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

/* Every coefficient that the contract allows at one place of a vector or another, and every compressed value. */
static void check_compression(const struct ab_mlkem_kernels *k, unsigned d)
{
    ab_mlkem_poly a;
    int16_t *out;
    uint8_t *bytes;

    t_where.check = "compression to len bits, from coefficient extra on";
    t_where.len = d;
    for (int first = -(Q - 1); first < Q; first += t_is_slow() ? 2047 : 101) {
        unsigned num_wrong = 0;

        t_where.extra = modulo(first);
        for (int i = 0; i < N; i++)
            a[i] = (int16_t)((first + Q - 1 + i) % (2 * Q - 1) - (Q - 1));
        bytes = t_place(0, T_AT_END, 0, 32 * (size_t)d);
        t_poison(0, bytes, 32 * (size_t)d);
        k->compress(bytes, place_poly(1, T_AT_END, a), d);
        for (unsigned i = 0; i < N; i++)
            num_wrong += bits_at(bytes, i * d, d) != compressed(modulo(a[i]), d);
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(0, bytes, 32 * (size_t)d));
    }
    t_where.check = "decompression of len bits";
    for (unsigned i = 0; i < (1u << d) / 64 + 4; i++) {
        unsigned num_wrong = 0;

        bytes = t_place(0, i % 2 == 0 ? T_AT_START : T_AT_END, 0, 32 * (size_t)d);
        t_random_bytes(bytes, 32 * (size_t)d);
        out = place_poly(1, i % 2 == 0 ? T_AT_END : T_AT_START, a);
        k->decompress(out, bytes, d);
        for (unsigned j = 0; j < N; j++)
            num_wrong += (unsigned)out[j] != (2 * Q * bits_at(bytes, j * d, d) + (1u << d)) / (2u << d);
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(1, (uint8_t *)out, sizeof(ab_mlkem_poly)));
    }
    t_where.len = 0;
}

static void check_encoding(const struct ab_mlkem_kernels *k)
{
    ab_mlkem_poly a;
    uint8_t *bytes;

    t_where.check = "encoding, coefficients from extra on";
    for (int first = -(Q - 1); first < Q; first += t_is_slow() ? 2047 : 101) {
        unsigned num_wrong = 0;

        t_where.extra = modulo(first);
        for (int i = 0; i < N; i++)
            a[i] = (int16_t)((first + Q - 1 + i) % (2 * Q - 1) - (Q - 1));
        bytes = t_place(0, T_AT_END, 0, POLY_LEN);
        t_poison(0, bytes, POLY_LEN);
        k->encode(bytes, place_poly(1, T_AT_START, a));
        for (unsigned i = 0; i < N; i++)
            num_wrong += bits_at(bytes, 12 * i, 12) != modulo(a[i]);
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(0, bytes, POLY_LEN));
    }
}

/* Write a value of 12 bits. */
static void put_12(uint8_t *bytes, unsigned i, unsigned value)
{
    for (unsigned j = 0; j < 12; j++) {
        unsigned at = 12 * i + j;

        bytes[at / 8] = (uint8_t)((bytes[at / 8] & ~(1 << at % 8)) | (int)(value >> j & 1) << at % 8);
    }
}

/* Every value of 12 bits, alone among zeros: its place does not matter, and those from q on are noticed. */
static void check_decoding(const struct ab_mlkem_kernels *k)
{
    static const ab_mlkem_poly zero;
    int16_t *out;
    uint8_t *bytes;

    t_where.check = "decoding of extra";
    for (unsigned value = 0; value < 4096; value += t_is_slow() ? 61 : 1) {
        unsigned at = (unsigned)t_random_below(N), num_wrong = 0;

        t_where.extra = value;
        bytes = t_place(0, T_AT_END, 0, POLY_LEN);
        memset(bytes, 0, POLY_LEN);
        put_12(bytes, at, value);
        out = place_poly(1, T_AT_END, zero);
        CHECK((k->decode(out, bytes) != 0) == (value >= Q));
        for (unsigned i = 0; i < N; i++)
            num_wrong += (unsigned)out[i] != (i == at ? value : 0);
        CHECK(num_wrong == 0);
        CHECK(t_margins_intact(1, (uint8_t *)out, sizeof(ab_mlkem_poly)));
    }
    for (unsigned i = 0; i < N; i += t_is_slow() ? 37 : 1) {
        bytes = t_place(0, T_AT_START, 0, POLY_LEN);
        memset(bytes, 0, POLY_LEN);
        put_12(bytes, i, Q);
        CHECK(k->decode(place_poly(1, T_AT_START, zero), bytes) != 0);
    }
}

/* ---- against the portable kernels ---- */

typedef void in_place_fn(ab_mlkem_poly a);
typedef void two_fn(ab_mlkem_poly a, const ab_mlkem_poly b);

static void check_in_place(in_place_fn *fn, in_place_fn *right, const ab_mlkem_poly a, enum t_end end)
{
    ab_mlkem_poly want;
    int16_t *got = place_poly(0, end, a);

    memcpy(want, a, sizeof(want));
    CHECK(t_changed_registers((t_any_fn *)fn, got, NULL, 0, 0, 0) == 0);
    right(want);
    check_same(got, want);
    CHECK(t_margins_intact(0, (uint8_t *)got, sizeof(want)));
    CHECK(!t_upper_halves_dirty());
}

static void check_two(two_fn *fn, two_fn *right, const ab_mlkem_poly a, const ab_mlkem_poly b, enum t_end end)
{
    ab_mlkem_poly want;
    int16_t *got = place_poly(0, end, a);

    memcpy(want, a, sizeof(want));
    CHECK(t_changed_registers((t_any_fn *)fn, got, place_poly(1, end, b), 0, 0, 0) == 0);
    right(want, b);
    check_same(got, want);
    CHECK(t_margins_intact(0, (uint8_t *)got, sizeof(want)));
}

/* Factors and sums of products for each k and stride. */
static void check_products(const struct ab_mlkem_kernels *k, unsigned shape)
{
    static ab_mlkem_poly a[AB_MLKEM_MAX_K * AB_MLKEM_MAX_K], b;
    static struct ab_mlkem_factor got[AB_MLKEM_MAX_K], want[AB_MLKEM_MAX_K];
    ab_mlkem_poly sum, right;

    for (unsigned i = 0; i < AB_MLKEM_MAX_K * AB_MLKEM_MAX_K; i++)
        make_poly(a[i], shape);
    for (unsigned i = 0; i < AB_MLKEM_MAX_K; i++) {
        make_poly(b, (shape + i) % NUM_SHAPES);
        k->prepare(&got[i], b);
        portable->prepare(&want[i], b);
        check_same(got[i].straight, want[i].straight);
        check_same(got[i].crossed, want[i].crossed);
        make_poly(want[i].straight, shape); /* factors of the greatest size that the contract allows */
        make_poly(want[i].crossed, shape);
    }
    for (unsigned rank = 2; rank <= AB_MLKEM_MAX_K; rank++)
        for (unsigned stride = 1; stride <= rank; stride += rank - 1) {
            k->inner_product(sum, (const ab_mlkem_poly *)a, stride, want, rank);
            portable->inner_product(right, (const ab_mlkem_poly *)a, stride, want, rank);
            check_same(sum, right);
        }
}

static void check_arithmetic(const struct ab_mlkem_kernels *k)
{
    ab_mlkem_poly a, b;

    t_where.check = "arithmetic, extra";
    for (unsigned i = 0; i < NUM_SHAPES + num_random(); i++) {
        const unsigned shape = i < NUM_SHAPES ? i : NUM_SHAPES - 1;
        const enum t_end end = i % 2 == 0 ? T_AT_START : T_AT_END;

        t_where.extra = i;
        make_poly(a, shape);
        make_poly(b, (shape + i) % NUM_SHAPES);
        check_in_place(k->ntt, portable->ntt, a, end);
        check_in_place(k->inverse_ntt, portable->inverse_ntt, a, end);
        check_two(k->add, portable->add, a, b, end);
        check_two(k->subtract, portable->subtract, a, b, end);
        check_products(k, shape);
    }
}

/* Messages of every length, which is not only that of a public key. */
static void check_expansion(const struct ab_mlkem_kernels *k, unsigned rank)
{
    static ab_mlkem_poly got[AB_MLKEM_MAX_K * AB_MLKEM_MAX_K], want[AB_MLKEM_MAX_K * AB_MLKEM_MAX_K];
    const size_t len = 32 + t_random_below(AB_MLKEM_MAX_PUBLIC_LEN + 300);
    uint8_t *in = t_place(0, T_AT_END, 0, len), digest[AB_MLKEM_H_LEN], right[AB_MLKEM_H_LEN];

    t_where.check = "matrix and hash, rank extra";
    t_where.len = len;
    t_random_bytes(in, len);
    k->expand(got, digest, in, len, rank);
    portable->sample_matrix(want, in + len - 32, rank);
    ab_mlkem_h(portable, &right, (const uint8_t *[]){ in }, len, 1);
    CHECK_BYTES(got, want, rank * rank * sizeof(got[0]));
    CHECK_BYTES(digest, right, sizeof(right));
    CHECK(!t_upper_halves_dirty());
    t_where.len = 0;
}

static void check_sampling(const struct ab_mlkem_kernels *k)
{
    static ab_mlkem_poly got[AB_MLKEM_MAX_K * AB_MLKEM_MAX_K], want[AB_MLKEM_MAX_K * AB_MLKEM_MAX_K];
    uint8_t seed[32];

    for (unsigned i = 0; i < 4 * num_random(); i++) {
        unsigned rank = 2 + i % 3, eta = 2 + i % 2, num = 1 + i % AB_MLKEM_MAX_NOISE, first = i % 5;

        t_random_bytes(seed, sizeof(seed));
        t_where.check = "matrix of rank extra";
        t_where.extra = rank;
        k->sample_matrix(got, seed, rank);
        portable->sample_matrix(want, seed, rank);
        CHECK_BYTES(got, want, rank * rank * sizeof(got[0]));
        if (k->expand != NULL)
            check_expansion(k, rank);
        t_where.check = "noise, extra polynomials";
        t_where.extra = num;
        k->sample_noise(got, seed, first, num, eta);
        portable->sample_noise(want, seed, first, num, eta);
        CHECK_BYTES(got, want, num * sizeof(got[0]));
        CHECK(!t_upper_halves_dirty());
    }
}

/* ---- keys and secrets ---- */

static struct ab_mlkem_key key, other;

/* Another ciphertext gives another secret: change bytes from the last one down. */
static void check_rejection(void)
{
    const size_t step = t_is_slow() ? 500 : 3;
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN], again[AB_MLKEM_SECRET_LEN];
    const size_t len = key.params->ciphertext_len;

    CHECK(ab_mlkem_encapsulate(&key, ciphertext, secret, &t_random_source));
    for (size_t i = len; i-- > 0; i -= i < step ? i : step - 1) {
        const uint8_t bit = (uint8_t)(1 << t_random_below(8));

        ciphertext[i] ^= bit;
        CHECK(ab_mlkem_decapsulate(&key, again, ciphertext, len));
        CHECK(memcmp(again, secret, sizeof(again)) != 0);
        ciphertext[i] ^= bit;
    }
}

static void check_round_trip(void)
{
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN], again[AB_MLKEM_SECRET_LEN];
    const size_t len = key.params->ciphertext_len;

    CHECK(ab_mlkem_encapsulate(&key, ciphertext, secret, &t_random_source));
    CHECK(ab_mlkem_decapsulate(&key, again, ciphertext, len));
    CHECK_BYTES(again, secret, sizeof(secret));
    ciphertext[t_random_below(len)] ^= (uint8_t)(1 << t_random_below(8));
    CHECK(ab_mlkem_decapsulate(&key, again, ciphertext, len));
    CHECK(memcmp(again, secret, sizeof(secret)) != 0);
    CHECK(!ab_mlkem_decapsulate(&key, again, ciphertext, len - 1));
    CHECK(!ab_mlkem_decapsulate(&key, again, ciphertext, len + 1));
    CHECK(!ab_mlkem_encapsulate(&key, ciphertext, secret, &t_no_random_source));
}

/* Each export, imported again, gives the same key. */
static void check_exports(const struct ab_mlkem_kernels *k)
{
    uint8_t encoded[AB_MLKEM_MAX_PRIVATE_LEN], again[AB_MLKEM_MAX_PRIVATE_LEN], seed[AB_MLKEM_SEED_LEN];
    const struct ab_mlkem_params *params = key.params;

    ab_mlkem_init(&other, params, k);
    ab_mlkem_get_private(&key, encoded);
    CHECK(ab_mlkem_set_private(&other, encoded, params->private_len));
    CHECK(other.has_public && other.has_private && !other.has_seed);
    ab_mlkem_get_private(&other, again);
    CHECK_BYTES(again, encoded, params->private_len);
    CHECK(ab_mlkem_same_public(&key, &other) && ab_mlkem_same_private(&key, &other));
    ab_mlkem_get_seed(&key, seed);
    ab_mlkem_set_seed(&other, seed);
    CHECK(ab_mlkem_same_private(&key, &other) && other.has_seed);
    ab_mlkem_get_public(&key, encoded);
    CHECK(ab_mlkem_set_public(&other, encoded, params->public_len));
    CHECK(other.has_public && !other.has_private && !other.has_seed);
    CHECK(ab_mlkem_same_public(&key, &other) && !ab_mlkem_same_private(&key, &other));
    ab_mlkem_get_public(&other, again);
    CHECK_BYTES(again, encoded, params->public_len);
    CHECK(ab_mlkem_generate(&other, &t_random_source));
    CHECK(!ab_mlkem_same_public(&key, &other) && !ab_mlkem_same_private(&key, &other));
    CHECK(!ab_mlkem_generate(&other, &t_no_random_source) && !other.has_public && !other.has_private);
}

static int refuses_public(const uint8_t *encoded, size_t len)
{
    return !ab_mlkem_set_public(&other, encoded, len) && !other.has_public;
}

static int refuses_private(const uint8_t *encoded, size_t len)
{
    return !ab_mlkem_set_private(&other, encoded, len) && !other.has_private && !other.has_public;
}

/* Wrong lengths, coefficients that are not reduced, and wrong hashes. */
static void check_malformed(void)
{
    uint8_t encoded[AB_MLKEM_MAX_PRIVATE_LEN + 1] = { 0 };
    const struct ab_mlkem_params *params = key.params;
    const unsigned num = params->rank * N;
    const size_t hash_at = params->private_len - 64;

    ab_mlkem_get_public(&key, encoded);
    CHECK(refuses_public(encoded, params->public_len - 1) && refuses_public(encoded, params->public_len + 1));
    for (unsigned i = 0; i < num; i += t_is_slow() ? num - 1 : 7) {
        t_where.extra = i;
        ab_mlkem_get_public(&key, encoded);
        put_12(encoded, i, Q + (unsigned)t_random_below(4096 - Q));
        CHECK(refuses_public(encoded, params->public_len));
        ab_mlkem_get_private(&key, encoded);
        put_12(encoded, i, Q);
        CHECK(refuses_private(encoded, params->private_len));
    }
    ab_mlkem_get_private(&key, encoded);
    CHECK(refuses_private(encoded, params->private_len - 1) && refuses_private(encoded, params->private_len + 1));
    for (unsigned bit = 0; bit < 8 * 32; bit += t_is_slow() ? 255 : 5) {
        encoded[hash_at + bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(refuses_private(encoded, params->private_len));
        encoded[hash_at + bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    encoded[hash_at - 1] ^= 1; /* rho */
    CHECK(refuses_private(encoded, params->private_len));
    encoded[hash_at - 1] ^= 1;
    CHECK(ab_mlkem_set_private(&other, encoded, params->private_len));
}

/* Every number of operations up to two rounds of lanes and one, against one by one. */
static void check_many(const struct ab_mlkem_params *params, const struct ab_mlkem_kernels *k)
{
    enum { MAX = 2 * AB_MLKEM_MAX_LANES + 1 };
    static struct ab_mlkem_key keys[MAX];
    static uint8_t seeds[MAX][AB_MLKEM_SEED_LEN], messages[MAX][AB_MLKEM_MESSAGE_LEN];
    static uint8_t ciphertexts[MAX][AB_MLKEM_MAX_CIPHERTEXT_LEN], secrets[MAX][AB_MLKEM_SECRET_LEN];
    struct ab_mlkem_key *key_of[MAX];
    uint8_t *ciphertext_of[MAX], ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN];

    for (size_t num = 0; num <= MAX; num += t_is_slow() ? MAX : 1) {
        t_where.extra = num;
        for (size_t i = 0; i < num; i++) {
            key_of[i] = &keys[i];
            ciphertext_of[i] = ciphertexts[i];
            ab_mlkem_init(&keys[i], params, k);
        }
        t_random_bytes(seeds, sizeof(seeds));
        t_random_bytes(messages, sizeof(messages));
        ab_mlkem_set_seeds(key_of, (const uint8_t (*)[AB_MLKEM_SEED_LEN])seeds, num);
        ab_mlkem_encapsulate_messages((const struct ab_mlkem_key *const *)key_of, ciphertext_of, secrets,
                                      (const uint8_t (*)[AB_MLKEM_MESSAGE_LEN])messages, num);
        for (size_t i = 0; i < num; i++) {
            ab_mlkem_init(&other, params, k);
            ab_mlkem_set_seed(&other, seeds[i]);
            CHECK_BYTES(&keys[i], &other, sizeof(other));
            ab_mlkem_encapsulate_message(&other, ciphertext, secret, messages[i]);
            CHECK_BYTES(ciphertexts[i], ciphertext, params->ciphertext_len);
            CHECK_BYTES(secrets[i], secret, sizeof(secret));
            ciphertexts[i][i] ^= (uint8_t)(i & 1);
        }
        ab_mlkem_decapsulate_many((const struct ab_mlkem_key *const *)key_of, secrets,
                                  (const uint8_t *const *)ciphertext_of, num);
        for (size_t i = 0; i < num; i++) {
            CHECK(ab_mlkem_decapsulate(&keys[i], secret, ciphertexts[i], params->ciphertext_len));
            CHECK_BYTES(secrets[i], secret, sizeof(secret));
        }
    }
}

static void check_keys(const struct ab_mlkem_kernels *k)
{
    for (unsigned id = 0; id < AB_NUM_MLKEM; id++) {
        t_where.subject = ab_mlkem_params((enum ab_mlkem_id)id)->name;
        t_where.check = "known answers";
        CHECK(ab_mlkem_kat(k, (enum ab_mlkem_id)id));
        for (unsigned i = 0; i < num_random(); i++) {
            t_where.check = "round trips";
            ab_mlkem_init(&key, ab_mlkem_params((enum ab_mlkem_id)id), k);
            CHECK(ab_mlkem_generate(&key, &t_random_source));
            CHECK(key.has_public && key.has_private && key.has_seed);
            check_round_trip();
            t_where.check = "exports and imports";
            check_exports(k);
        }
        t_where.check = "rejection";
        check_rejection();
        t_where.check = "many at once, extra";
        check_many(ab_mlkem_params((enum ab_mlkem_id)id), k);
        t_where.check = "malformed keys, extra";
        check_malformed();
        t_where.check = "forgetting";
        ab_mlkem_forget_seed(&key);
        CHECK(!key.has_seed && key.has_private);
        check_round_trip();
        ab_mlkem_clear(&key);
        CHECK(!key.has_public && !key.has_private && key.kernels == k);
    }
}

static void check_kernels(const struct ab_mlkem_kernels *k)
{
    static const unsigned lengths[] = { 1, 4, 5, 10, 11 };

    t_where.subject = "ML-KEM";
    t_where.level = ab_mlkem_level(k);
    check_ring(k);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        check_compression(k, lengths[i]);
    check_encoding(k);
    check_decoding(k);
    check_arithmetic(k);
    check_sampling(k);
    check_keys(k);
}

/* ---- kernels that do nothing must fail the known-answer test ---- */

typedef void any_fn(void);

static void do_nothing(void)
{
}

enum {
    FIRST = offsetof(struct ab_mlkem_kernels, ntt),
    NUM_KERNELS = (sizeof(struct ab_mlkem_kernels) - FIRST) / sizeof(any_fn *)
};

static void absorb_nothing(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    (void)state, (void)in, (void)num_blocks, (void)block_len;
}

static void check_broken_kernels(void)
{
    struct ab_mlkem_kernels no_hash = *portable;

    t_where.level = "none";
    t_where.check = "no hash functions";
    no_hash.absorb = absorb_nothing;
    CHECK(!ab_mlkem_kat(&no_hash, AB_MLKEM_768));
    t_where.check = "kernel number `extra` replaced by nothing";
    for (unsigned i = 0; i < NUM_KERNELS; i++) {
        struct ab_mlkem_kernels broken = *portable;
        any_fn *replacement = do_nothing;

        t_where.extra = i;
        memcpy((char *)&broken + FIRST + i * sizeof(replacement), &replacement, sizeof(replacement));
        for (unsigned id = 0; id < AB_NUM_MLKEM; id++)
            CHECK(!ab_mlkem_kat(&broken, (enum ab_mlkem_id)id));
    }
}

void ab_suite_mlkem(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
        if (ab_mlkem_is_usable(*k, &cpu) && !t_is_left_to_silicon(&(*k)->needs))
            check_kernels(*k);
    if (!t_is_brief() && !t_is_memory_watched()) /* without a kernel, the others read what it did not write */
        check_broken_kernels();
}
