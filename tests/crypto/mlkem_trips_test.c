/*
 * ML-KEM: many random round trips with the implementation that this processor picks, a new key every eighth time. The
 * portable implementation decapsulates a sample of them from the exported key.
 *
 *   mlkem_trips_test COUNT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/mlkem.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { TRIPS_A_KEY = 8, PORTABLE_STEP = 64 };

static struct ab_mlkem_key key, other;

static void make_key(const struct ab_mlkem_params *params, const struct ab_mlkem_kernels *kernels)
{
    uint8_t encoded[AB_MLKEM_MAX_PRIVATE_LEN];

    ab_mlkem_init(&key, params, kernels);
    CHECK(ab_mlkem_generate(&key, &t_random_source));
    ab_mlkem_get_private(&key, encoded);
    ab_mlkem_init(&other, params, &ab_mlkem_portable);
    CHECK(ab_mlkem_set_private(&other, encoded, params->private_len));
}

/* Every eighth ciphertext is damaged, so that it is rejected. */
static int make_trip(unsigned i)
{
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN];
    uint8_t secret[AB_MLKEM_SECRET_LEN], got[AB_MLKEM_SECRET_LEN], want[AB_MLKEM_SECRET_LEN];
    const size_t len = key.params->ciphertext_len;
    const int is_damaged = i % 8 == 0;
    int ok = ab_mlkem_encapsulate(&key, ciphertext, secret, &t_random_source);

    if (is_damaged)
        ciphertext[t_random_below(len)] ^= (uint8_t)(1 + t_random_below(255));
    ok = ok && ab_mlkem_decapsulate(&key, got, ciphertext, len)
         && (memcmp(got, secret, sizeof(secret)) == 0) == !is_damaged;
    if (i % PORTABLE_STEP < 2)
        ok = ok && ab_mlkem_decapsulate(&other, want, ciphertext, len) && memcmp(got, want, sizeof(want)) == 0;
    return ok;
}

int main(int argc, char **argv)
{
    const size_t num = t_num_cases(argc == 2 ? strtoul(argv[1], NULL, 10) : 0);
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (unsigned id = 0; id < AB_NUM_MLKEM; id++) {
        unsigned num_wrong = 0;

        t_where.subject = ab_mlkem_params((enum ab_mlkem_id)id)->name;
        t_where.check = "round trips";
        for (unsigned i = 0; i < num / AB_NUM_MLKEM; i++) {
            if (i % TRIPS_A_KEY == 0)
                make_key(ab_mlkem_params((enum ab_mlkem_id)id), ab_mlkem_pick(&cpu));
            num_wrong += !make_trip(i);
        }
        CHECK(num_wrong == 0);
    }
    printf("%zu round trips with %s\n", num, ab_mlkem_level(ab_mlkem_pick(&cpu)));
    return t_finish();
}
