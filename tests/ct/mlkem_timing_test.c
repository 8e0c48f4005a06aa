/*
 * Timing of ML-KEM's decapsulation, with the statistic of welch.h: right ciphertexts against such with one bit wrong,
 * which are rejected implicitly. This runs each implementation that this processor can run, while memcheck does not
 * know AVX-512. A deliberate offender must be caught (stopwatch.h).
 */
#include <string.h>

#include "afterburner/mlkem.h"
#include "ct/stopwatch.h"
#include "harness/harness.h"
#include "harness/random_source.h"

enum { NUM = 6000, NUM_CIPHERTEXTS = 64 };

static _Alignas(64) struct ab_mlkem_key key;
static uint8_t ciphertexts[2][NUM_CIPHERTEXTS][AB_MLKEM_MAX_CIPHERTEXT_LEN];

/* Class 0 is right, class 1 is wrong. */
static void make_ciphertexts(void)
{
    uint8_t secret[AB_MLKEM_SECRET_LEN];

    for (unsigned i = 0; i < NUM_CIPHERTEXTS; i++)
        for (unsigned class = 0; class < 2; class++) {
            CHECK(ab_mlkem_encapsulate(&key, ciphertexts[class][i], secret, &t_random_source));
            ciphertexts[class][i][t_random_below(key.params->ciphertext_len)] ^= (uint8_t)(class << t_random_below(8));
        }
}

static double time_one(unsigned class)
{
    static uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN];
    uint8_t secret[AB_MLKEM_SECRET_LEN];
    uint64_t start;
    double time;
    int ok;

    memcpy(ciphertext, ciphertexts[class][t_random_below(NUM_CIPHERTEXTS)], sizeof(ciphertext));
    start = stopwatch_start();
    ok = ab_mlkem_decapsulate(&key, secret, ciphertext, key.params->ciphertext_len);
    time = stopwatch_stop(start, class);
    CHECK(ok);
    return time;
}

static void compare(const struct ab_mlkem_kernels *kernels)
{
    struct stopwatch_verdict v;

    ab_mlkem_init(&key, ab_mlkem_params(AB_MLKEM_768), kernels);
    CHECK(ab_mlkem_generate(&key, &t_random_source));
    make_ciphertexts();
    t_where.level = ab_mlkem_level(kernels);
    v = stopwatch_judge(&(struct welch_work){ time_one, NULL }, NUM);
    t_where.check = "a deliberate offender is caught";
    CHECK(v.caught != 0);
    t_where.check = "right and wrong ciphertexts take the same time";
    CHECK(v.t <= WELCH_CHANCE);
}

int main(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    t_where.subject = "ML-KEM-768";
    for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
        if (ab_mlkem_is_usable(*k, &cpu))
            compare(*k);
    return t_finish();
}
