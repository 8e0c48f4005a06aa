/*
 * Modular arithmetic: products, powers with a short exponent (the implementations differ in their products), and
 * operations on words.
 */
#include <string.h>

#include "bench/rows.h"
#include "bench/rows_all.h"
#include "crypto/bignum/bignum.h"

enum { MAX_WORDS = 64, EXPONENT_BITS = 128, PUBLIC_EXPONENT = 65537, MAX_WIDTH = 8 };

/*
 * Align to the same place of a page in every build, since a load waits for a store to the same place of another page.
 */
static _Alignas(4096) uint64_t n[MAX_WORDS], a[MAX_WORDS], b[MAX_WORDS];
static struct ab_modulus *modulus;
static struct ab_power powers[MAX_WIDTH];

/* Choose an odd modulus with its highest bit set, and numbers below it. */
static void prepare(const struct bench_row *r, const struct ab_bignum_kernels *k)
{
    const struct ab_bignum bignum = { .kernels = k };

    memcpy(n, r->in, sizeof(n));
    memcpy(a, r->in + sizeof(n), sizeof(a));
    memcpy(b, r->in + 2 * sizeof(n), sizeof(b));
    n[0] |= 1;
    n[r->len - 1] |= (uint64_t)1 << 63;
    a[r->len - 1] >>= 1;
    b[r->len - 1] >>= 1;
    ab_modulus_free(modulus);
    modulus = ab_modulus_new(&bignum, n, r->len);
}

static void prepare_products(const struct bench_row *r)
{
    prepare(r, r->kernels);
}

static void prepare_powers(const struct bench_row *r)
{
    prepare(r, &ab_bignum_portable);
    for (size_t i = 0; i < MAX_WIDTH; i++)
        powers[i] = (struct ab_power){
            (uint64_t *)(void *)(r->out + 8 * i * r->len), a, b, modulus->n, modulus->rr, modulus->n_inverse,
        };
}

static uint64_t *result_of(const struct bench_row *r)
{
    return (uint64_t *)(void *)r->out;
}

static void run_mul(const struct bench_row *r)
{
    ab_mod_mont_mul(modulus, result_of(r), a, b);
}
static void run_sqr(const struct bench_row *r)
{
    ab_mod_mont_sqr(modulus, result_of(r), a);
}
static void run_words_mul(const struct bench_row *r)
{
    ab_words_mul(result_of(r), a, r->len, b, r->len);
}

static void run_reduce(const struct bench_row *r)
{
    ab_mod_reduce(modulus, result_of(r), (const uint64_t *)(const void *)r->in, 2 * r->len);
}

static void run_inverse(const struct bench_row *r)
{
    uint64_t exists;

    ab_mod_inverse(modulus, result_of(r), a, &exists);
}

static void run_power(const struct bench_row *r)
{
    const struct ab_power_kernels *k = r->kernels;

    k->run(powers, r->len, EXPONENT_BITS);
}

static void run_public(const struct bench_row *r)
{
    const struct ab_power_kernels *k = r->kernels;

    k->run_public(powers, r->len, PUBLIC_EXPONENT);
}

static void add_products(struct bench_rows *rows, const struct ab_bignum_kernels *k)
{
    static const size_t lengths[] = { 4, 8, 16, 31, 32 };
    static const struct bench_work works[] = { { "mont_mul", run_mul }, { "mont_sqr", run_sqr } };

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        for (size_t j = 0; j < 2; j++) {
            struct bench_row row = {
                .prepare = prepare_products, .run = works[j].run, .kernels = k, .len = lengths[i]
            };

            bench_add(rows, row, "bignum/%s/%s/%zu", works[j].name, k->needs.name, 64 * row.len);
        }
}

/* Several kernels may have the same name. */
static void add_powers(struct bench_rows *rows, const struct ab_power_kernels *k, size_t which)
{
    static const size_t lengths[] = { 8, 12, 16, 24, 32, 48 };

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        struct bench_row row = { .prepare = prepare_powers, .run = run_power, .kernels = k, .len = lengths[i] };

        if (!k->has_size(row.len))
            continue;
        bench_add(rows, row, "bignum/power/%s-%zu/%zu", k->needs.name, which, 64 * row.len);
        row.run = run_public;
        if (k->run_public != NULL)
            bench_add(rows, row, "bignum/power_public/%s-%zu/%zu", k->needs.name, which, 64 * row.len);
    }
}

static void add_words(struct bench_rows *rows)
{
    static const struct bench_work works[] = {
        { "reduce", run_reduce },
        { "words_mul", run_words_mul },
        { "inverse", run_inverse },
    };

    for (size_t len = 8; len <= 32; len *= 2)
        for (size_t j = 0; j < sizeof(works) / sizeof(works[0]); j++) {
            struct bench_row row = {
                .prepare = prepare_products,
                .run = works[j].run,
                .kernels = &ab_bignum_portable,
                .len = len,
            };

            bench_add(rows, row, "bignum/%s/words/%zu", works[j].name, 64 * len);
        }
}

void bench_add_bignum(struct bench_rows *rows)
{
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++)
        if (ab_bignum_kernels_usable(*k, &rows->cpu))
            add_products(rows, *k);
    for (size_t i = 0; ab_power_kernels_list[i] != NULL; i++)
        if (ab_power_kernels_usable(ab_power_kernels_list[i], &rows->cpu))
            add_powers(rows, ab_power_kernels_list[i], i);
    add_words(rows);
}
