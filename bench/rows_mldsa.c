/* ML-DSA: the kernels, and the operations of each parameter set on kept keys. */
#include <string.h>

#include "afterburner/mldsa_batch.h"
#include "bench/rows.h"
#include "bench/rows_all.h"
#include "kernels/mldsa/mldsa_kernels.h"

enum { K = 6, L = 5, NUM_MASKS = 8, HIGH = AB_MLDSA_HIGH_16, TAU = 49, CHALLENGE_LEN = 48 }; /* ML-DSA-65 */
enum { NUM_MANY = 32 };

static _Alignas(64) ab_mldsa_poly matrix[K * L], vector[NUM_MASKS], poly;
static _Alignas(64) ab_mldsa_bytes high;
static _Alignas(64) struct ab_mldsa_key key, other;
static uint64_t num_signed;
static uint8_t public_key[AB_MLDSA_MAX_PUBLIC_LEN], signature[AB_MLDSA_MAX_SIGNATURE_LEN];

/* ---- kernels ---- */

static void prepare_kernels(const struct bench_row *r)
{
    ab_mldsa_portable.sample_matrix(matrix, L, r->in, K, L);
    ab_mldsa_portable.sample_mask(vector, r->in, 0, NUM_MASKS, 19);
    memcpy(poly, matrix[0], sizeof(poly));
}

static void run_ntt(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    memcpy(r->out, matrix[0], sizeof(poly));
    k->ntt((int32_t *)(void *)r->out);
}

static void run_inverse_ntt(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->inverse_ntt(poly);
    memcpy(r->out, poly, sizeof(poly));
}

static void run_inner_product(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->inner_product((int32_t *)(void *)r->out, (const ab_mldsa_poly *)matrix, (const ab_mldsa_poly *)vector, L);
}

static void run_sample_matrix(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->sample_matrix(matrix, L, r->in, K, L);
    memcpy(r->out, matrix, sizeof(poly));
}

static void run_sample_secret(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->sample_secret(vector, r->in, NUM_MASKS, 4);
    memcpy(r->out, vector, sizeof(poly));
}

static void run_sample_mask(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->sample_mask(vector, r->in, 0, NUM_MASKS, 19);
    memcpy(r->out, vector, sizeof(poly));
}

static void run_sample_challenge(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->sample_challenge((int32_t *)(void *)r->out, r->in, CHALLENGE_LEN, TAU);
}

static void run_decompose(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->decompose(high, (int32_t *)(void *)r->out, (const int32_t *)poly, HIGH);
}

static void run_use_hint(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;
    static const ab_mldsa_bytes hints = { 1 };

    k->use_hint(r->out, (const int32_t *)poly, hints, HIGH);
}

static void run_pack(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->pack(r->out, (const int32_t *)vector[0], 1 << 19, 20);
}

static void run_unpack(const struct bench_row *r)
{
    const struct ab_mldsa_kernels *k = r->kernels;

    k->unpack((int32_t *)(void *)r->out, r->in, 1 << 19, 20);
}

/* ---- operations; len is the parameter set ---- */

static void prepare_key(const struct bench_row *r)
{
    ab_mldsa_init(&key, ab_mldsa_params((enum ab_mldsa_id)r->len), r->kernels);
    ab_mldsa_init(&other, key.params, r->kernels);
    ab_mldsa_set_seed(&key, r->in);
    ab_mldsa_get_public(&key, public_key);
    ab_mldsa_sign_with(&key, signature, r->in, r->in);
    num_signed = 0;
}

static void run_generate(const struct bench_row *r)
{
    ab_mldsa_set_seed(&other, r->in + AB_MLDSA_SEED_LEN);
    memcpy(r->out, other.tr, sizeof(other.tr));
}

static void run_import(const struct bench_row *r)
{
    r->out[0] = (uint8_t)ab_mldsa_set_public(&other, public_key, key.params->public_len);
}

/* Each message is another one, since the number of iterations depends on it. */
static void run_sign(const struct bench_row *r)
{
    uint8_t mu[AB_MLDSA_MU_LEN] = { 0 };

    num_signed++;
    memcpy(mu, &num_signed, sizeof(num_signed));
    r->out[0] = (uint8_t)ab_mldsa_sign_with(&key, r->out, mu, r->in);
}

static void run_verify(const struct bench_row *r)
{
    r->out[0] = (uint8_t)ab_mldsa_verify(&key, signature, key.params->signature_len, r->in);
}

static void run_sign_many(const struct bench_row *r)
{
    uint8_t mus[NUM_MANY][AB_MLDSA_MU_LEN] = { { 0 } }, *signatures[NUM_MANY];
    const struct ab_mldsa_key *keys[NUM_MANY];

    for (unsigned i = 0; i < NUM_MANY; i++) {
        num_signed++;
        memcpy(mus[i], &num_signed, sizeof(num_signed));
        keys[i] = &key;
        signatures[i] = r->out;
    }
    r->out[0] = (uint8_t)ab_mldsa_sign_many(keys, signatures, (const uint8_t (*)[AB_MLDSA_MU_LEN])mus,
                                            (const uint8_t (*)[AB_MLDSA_RANDOM_LEN])r->in, NUM_MANY);
}

static void run_verify_many(const struct bench_row *r)
{
    uint8_t mus[NUM_MANY][AB_MLDSA_MU_LEN];
    const uint8_t *signatures[NUM_MANY];
    const struct ab_mldsa_key *keys[NUM_MANY];
    int valid[NUM_MANY];

    for (unsigned i = 0; i < NUM_MANY; i++) {
        memcpy(mus[i], r->in, AB_MLDSA_MU_LEN);
        keys[i] = &key;
        signatures[i] = signature;
    }
    r->out[0] = (uint8_t)ab_mldsa_verify_many(keys, signatures, (const uint8_t (*)[AB_MLDSA_MU_LEN])mus, valid,
                                              NUM_MANY);
}

/* ---- rows ---- */

static const struct bench_work kernel_works[] = {
    { "ntt", run_ntt },
    { "inverse_ntt", run_inverse_ntt },
    { "inner_product", run_inner_product },
    { "sample_matrix", run_sample_matrix },
    { "sample_secret", run_sample_secret },
    { "sample_mask", run_sample_mask },
    { "sample_challenge", run_sample_challenge },
    { "decompose", run_decompose },
    { "use_hint", run_use_hint },
    { "pack", run_pack },
    { "unpack", run_unpack },
};

static const struct bench_work operations[] = {
    { "generate", run_generate }, { "import", run_import },     { "sign", run_sign },
    { "verify", run_verify },     { "sign-32", run_sign_many }, { "verify-32", run_verify_many },
};

/* Kernels once, operations for each parameter set. */
static void add_level(struct bench_rows *rows, const struct ab_mldsa_kernels *k)
{
    struct bench_row row = { .prepare = prepare_kernels, .kernels = k };

    bench_add_works(rows, row, kernel_works, sizeof(kernel_works) / sizeof(kernel_works[0]), "mldsa",
                    ab_mldsa_level(k));
    row.prepare = prepare_key;
    for (row.len = 0; row.len < AB_NUM_MLDSA; row.len++)
        bench_add_works(rows, row, operations, sizeof(operations) / sizeof(operations[0]),
                        ab_mldsa_params((enum ab_mldsa_id)row.len)->name, ab_mldsa_level(k));
}

void bench_add_mldsa(struct bench_rows *rows)
{
    for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
        if (ab_mldsa_is_usable(*k, &rows->cpu))
            add_level(rows, *k);
}
