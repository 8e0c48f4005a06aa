/* ML-KEM: the kernels, and the operations of each parameter set on kept keys. */
#include <string.h>

#include "afterburner/mlkem.h"
#include "bench/rows.h"
#include "bench/rows_all.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { RANK = 3, SEED_LEN = 32, NUM_NOISE = 2 * RANK + 1 };

static _Alignas(64) ab_mlkem_poly poly[RANK * RANK], noise[NUM_NOISE];
static _Alignas(64) struct ab_mlkem_factor factors[RANK];
static _Alignas(64) struct ab_mlkem_key key, other;
static uint8_t public_key[AB_MLKEM_MAX_PUBLIC_LEN], ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN];

/* ---- kernels ---- */

static void prepare_kernels(const struct bench_row *r)
{
    ab_mlkem_portable.sample_matrix(poly, r->in, RANK);
    for (unsigned i = 0; i < RANK; i++)
        ab_mlkem_portable.prepare(&factors[i], poly[i]);
}

static void run_ntt(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->ntt(poly[0]);
    memcpy(r->out, poly[0], sizeof(poly[0]));
}

static void run_inverse_ntt(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->inverse_ntt(poly[0]);
    memcpy(r->out, poly[0], sizeof(poly[0]));
}

static void run_prepare(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->prepare((struct ab_mlkem_factor *)(void *)r->out, poly[0]);
}

static void run_inner_product(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->inner_product((int16_t *)(void *)r->out, (const ab_mlkem_poly *)poly, RANK, factors, RANK);
}

static void run_sample_matrix(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->sample_matrix((ab_mlkem_poly *)(void *)r->out, r->in, RANK);
}

static void run_sample_noise(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->sample_noise(noise, r->in, 0, NUM_NOISE, 2);
    memcpy(r->out, noise, sizeof(noise));
}

static void run_compress(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->compress(r->out, poly[0], 10);
}

static void run_decompress(const struct bench_row *r)
{
    const struct ab_mlkem_kernels *k = r->kernels;

    k->decompress((int16_t *)(void *)r->out, r->in, 10);
}

/* ---- operations; len is the parameter set ---- */

static void prepare_key(const struct bench_row *r)
{
    uint8_t secret[AB_MLKEM_SECRET_LEN];

    ab_mlkem_init(&key, ab_mlkem_params((enum ab_mlkem_id)r->len), r->kernels);
    ab_mlkem_init(&other, key.params, r->kernels);
    ab_mlkem_set_seed(&key, r->in);
    ab_mlkem_get_public(&key, public_key);
    ab_mlkem_encapsulate_message(&key, ciphertext, secret, r->in);
}

static void run_generate(const struct bench_row *r)
{
    ab_mlkem_set_seed(&other, r->in + SEED_LEN);
    memcpy(r->out, other.public_hash, sizeof(other.public_hash));
}

static void run_import(const struct bench_row *r)
{
    r->out[0] = (uint8_t)ab_mlkem_set_public(&other, public_key, key.params->public_len);
}

static void run_encapsulate(const struct bench_row *r)
{
    ab_mlkem_encapsulate_message(&key, r->out + AB_MLKEM_SECRET_LEN, r->out, r->in);
}

static void run_decapsulate(const struct bench_row *r)
{
    ab_mlkem_decapsulate(&key, r->out, ciphertext, key.params->ciphertext_len);
}

/* ---- rows ---- */

static const struct bench_work kernel_works[] = {
    { "ntt", run_ntt },
    { "inverse_ntt", run_inverse_ntt },
    { "prepare", run_prepare },
    { "inner_product", run_inner_product },
    { "sample_matrix", run_sample_matrix },
    { "sample_noise", run_sample_noise },
    { "compress", run_compress },
    { "decompress", run_decompress },
};

static const struct bench_work operations[] = {
    { "generate", run_generate },
    { "import", run_import },
    { "encapsulate", run_encapsulate },
    { "decapsulate", run_decapsulate },
};

/* Kernels once, operations for each parameter set. */
static void add_level(struct bench_rows *rows, const struct ab_mlkem_kernels *k)
{
    struct bench_row row = { .prepare = prepare_kernels, .kernels = k };

    bench_add_works(rows, row, kernel_works, sizeof(kernel_works) / sizeof(kernel_works[0]), "mlkem",
                    ab_mlkem_level(k));
    row.prepare = prepare_key;
    for (row.len = 0; row.len < AB_NUM_MLKEM; row.len++)
        bench_add_works(rows, row, operations, sizeof(operations) / sizeof(operations[0]),
                        ab_mlkem_params((enum ab_mlkem_id)row.len)->name, ab_mlkem_level(k));
}

void bench_add_mlkem(struct bench_rows *rows)
{
    for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
        if (ab_mlkem_is_usable(*k, &rows->cpu))
            add_level(rows, *k);
}
