/*
 * Compare signatures that several threads share with those of one thread: parameter sets with one group of leaves in a
 * tree, with two and with 64, every number of threads from two to five, hedged and deterministic.
 */
#include <string.h>

#include "harness/harness.h"
#include "os/threads.h"
#include "threads/sign.h"

enum { TEXT_LEN = 50 };

static struct ab_slhdsa_key key;
static uint8_t text[TEXT_LEN], alone[AB_SLHDSA_MAX_SIGNATURE_LEN], shared[AB_SLHDSA_MAX_SIGNATURE_LEN + 1];

/* With one processor only, nothing is shared. */
static int has_other_cpu(void)
{
    struct ab_cpu_set others;
    int here;

    return ab_other_cpus(&others, &here) > 0;
}

static void check_call(struct ab_pool *pool, const uint8_t *addrnd)
{
    const size_t len = key.params->signature_len;
    struct ab_slhdsa_message message;

    t_random_bytes(text, sizeof(text));
    CHECK(ab_slhdsa_message_init(&message, NULL, 0, text, sizeof(text)));
    memset(shared, 0xa5, sizeof(shared));
    ab_slhdsa_sign_with(&key, alone, &message, addrnd);
    ab_threads_slhdsa_sign_with(pool, &key, shared, &message, addrnd);
    CHECK_BYTES(shared, alone, len);
    CHECK(shared[len] == 0xa5);
    CHECK(ab_slhdsa_verify(&key, shared, len, &message));
}

static void check_set(enum ab_slhdsa_id id, const struct ab_cpu *cpu)
{
    uint8_t seed[AB_SLHDSA_MAX_SEED_LEN], addrnd[AB_SLHDSA_MAX_N];

    t_random_bytes(seed, sizeof(seed));
    t_random_bytes(addrnd, sizeof(addrnd));
    ab_slhdsa_init(&key, ab_slhdsa_params(id), ab_slhdsa_pick(id, cpu));
    ab_slhdsa_set_seed(&key, seed);
    t_where.subject = key.params->name;
    t_where.level = ab_slhdsa_level(key.kernels);
    t_where.check = "a signature on extra threads";
    for (unsigned num = 2; num <= (id == AB_SLHDSA_SHA2_128F ? 5 : 2); num++) {
        struct ab_pool *pool = ab_pool_new(num, AB_POOL_ALWAYS);

        t_where.extra = num;
        if (CHECK(pool != NULL)) {
            check_call(pool, NULL);
            check_call(pool, addrnd);
            CHECK((ab_pool_num_workers(pool) > 0) == has_other_cpu());
        }
        ab_pool_free(pool);
    }
}

/* By its own measurements the pool shares from the second signature on, or not; the bytes are the same. */
static void check_measured(void)
{
    struct ab_pool *pool = ab_pool_new(2, AB_POOL_IF_IT_PAYS);

    t_where.check = "signature number extra of a pool that measures";
    for (unsigned i = 0; i < 4; i++) {
        t_where.extra = i;
        check_call(pool, NULL);
    }
    ab_pool_free(pool);
}

int main(void)
{
    static const enum ab_slhdsa_id ids[] = {
        AB_SLHDSA_SHAKE_128F, AB_SLHDSA_SHA2_256F, AB_SLHDSA_SHA2_128S, AB_SLHDSA_SHA2_192F, AB_SLHDSA_SHA2_128F,
    };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        check_set(ids[i], &cpu);
    check_measured();
    return t_finish();
}
