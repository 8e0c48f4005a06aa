/*
 * ML-DSA: many random signatures with the implementation that this processor picks, a new key every eighth time. The
 * portable implementation makes and verifies a sample of them.
 *
 *   mldsa_trips_test COUNT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/mldsa.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "kernels/mldsa/mldsa_kernels.h"

enum { TRIPS_A_KEY = 8, PORTABLE_STEP = 64 };

static struct ab_mldsa_key key, other;

/* The other key has the same bytes and the portable kernels. */
static void make_key(const struct ab_mldsa_params *params, const struct ab_mldsa_kernels *kernels, int has_other)
{
    uint8_t encoded[AB_MLDSA_MAX_PRIVATE_LEN];

    ab_mldsa_init(&key, params, kernels);
    CHECK(ab_mldsa_generate(&key, &t_random_source));
    if (!has_other)
        return;
    ab_mldsa_get_private(&key, encoded);
    ab_mldsa_init(&other, params, &ab_mldsa_portable);
    CHECK(ab_mldsa_set_private(&other, encoded, params->private_len));
}

/* Every eighth signature is damaged. */
static int make_trip(unsigned i, int has_other)
{
    uint8_t signature[AB_MLDSA_MAX_SIGNATURE_LEN], same[AB_MLDSA_MAX_SIGNATURE_LEN];
    uint8_t mu[AB_MLDSA_MU_LEN], random[AB_MLDSA_RANDOM_LEN];
    const size_t len = key.params->signature_len;
    const int is_damaged = i % 8 == 0;
    int ok;

    t_random_bytes(mu, sizeof(mu));
    t_random_bytes(random, sizeof(random));
    ok = ab_mldsa_sign_with(&key, signature, mu, random);
    if (has_other && i % PORTABLE_STEP < 2)
        ok = ok && ab_mldsa_sign_with(&other, same, mu, random) && memcmp(same, signature, len) == 0;
    if (is_damaged)
        signature[t_random_below(len)] ^= (uint8_t)(1 + t_random_below(255));
    ok = ok && ab_mldsa_verify(&key, signature, len, mu) == !is_damaged;
    if (has_other && i % PORTABLE_STEP < 2)
        ok = ok && ab_mldsa_verify(&other, signature, len, mu) == !is_damaged;
    return ok;
}

int main(int argc, char **argv)
{
    const size_t num = t_num_cases(argc == 2 ? strtoul(argv[1], NULL, 10) : 0);
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++) {
        unsigned num_wrong = 0;

        t_where.subject = ab_mldsa_params((enum ab_mldsa_id)id)->name;
        t_where.check = "round trips";
        for (unsigned i = 0; i < num / AB_NUM_MLDSA; i++) {
            const int has_other = i % PORTABLE_STEP < TRIPS_A_KEY;

            if (i % TRIPS_A_KEY == 0)
                make_key(ab_mldsa_params((enum ab_mldsa_id)id), ab_mldsa_pick(&cpu), has_other);
            num_wrong += !make_trip(i, has_other);
        }
        CHECK(num_wrong == 0);
    }
    printf("%zu round trips with %s\n", num, ab_mldsa_level(ab_mldsa_pick(&cpu)));
    return t_finish();
}
