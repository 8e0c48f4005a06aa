/*
 * Compare operations of many keys at once with one after another: microseconds per operation, and how many times as
 * fast. 64 operations of one kind with warm caches; the two take turns, and the median of the rounds counts. Their
 * results are compared first.
 *
 * keys [--quick]      few rounds
 */
#include <stdio.h>
#include <string.h>

#include "afterburner/curve25519_batch.h"
#include "afterburner/ec_batch.h"
#include "lab/native/measure/clock.h"
#include "lab/native/measure/stats.h"

enum { NUM = 64, TEXT_LEN = 100, MAX_ROUNDS = 31, QUICK_ROUNDS = 3 };

static const struct ab_curve25519_kernels *kernels;
static const struct ab_curve25519_batch_kernels *lanes;
static const struct ab_ec_kernels *p256;
static const struct ab_ec_batch_kernels *p256_lanes;
static const struct ab_hash *sha512;

static uint8_t private_key[NUM][32], public_key[NUM][32], x25519_key[NUM][32], signature[NUM][64], text[TEXT_LEN];
static uint8_t results[NUM][64];
static const struct ab_ed25519_message message = { AB_ED25519, .data = text, .len = TEXT_LEN };

/* The digest that P-256 signs. */
static const uint8_t digest[32] = { 1, 2, 3 };
static uint8_t xy[NUM][64], p256_signature[NUM][64];

/* Always return the same bytes, so that signatures can be compared. */
static int fill(void *arg, uint8_t *out, size_t len)
{
    (void)arg;
    memset(out, 7, len);
    return 1;
}

static const struct ab_random_source source = { fill, NULL };

static void make_keys(void)
{
    for (unsigned i = 0; i < NUM; i++) {
        memset(private_key[i], (int)(i + 1), sizeof(private_key[i]));
        ab_ec_public(p256, xy[i], private_key[i]);
        ab_ecdsa_sign(p256, p256_signature[i], digest, sizeof(digest), private_key[i], sha512, &source);
        ab_ed25519_public(kernels, sha512, public_key[i], private_key[i]);
        ab_x25519_public(kernels, x25519_key[i], private_key[i]);
        ab_ed25519_sign(kernels, sha512, signature[i], &message, private_key[i], public_key[i]);
    }
}

/* ---- one at a time ---- */

static void generate_one(unsigned i)
{
    ab_x25519_public(kernels, results[i], private_key[i]);
}
static void exchange_one(unsigned i)
{
    (void)ab_x25519(kernels, results[i], private_key[i], x25519_key[(i + 1) % NUM]);
}

static void sign_one(unsigned i)
{
    ab_ed25519_sign(kernels, sha512, results[i], &message, private_key[i], public_key[i]);
}

static void verify_one(unsigned i)
{
    results[i][0] = (uint8_t)ab_ed25519_verify(kernels, sha512, signature[i], &message, public_key[i]);
}

static void p256_public_one(unsigned i)
{
    ab_ec_public(p256, results[i], private_key[i]);
}
static void p256_exchange_one(unsigned i)
{
    (void)ab_ecdh(p256, results[i], private_key[i], xy[(i + 1) % NUM]);
}

static void p256_sign_one(unsigned i)
{
    ab_ecdsa_sign(p256, results[i], digest, sizeof(digest), private_key[i], sha512, &source);
}

static void p256_verify_one(unsigned i)
{
    results[i][0] = (uint8_t)ab_ecdsa_verify(p256, p256_signature[i], digest, sizeof(digest), xy[i]);
}

/* ---- at once ---- */

static void generate_many(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, unsigned i)
{
    ab_curve25519_batch_add_x25519_public(b, job, private_key[i]);
}

static void exchange_many(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, unsigned i)
{
    ab_curve25519_batch_add_x25519(b, job, private_key[i], x25519_key[(i + 1) % NUM]);
}

static void sign_many(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, unsigned i)
{
    ab_curve25519_batch_add_sign(b, job, &message, private_key[i], public_key[i]);
}

static void verify_many(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, unsigned i)
{
    ab_curve25519_batch_add_verify(b, job, signature[i], &message, public_key[i]);
}

static void p256_public_many(struct ab_ec_batch *b, struct ab_ec_job *job, unsigned i)
{
    ab_ec_batch_add_public(b, job, private_key[i]);
}

static void p256_exchange_many(struct ab_ec_batch *b, struct ab_ec_job *job, unsigned i)
{
    ab_ec_batch_add_ecdh(b, job, private_key[i], xy[(i + 1) % NUM]);
}

static void p256_sign_many(struct ab_ec_batch *b, struct ab_ec_job *job, unsigned i)
{
    ab_ec_batch_add_sign(b, job, digest, sizeof(digest), private_key[i]);
}

static void p256_verify_many(struct ab_ec_batch *b, struct ab_ec_job *job, unsigned i)
{
    ab_ec_batch_add_verify(b, job, p256_signature[i], digest, sizeof(digest), xy[i]);
}

static const struct work {
    const char *name;
    void (*one)(unsigned i);
    void (*add)(struct ab_curve25519_batch *b, struct ab_curve25519_job *job, unsigned i); /* or: */
    void (*add_p256)(struct ab_ec_batch *b, struct ab_ec_job *job, unsigned i);
    size_t result_len; /* 0: the result is job->ok */
} works[] = {
    { "X25519 keygen", generate_one, generate_many, NULL, 32 },
    { "X25519 derive", exchange_one, exchange_many, NULL, 32 },
    { "Ed25519 sign", sign_one, sign_many, NULL, 64 },
    { "Ed25519 verify", verify_one, verify_many, NULL, 0 },
    { "P-256 keygen", p256_public_one, NULL, p256_public_many, 64 },
    { "P-256 derive", p256_exchange_one, NULL, p256_exchange_many, 32 },
    { "P-256 sign", p256_sign_one, NULL, p256_sign_many, 64 },
    { "P-256 verify", p256_verify_one, NULL, p256_verify_many, 0 },
};

static void run_one_by_one(const struct work *w)
{
    for (unsigned i = 0; i < NUM; i++)
        w->one(i);
}

static void take_result(const struct work *w, unsigned i, const uint8_t *out, int ok)
{
    memcpy(results[i], out, w->result_len);
    if (w->result_len == 0)
        results[i][0] = (uint8_t)ok;
}

static void run_p256_batch(const struct work *w)
{
    static struct ab_ec_job jobs[NUM];
    struct ab_ec_batch b;

    ab_ec_batch_init(&b, p256, p256_lanes, sha512, &source);
    for (unsigned i = 0; i < NUM; i++)
        w->add_p256(&b, &jobs[i], i);
    ab_ec_batch_flush(&b);
    for (unsigned i = 0; i < NUM; i++)
        take_result(w, i, jobs[i].out, jobs[i].ok);
}

static void run_25519_batch(const struct work *w)
{
    static struct ab_curve25519_job jobs[NUM];
    struct ab_curve25519_batch b;

    ab_curve25519_batch_init(&b, kernels, lanes, sha512);
    for (unsigned i = 0; i < NUM; i++)
        w->add(&b, &jobs[i], i);
    ab_curve25519_batch_flush(&b);
    for (unsigned i = 0; i < NUM; i++)
        take_result(w, i, jobs[i].out, jobs[i].ok);
}

static void run_batch(const struct work *w)
{
    if (w->add_p256 != NULL)
        run_p256_batch(w);
    else
        run_25519_batch(w);
}

static double microseconds(void (*run)(const struct work *w), const struct work *w)
{
    double start = lab_thread_seconds();

    run(w);
    return (lab_thread_seconds() - start) * 1e6 / NUM;
}

static int is_alike(const struct work *w)
{
    static uint8_t before[NUM][64];

    memset(results, 0, sizeof(results));
    run_one_by_one(w);
    memcpy(before, results, sizeof(before));
    memset(results, 0, sizeof(results));
    run_batch(w);
    return memcmp(before, results, sizeof(before)) == 0;
}

static int bench(const struct work *w, unsigned num_rounds)
{
    double one[MAX_ROUNDS], many[MAX_ROUNDS];

    if (!is_alike(w)) {
        fprintf(stderr, "keys: %s: results differ\n", w->name);
        return 0;
    }
    for (unsigned i = 0; i < num_rounds; i++) {
        one[i] = microseconds(run_one_by_one, w);
        many[i] = microseconds(run_batch, w);
    }
    one[0] = lab_median(one, num_rounds);
    many[0] = lab_median(many, num_rounds);
    printf("%-16s %10.2f %10.2f %8.2f\n", w->name, one[0], many[0], one[0] / many[0]);
    return 1;
}

int main(int argc, char **argv)
{
    int is_quick = argc == 2 && strcmp(argv[1], "--quick") == 0, ok = 1;
    struct ab_cpu cpu;

    if (argc > 1 && !is_quick) {
        fprintf(stderr, "usage: keys [--quick]\n");
        return 2;
    }
    ab_cpu_detect(&cpu);
    kernels = ab_curve25519_pick(&cpu);
    lanes = ab_curve25519_batch_kernels_pick(&cpu);
    sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);
    p256 = ab_curve_pick(AB_P256, &cpu);
    p256_lanes = ab_ec_batch_kernels_pick(AB_P256, &cpu);
    make_keys();
    printf("one by one: %s, P-256 %s; in step: %s, P-256 %s\n", ab_curve25519_level(kernels), ab_curve_level(p256),
           lanes == NULL ? "none" : ab_curve25519_batch_kernels_level(lanes),
           p256_lanes == NULL ? "none" : ab_ec_batch_kernels_level(p256_lanes));
    printf("%-16s %10s %10s %8s\n", "", "one, us", "batch, us", "ratio");
    for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++)
        ok &= bench(&works[i], is_quick ? QUICK_ROUNDS : MAX_ROUNDS);
    return !ok;
}
