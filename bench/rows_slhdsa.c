/* SLH-DSA: chains, and the operations of each parameter set. */
#include <string.h>

#include "afterburner/slhdsa_batch.h"
#include "bench/rows.h"
#include "bench/rows_all.h"
#include "crypto/slhdsa/slhdsa_parts.h"

enum { NUM_CHAINS = 64, NUM_MANY = 8 };

static struct ab_slhdsa_key key, other;
static struct ab_slhdsa_message message;
static struct ab_slhdsa_chain chains[NUM_CHAINS];
static uint8_t values[NUM_CHAINS * AB_SLHDSA_MAX_N], signature[AB_SLHDSA_MAX_SIGNATURE_LEN];

/* len is the parameter set. */
static void prepare_key(const struct bench_row *r)
{
    ab_slhdsa_init(&key, ab_slhdsa_params((enum ab_slhdsa_id)r->len), r->kernels);
    ab_slhdsa_init(&other, key.params, r->kernels);
    ab_slhdsa_set_seed(&key, r->in);
    ab_slhdsa_message_init(&message, NULL, 0, r->in, 32);
}

static void prepare_verification(const struct bench_row *r)
{
    prepare_key(r);
    ab_slhdsa_sign_with(&key, signature, &message, NULL);
}

static void prepare_chains(const struct bench_row *r)
{
    ab_slhdsa_init(&key, ab_slhdsa_params((enum ab_slhdsa_id)r->len), r->kernels);
    for (unsigned i = 0; i < NUM_CHAINS; i++)
        chains[i].num_steps = AB_SLHDSA_W - 1;
    memcpy(values, r->in, NUM_CHAINS * key.params->n);
}

static void run_chains(const struct bench_row *r)
{
    ab_slhdsa_run_chains(&key, chains, values, NUM_CHAINS);
    memcpy(r->out, values, key.params->n);
}

static void run_generate(const struct bench_row *r)
{
    ab_slhdsa_set_seed(&other, r->in + 1);
    memcpy(r->out, other.pk_root, key.params->n);
}

static void run_sign(const struct bench_row *r)
{
    ab_slhdsa_sign_with(&key, signature, &message, NULL);
    memcpy(r->out, signature, key.params->n);
}

static void run_verify(const struct bench_row *r)
{
    r->out[0] = (uint8_t)ab_slhdsa_verify(&key, signature, key.params->signature_len, &message);
}

static void run_verify_many(const struct bench_row *r)
{
    const uint8_t *signatures[NUM_MANY];
    const struct ab_slhdsa_message *messages[NUM_MANY];
    int valid[NUM_MANY];

    for (unsigned i = 0; i < NUM_MANY; i++) {
        signatures[i] = signature;
        messages[i] = &message;
    }
    r->out[0] = (uint8_t)ab_slhdsa_verify_many(&key, signatures, messages, valid, NUM_MANY);
}

static const struct {
    const char *name;
    void (*prepare)(const struct bench_row *r);
    void (*run)(const struct bench_row *r);
} works[] = {
    { "chains", prepare_chains, run_chains }, /* 64 of 15 steps */
    { "generate", prepare_key, run_generate },      { "sign", prepare_key, run_sign },
    { "verify", prepare_verification, run_verify }, { "verify-8", prepare_verification, run_verify_many },
};

/* Only the chains of the implementation in C: its signatures take up to seconds. */
static void add_level(struct bench_rows *rows, enum ab_slhdsa_id id, const struct ab_slhdsa_kernels *k)
{
    struct bench_row row = { .kernels = k, .len = id };

    for (size_t i = 0; i < (ab_slhdsa_is_fallback(k) ? 1 : sizeof(works) / sizeof(works[0])); i++) {
        row.prepare = works[i].prepare;
        row.run = works[i].run;
        bench_add(rows, row, "%s/%s/%s", ab_slhdsa_params(id)->name, works[i].name, ab_slhdsa_level(k));
    }
}

/* The sets with fast signatures; the others are the same with higher trees. */
void bench_add_slhdsa(struct bench_rows *rows)
{
    for (unsigned id = AB_SLHDSA_SHA2_128F; id < AB_NUM_SLHDSA; id += 2)
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list((enum ab_slhdsa_id)id); *k != NULL; k++)
            if (ab_slhdsa_is_usable(*k, &rows->cpu))
                add_level(rows, (enum ab_slhdsa_id)id, *k);
}
