/*
 * Compare modular arithmetic with libcrypto's, called directly (BN_*): cycles per operation on either side, and how
 * many times as fast. The two take turns in one process, and the medians count. Results are compared first.
 * OPENSSL_ia32cap masks instructions for both.
 *
 * bignum [--quick] [BITS...]      default: 512 768 1024 1536 2048 3072 4096
 */
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "lab/native/measure/clock.h"
#include "lab/native/measure/fill.h"
#include "lab/native/measure/stats.h"

enum { MAX = 64, NUM_ROUNDS = 31, NUM_QUICK_ROUNDS = 3, MAX_TURNS = 1 << 24, WORD_DIVISOR = 65521 };
#define SLICE_SECONDS 0.0005

/* The numbers of one length for either side. x is twice as long; result holds what a side computes. */
struct numbers {
    size_t num_words;
    struct ab_modulus *m;
    uint64_t a[MAX], b[MAX], e[MAX], x[2 * MAX], result[2 * MAX];
    BIGNUM *bn_n, *bn_a, *bn_b, *bn_e, *bn_x, *bn_65537, *bn_secret, *bn_result;
    BN_MONT_CTX *mont;
    BN_CTX *ctx;
};

static const uint64_t fermat_4 = 65537;

/* ---- operations ---- */

static void our_product(struct numbers *s)
{
    ab_words_mul(s->result, s->a, s->num_words, s->b, s->num_words);
}

static void their_product(struct numbers *s)
{
    BN_mul(s->bn_result, s->bn_a, s->bn_b, s->ctx);
}

static void our_mont_mul(struct numbers *s)
{
    ab_mod_mont_mul(s->m, s->result, s->a, s->b);
}

static void their_mont_mul(struct numbers *s)
{
    BN_mod_mul_montgomery(s->bn_result, s->bn_a, s->bn_b, s->mont, s->ctx);
}

static void our_mont_sqr(struct numbers *s)
{
    ab_mod_mont_sqr(s->m, s->result, s->a);
}

static void their_mont_sqr(struct numbers *s)
{
    BN_mod_mul_montgomery(s->bn_result, s->bn_a, s->bn_a, s->mont, s->ctx);
}

static void our_remainder(struct numbers *s)
{
    ab_mod_reduce(s->m, s->result, s->x, 2 * s->num_words);
}

static void their_remainder(struct numbers *s)
{
    BN_mod(s->bn_result, s->bn_x, s->bn_n, s->ctx);
}

static void our_word_remainder(struct numbers *s)
{
    s->result[0] = ab_words_mod_word(s->x, 2 * s->num_words, WORD_DIVISOR);
}

static void their_word_remainder(struct numbers *s)
{
    BN_set_word(s->bn_result, BN_mod_word(s->bn_x, WORD_DIVISOR));
}

static void our_inverse(struct numbers *s)
{
    uint64_t exists;

    ab_mod_inverse(s->m, s->result, s->a, &exists);
}

static void their_inverse(struct numbers *s)
{
    BN_mod_inverse(s->bn_result, s->bn_secret, s->bn_n, s->ctx);
}

static void our_power(struct numbers *s)
{
    ab_mod_exp(s->m, s->result, s->a, s->e, 64 * s->num_words);
}

static void their_power(struct numbers *s)
{
    BN_mod_exp_mont_consttime(s->bn_result, s->bn_a, s->bn_e, s->bn_n, s->ctx, s->mont);
}

static void our_public_power(struct numbers *s)
{
    ab_mod_exp_public(s->m, s->result, s->a, &fermat_4, 1);
}

static void their_public_power(struct numbers *s)
{
    BN_mod_exp_mont(s->bn_result, s->bn_a, s->bn_65537, s->bn_n, s->ctx, s->mont);
}

static const struct operation {
    const char *name;
    void (*ours)(struct numbers *s), (*theirs)(struct numbers *s);
    size_t result_numbers; /* the result's length in moduli; 0: one word */
} operations[] = {
    { "a b", our_product, their_product, 2 },
    { "a b / R mod n", our_mont_mul, their_mont_mul, 1 },
    { "a^2 / R mod n", our_mont_sqr, their_mont_sqr, 1 },
    { "x mod n, x of 2 lengths", our_remainder, their_remainder, 1 },
    { "x mod 65521", our_word_remainder, their_word_remainder, 0 },
    { "1/a mod n", our_inverse, their_inverse, 1 },
    { "a^e mod n, e secret", our_power, their_power, 1 },
    { "a^65537 mod n", our_public_power, their_public_power, 1 },
};

/* ---- numbers ---- */

static BIGNUM *to_bn(const uint64_t *a, size_t num_words)
{
    return BN_lebin2bn((const unsigned char *)a, (int)(8 * num_words), NULL);
}

static void random_words(uint64_t *r, size_t num_words)
{
    static unsigned long long state = 1;

    for (size_t i = 0; i < num_words; i++)
        r[i] = lab_random(&state);
}

/* Choose an odd modulus with its highest bit set that is coprime to a. */
static int set_numbers(struct numbers *s, const struct ab_bignum *bignum, size_t num_words)
{
    uint64_t n[MAX] = { 0 }, exists = 0, r[MAX];

    memset(s, 0, sizeof(*s));
    s->num_words = num_words;
    s->ctx = BN_CTX_new();
    while (exists == 0) {
        ab_modulus_free(s->m);
        random_words(n, num_words);
        random_words(s->a, num_words);
        n[0] |= 1;
        n[num_words - 1] |= (uint64_t)1 << 63;
        s->a[num_words - 1] >>= 1;
        s->m = ab_modulus_new(bignum, n, num_words);
        if (s->m == NULL || !ab_mod_inverse(s->m, r, s->a, &exists))
            return 0;
    }
    random_words(s->b, num_words);
    random_words(s->e, num_words);
    random_words(s->x, 2 * num_words);
    s->b[num_words - 1] >>= 1;
    s->e[num_words - 1] |= (uint64_t)1 << 63;
    s->bn_n = to_bn(n, num_words);
    s->bn_a = to_bn(s->a, num_words);
    s->bn_b = to_bn(s->b, num_words);
    s->bn_e = to_bn(s->e, num_words);
    s->bn_x = to_bn(s->x, 2 * num_words);
    s->bn_65537 = to_bn(&fermat_4, 1);
    s->bn_secret = BN_dup(s->bn_a);
    BN_set_flags(s->bn_secret, BN_FLG_CONSTTIME);
    s->bn_result = BN_new();
    s->mont = BN_MONT_CTX_new();
    return s->mont != NULL && BN_MONT_CTX_set(s->mont, s->bn_n, s->ctx);
}

static void free_numbers(struct numbers *s)
{
    BIGNUM *const all[] = { s->bn_n, s->bn_a, s->bn_b, s->bn_e, s->bn_x, s->bn_65537, s->bn_secret, s->bn_result };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        BN_free(all[i]);
    BN_MONT_CTX_free(s->mont);
    BN_CTX_free(s->ctx);
    ab_modulus_free(s->m);
}

/* ---- measuring ---- */

static int agree(const struct operation *op, struct numbers *s)
{
    size_t len = op->result_numbers == 0 ? 8 : 8 * op->result_numbers * s->num_words;
    unsigned char theirs[16 * MAX];

    op->ours(s);
    op->theirs(s);
    return BN_bn2lebinpad(s->bn_result, theirs, (int)len) >= 0 && memcmp(theirs, s->result, len) == 0;
}

struct task {
    void (*run)(struct numbers *);
    struct numbers *numbers;
};

static double seconds_of(const void *task, size_t turns)
{
    const struct task *t = task;
    double start = lab_thread_seconds();

    for (size_t i = 0; i < turns; i++)
        t->run(t->numbers);
    return lab_thread_seconds() - start;
}

static void measure(const struct operation *op, struct numbers *s, unsigned num_rounds)
{
    double ours[NUM_ROUNDS], theirs[NUM_ROUNDS], hz = lab_core_hz_undisturbed(), cycles[2];
    const struct task our_task = { op->ours, s }, their_task = { op->theirs, s };
    size_t turns;

    lab_fill(seconds_of, &their_task, SLICE_SECONDS / 2, MAX_TURNS, &turns);
    for (unsigned i = 0; i < num_rounds; i++) {
        ours[i] = seconds_of(&our_task, turns);
        theirs[i] = seconds_of(&their_task, turns);
    }
    cycles[0] = hz * lab_median(ours, num_rounds) / (double)turns;
    cycles[1] = hz * lab_median(theirs, num_rounds) / (double)turns;
    printf("%5zu  %-24s  %10.0f  %10.0f  %6.2f\n", 64 * s->num_words, op->name, cycles[0], cycles[1],
           cycles[1] / cycles[0]);
}

/* Return 0 if a result differs, or if memory is exhausted. */
static int measure_length(const struct ab_bignum *bignum, size_t num_words, unsigned num_rounds)
{
    struct numbers s;
    int ok = set_numbers(&s, bignum, num_words);

    for (size_t i = 0; ok && i < sizeof(operations) / sizeof(operations[0]); i++) {
        ok = agree(&operations[i], &s);
        if (ok)
            measure(&operations[i], &s, num_rounds);
        else
            fprintf(stderr, "bignum: %s of %zu bits differs\n", operations[i].name, 64 * num_words);
    }
    free_numbers(&s);
    return ok;
}

int main(int argc, char **argv)
{
    static const size_t lengths[] = { 512, 768, 1024, 1536, 2048, 3072, 4096 };
    unsigned num_rounds = NUM_ROUNDS;
    struct ab_bignum bignum;
    struct ab_cpu cpu;
    int ok = 1;

    if (argc > 1 && strcmp(argv[1], "--quick") == 0) {
        num_rounds = NUM_QUICK_ROUNDS;
        argc--, argv++;
    }
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    printf("%s; products: %s\n bits  operation                       cycles  libcrypto   times\n",
           OpenSSL_version(OPENSSL_VERSION), bignum.kernels->needs.name);
    for (int i = 1; i < argc; i++) {
        size_t bits = strtoul(argv[i], NULL, 10);

        if (bits == 0 || bits % 64 != 0 || bits > 64 * MAX) {
            fprintf(stderr, "bignum: %s: no length in bits, a multiple of 64 up to %d\n", argv[i], 64 * MAX);
            return 2;
        }
        ok &= measure_length(&bignum, bits / 64, num_rounds);
    }
    for (size_t i = 0; argc == 1 && i < sizeof(lengths) / sizeof(lengths[0]); i++)
        ok &= measure_length(&bignum, lengths[i] / 64, num_rounds);
    return ok ? 0 : 1;
}
