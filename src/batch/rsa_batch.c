/*
 * The scheduler of RSA. Operations wait until there are enough of one shape; then one call computes the powers modulo
 * all their primes. The steps before and after a power are those of a single operation (crypto/rsa/operations.c).
 */
#include "afterburner/rsa_batch.h"

#include <stdlib.h>
#include <string.h>

#include "batch/job_queue.h"
#include "crypto/rsa/key.h"
#include "ct/ct.h"

enum { NUM_PRIMES = 2 };

void ab_rsa_batch_init(struct ab_rsa_batch *b, const struct ab_random_source *random)
{
    b->random = random;
    b->num_waiting = 0;
    b->queue = (struct ab_job_queue){ 0 };
}

void ab_rsa_batch_wipe(struct ab_rsa_batch *b)
{
    ab_wipe(b, sizeof(*b));
}

/* ---- the queue of jobs ---- */

static void enqueue(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key, uint8_t *out)
{
    *job = (struct ab_rsa_job){ .key = key, .out = out };
    ab_job_enqueue(&b->queue, &job->link);
}

static void finish(struct ab_rsa_job *job, enum ab_rsa_result result)
{
    if (result == AB_RSA_OK && job->takes_lesser)
        ab_rsa_take_lesser(job->key, job->out);
    job->result = result;
    job->link.is_done = 1;
}

struct ab_rsa_job *ab_rsa_batch_take(struct ab_rsa_batch *b)
{
    return (struct ab_rsa_job *)ab_job_take(&b->queue);
}

/* ---- waiting operations ---- */

/* An operation while its powers are computed. */
struct operation {
    struct ab_rsa_job *job;
    struct ab_rsa_blinding *blinding;
    uint64_t *work;
};

static void release(struct operation *o)
{
    const struct ab_rsa_key *key = o->job->key;

    if (o->work != NULL)
        ab_wipe(o->work, ab_rsa_powers_words(key) * sizeof(*o->work));
    free(o->work);
    ab_rsa_blinding_give(key->blindings, o->blinding, key->n);
}

/* Blind the input and reduce it modulo the primes. */
static enum ab_rsa_result begin(struct operation *o, const struct ab_random_source *random, struct ab_mod_power *powers,
                                const uint64_t *x)
{
    const struct ab_rsa_key *key = o->job->key;
    int taken = ab_rsa_blinding_take(key->blindings, &o->blinding, key->n, key->e, key->num_e, random), ok;
    uint64_t blinded[AB_BIGNUM_MAX_WORDS];

    if (taken != 1)
        return taken < 0 ? AB_RSA_NO_RANDOM : AB_RSA_NO_MEMORY;
    ab_mod_mont_mul(key->n, blinded, x, o->blinding->factor);
    o->work = malloc(ab_rsa_powers_words(key) * sizeof(*o->work));
    ok = o->work != NULL && ab_rsa_powers_begin(key, powers, o->work, blinded);
    ab_wipe(blinded, key->n->num_words * sizeof(*blinded));
    if (!ok)
        release(o);
    return ok ? AB_RSA_OK : AB_RSA_NO_MEMORY;
}

/* Combine the powers to the result; x is the input. */
static enum ab_rsa_result end(struct operation *o, const uint64_t *x)
{
    const struct ab_rsa_key *key = o->job->key;
    enum ab_rsa_result result = AB_RSA_NO_MEMORY;
    uint64_t r[AB_BIGNUM_MAX_WORDS];

    if (ab_rsa_powers_end(key, r, o->work)) {
        ab_mod_mont_mul(key->n, r, r, o->blinding->inverse);
        result = ab_rsa_write_verified(key, o->job->out, r, x);
    }
    ab_wipe(r, key->n->num_words * sizeof(*r));
    return result;
}

/* A key with a factor that is not prime takes the long way, which needs no primes: one by one. */
static enum ab_rsa_result end_or_repeat(struct operation *o, const struct ab_random_source *random, const uint64_t *x)
{
    const struct ab_rsa_key *key = o->job->key;
    enum ab_rsa_result result = end(o, x);
    uint8_t in[AB_RSA_MAX_BYTES];

    if (result != AB_RSA_FAULT)
        return result;
    ab_words_to_bytes(in, ab_rsa_size(key), x, key->n->num_words);
    result = ab_rsa_private(key, random, o->job->out, in, ab_rsa_size(key));
    ab_wipe(in, ab_rsa_size(key));
    return result;
}

void ab_rsa_batch_flush(struct ab_rsa_batch *b)
{
    struct operation operations[AB_RSA_BATCH_KEYS];
    struct ab_mod_power powers[AB_RSA_BATCH_KEYS * NUM_PRIMES] = { 0 };
    const uint64_t *x[AB_RSA_BATCH_KEYS];
    size_t num = 0, num_bits = 0;
    int ok;

    for (unsigned i = 0; i < b->num_waiting; i++) {
        enum ab_rsa_result result;

        operations[num] = (struct operation){ .job = b->waiting[i] };
        result = begin(&operations[num], b->random, powers + NUM_PRIMES * num, b->x[i]);
        if (result != AB_RSA_OK) {
            finish(b->waiting[i], result);
            continue;
        }
        num_bits = b->waiting[i]->key->prime_bits > num_bits ? b->waiting[i]->key->prime_bits : num_bits;
        x[num++] = b->x[i];
    }
    ok = ab_mod_exp_many(powers, NUM_PRIMES * num, num_bits);
    for (size_t i = 0; i < num; i++) {
        finish(operations[i].job, ok ? end_or_repeat(&operations[i], b->random, x[i]) : AB_RSA_NO_MEMORY);
        release(&operations[i]);
    }
    ab_wipe(b->x, b->num_waiting * sizeof(b->x[0]));
    b->num_waiting = 0;
}

/* Whether the key can run in step with the waiting ones. */
static int goes_with(const struct ab_rsa_batch *b, const struct ab_rsa_key *key)
{
    return b->num_waiting == 0 || b->waiting[0]->key->prime_words == key->prime_words;
}

static void wait(struct ab_rsa_batch *b, struct ab_rsa_job *job, const uint8_t *in, size_t in_len)
{
    enum ab_rsa_result result;

    if (!goes_with(b, job->key))
        ab_rsa_batch_flush(b);
    result = ab_rsa_read_input(job->key, b->x[b->num_waiting], in, in_len);
    if (result != AB_RSA_OK) {
        finish(job, result);
        return;
    }
    b->waiting[b->num_waiting++] = job;
    if (b->num_waiting == AB_RSA_BATCH_KEYS)
        ab_rsa_batch_flush(b);
}

static void add(struct ab_rsa_batch *b, struct ab_rsa_job *job, const uint8_t *in, size_t in_len)
{
    if (ab_rsa_is_private(job->key) && job->key->num_primes == NUM_PRIMES)
        wait(b, job, in, in_len);
    else
        finish(job, ab_rsa_private(job->key, b->random, job->out, in, in_len));
}

void ab_rsa_batch_add_private(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                              uint8_t *out, const uint8_t *in, size_t in_len)
{
    enqueue(b, job, key, out);
    add(b, job, in, in_len);
}

void ab_rsa_batch_add_sign(struct ab_rsa_batch *b, struct ab_rsa_job *job, const struct ab_rsa_key *key,
                           const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len, uint8_t *signature)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    enum ab_rsa_result result = ab_rsa_encode(key, b->random, scheme, message, len, em);

    enqueue(b, job, key, signature);
    job->takes_lesser = scheme->padding == AB_RSA_X931;
    if (result == AB_RSA_OK)
        add(b, job, em, ab_rsa_size(key));
    else
        finish(job, result);
    ab_wipe(em, ab_rsa_size(key));
}
