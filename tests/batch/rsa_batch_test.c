/*
 * Run many private-key operations at once: each result equals that of the operation alone, and the jobs return in the
 * order in which they were added. Covers keys of several sizes and shapes in one batch, any number of operations,
 * refused inputs, and a fault in one key among others.
 */
#include <string.h>

#include "afterburner/rsa_batch.h"
#include "crypto/rsa/key.h"
#include "harness/harness.h"
#include "harness/random_source.h"

enum { MAX_JOBS = 13, NUM_KEYS = 6, MAX_LEN = 1024 };

static const size_t key_bits[NUM_KEYS] = { 1024, 1024, 1024, 512, 1100, 2048 };
static struct ab_rsa_key *keys[NUM_KEYS];
static struct ab_rsa_job jobs[MAX_JOBS];
static uint8_t in[MAX_JOBS][MAX_LEN], out[MAX_JOBS][MAX_LEN];
static struct ab_rsa_batch batch;

static void make_keys(const struct ab_bignum *b)
{
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        const struct ab_rsa_generation how = { .num_bits = key_bits[i] };

        keys[i] = ab_rsa_generate(b, &t_random_source, &how);
        CHECK(keys[i] != NULL);
    }
}

/* Copy a key, without its cached blinding; if !has_primes, keep d alone. */
static struct ab_rsa_key *copy(const struct ab_bignum *b, const struct ab_rsa_key *key, int has_primes)
{
    struct ab_rsa_numbers numbers;

    ab_rsa_key_numbers(key, &numbers);
    if (!has_primes)
        numbers.num_primes = 0;
    return ab_rsa_key_new(b, &numbers);
}

static struct ab_rsa_key *copy_without_d(const struct ab_bignum *b, const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers numbers;

    ab_rsa_key_numbers(key, &numbers);
    numbers.d.len = 0;
    return ab_rsa_key_new(b, &numbers);
}

/* Fill input i with random bytes below n. */
static void put_input(unsigned i, const struct ab_rsa_key *key)
{
    t_random_bytes(in[i], ab_rsa_size(key));
    in[i][0] = 0;
    memset(out[i], 0xee, ab_rsa_size(key));
}

static void check_taken(unsigned i, const struct ab_rsa_key *key)
{
    uint8_t back[MAX_LEN];

    t_where.extra = i;
    CHECK(ab_rsa_batch_take(&batch) == &jobs[i]);
    CHECK(jobs[i].result == AB_RSA_OK);
    CHECK(ab_rsa_public(key, back, out[i], ab_rsa_size(key)) == AB_RSA_OK);
    CHECK_BYTES(back, in[i], ab_rsa_size(key));
}

/* Run num operations that cycle through the keys. */
static void check_batch(struct ab_rsa_key *const *key, unsigned num_keys, unsigned num)
{
    t_where.len = num;
    ab_rsa_batch_init(&batch, &t_random_source);
    CHECK(ab_rsa_batch_take(&batch) == NULL);
    for (unsigned i = 0; i < num; i++) {
        put_input(i, key[i % num_keys]);
        ab_rsa_batch_add_private(&batch, &jobs[i], key[i % num_keys], out[i], in[i], ab_rsa_size(key[i % num_keys]));
    }
    ab_rsa_batch_flush(&batch);
    for (unsigned i = 0; i < num; i++)
        check_taken(i, key[i % num_keys]);
    CHECK(ab_rsa_batch_take(&batch) == NULL);
    ab_rsa_batch_wipe(&batch);
}

static void check_operations(const struct ab_bignum *b)
{
    struct ab_rsa_key *odd[3] = { keys[0], copy(b, keys[1], 0), keys[2] };

    for (unsigned num = 0; num <= MAX_JOBS; num++) {
        t_where.check = "one key";
        check_batch(keys, 1, num);
        t_where.check = "keys of one size";
        check_batch(keys, 3, num);
        t_where.check = "a key without primes among them";
        check_batch(odd, 3, num);
    }
    t_where.check = "keys of several sizes";
    check_batch(keys, NUM_KEYS, MAX_JOBS);
    ab_rsa_key_free(odd[1]);
}

static void check_readiness(void)
{
    t_where.check = "ready as soon as four wait";
    ab_rsa_batch_init(&batch, &t_random_source);
    for (unsigned i = 0; i < AB_RSA_BATCH_KEYS; i++) {
        put_input(i, keys[0]);
        CHECK(ab_rsa_batch_take(&batch) == NULL);
        ab_rsa_batch_add_private(&batch, &jobs[i], keys[0], out[i], in[i], ab_rsa_size(keys[0]));
    }
    for (unsigned i = 0; i < AB_RSA_BATCH_KEYS; i++)
        check_taken(i, keys[0]);
}

/* ---- faults and errors in one operation of several ---- */

static void add_three(const struct ab_rsa_key *middle, const uint8_t *middle_in)
{
    for (unsigned i = 0; i < 3; i++) {
        const struct ab_rsa_key *key = i == 1 ? middle : keys[i];

        put_input(i, key);
        ab_rsa_batch_add_private(&batch, &jobs[i], key, out[i], i == 1 && middle_in != NULL ? middle_in : in[i],
                                 ab_rsa_size(key));
    }
    ab_rsa_batch_flush(&batch);
}

static void check_middle_fails(enum ab_rsa_result result)
{
    uint8_t untouched[MAX_LEN];

    memset(untouched, 0xee, sizeof(untouched));
    check_taken(0, keys[0]);
    CHECK(ab_rsa_batch_take(&batch) == &jobs[1] && jobs[1].result == result);
    CHECK_BYTES(out[1], untouched, ab_rsa_size(keys[1]));
    check_taken(2, keys[2]);
}

static void check_failures(const struct ab_bignum *b)
{
    struct ab_rsa_key *key = keys[1], *fresh = copy(b, keys[0], 1), *by_primes = copy_without_d(b, key);
    uint8_t above[MAX_LEN];

    memset(above, 0xff, sizeof(above));
    ab_rsa_batch_init(&batch, &t_random_source);
    t_where.check = "an input above n";
    add_three(key, above);
    check_middle_fails(AB_RSA_NOT_BELOW_MODULUS);
    t_where.check = "a fault in one prime, which d repairs";
    key->prime[1].exponent[0] ^= 8;
    add_three(key, NULL);
    key->prime[1].exponent[0] ^= 8; /* check_taken computes the result again */
    for (unsigned i = 0; i < 3; i++)
        check_taken(i, keys[i]);
    t_where.check = "a fault in one prime of a key without d";
    by_primes->prime[1].exponent[0] ^= 8;
    add_three(by_primes, NULL);
    check_middle_fails(AB_RSA_FAULT);
    t_where.check = "no randomness";
    ab_rsa_batch_init(&batch, &t_no_random_source);
    put_input(0, fresh);
    ab_rsa_batch_add_private(&batch, &jobs[0], fresh, out[0], in[0], ab_rsa_size(fresh));
    ab_rsa_batch_flush(&batch);
    CHECK(ab_rsa_batch_take(&batch) == &jobs[0] && jobs[0].result == AB_RSA_NO_RANDOM);
    ab_rsa_key_free(by_primes);
    ab_rsa_key_free(fresh);
}

/* ---- signatures ---- */

static void check_signatures(const struct ab_cpu *cpu)
{
    const struct ab_hash *sha256 = ab_hash_pick(AB_HASH_SHA256, cpu);
    const struct ab_rsa_scheme schemes[] = {
        { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA256 },
        { .padding = AB_RSA_PSS, .hash = sha256, .mgf1_hash = sha256, .salt_len = AB_RSA_SALT_DIGEST },
        { .padding = AB_RSA_X931, .digest = AB_RSA_SHA256 },
    };

    t_where.check = "signatures, extra: the padding";
    for (unsigned i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        t_where.extra = i;
        ab_rsa_batch_init(&batch, &t_random_source);
        for (unsigned j = 0; j < MAX_JOBS; j++) {
            t_random_bytes(in[j], 32);
            ab_rsa_batch_add_sign(&batch, &jobs[j], keys[j % 3], &schemes[i], in[j], 32, out[j]);
        }
        ab_rsa_batch_flush(&batch);
        for (unsigned j = 0; j < MAX_JOBS; j++)
            CHECK(ab_rsa_batch_take(&batch) == &jobs[j] && jobs[j].result == AB_RSA_OK
                  && ab_rsa_verify(keys[j % 3], &schemes[i], in[j], 32, out[j], ab_rsa_size(keys[j % 3])) == AB_RSA_OK);
        ab_rsa_batch_add_sign(&batch, &jobs[0], keys[0], &schemes[i], in[0], 600, out[0]);
        CHECK(ab_rsa_batch_take(&batch) == &jobs[0] && jobs[0].result < AB_RSA_OK);
    }
}

int main(void)
{
    struct ab_bignum bignum;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    t_where.subject = "RSA batch";
    make_keys(&bignum);
    check_failures(&bignum);
    check_readiness();
    check_operations(&bignum);
    check_signatures(&cpu);
    for (unsigned i = 0; i < NUM_KEYS; i++)
        ab_rsa_key_free(keys[i]);
    return t_finish();
}
