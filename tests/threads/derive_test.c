/*
 * Compare Argon2 with its lanes on several threads with the same on one: each type, one pass and three, few lanes, as
 * many as a pool takes and one more, every number of threads from two to five.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/needs.h"
#include "harness/harness.h"
#include "kernels/argon2/argon2_kernels.h"
#include "os/threads.h"
#include "threads/derive.h"

enum { ALIGNMENT = 64 };

static const struct ab_argon2_kernels *kernels;

/* With one processor only, nothing is shared. */
static int has_other_cpu(void)
{
    struct ab_cpu_set others;
    int here;

    return ab_other_cpus(&others, &here) > 0;
}

/* Both memories begin alike: their first blocks are random here, in place of hashes of the inputs. */
static void check_call(struct ab_pool *pool, const struct ab_argon2_cost *cost)
{
    uint8_t *alone, *shared;
    size_t len = 0;

    t_where.extra = cost->lanes;
    CHECK(ab_argon2_memory_len(cost, &len));
    alone = aligned_alloc(ALIGNMENT, len);
    shared = aligned_alloc(ALIGNMENT, len);
    if (CHECK(alone != NULL && shared != NULL)) {
        t_random_bytes(alone, len);
        memcpy(shared, alone, len);
        ab_argon2_fill_all(kernels, cost, alone);
        ab_threads_argon2_fill_all(pool, kernels, cost, shared);
        CHECK_BYTES(shared, alone, len);
    }
    free(alone);
    free(shared);
}

static void check_costs(struct ab_pool *pool)
{
    static const uint32_t lanes[] = { 1, 2, 3, 4, 7, AB_POOL_MAX_PARTS, AB_POOL_MAX_PARTS + 1 };

    for (enum ab_argon2_type type = AB_ARGON2D; type <= AB_ARGON2ID; type++)
        for (uint32_t passes = 1; passes <= 3; passes += 2)
            for (size_t i = 0; i < sizeof(lanes) / sizeof(lanes[0]); i++) {
                const uint32_t memory = lanes[i] < 64 ? 600 : 16 * lanes[i];
                const struct ab_argon2_cost cost = { type, AB_ARGON2_VERSION_13, passes, memory, lanes[i] };

                check_call(pool, &cost);
            }
}

int main(void)
{
    const struct ab_argon2_cost large = { AB_ARGON2ID, AB_ARGON2_VERSION_13, 2, 2048, 4 };
    const struct ab_argon2_kernels *const *list = ab_argon2_list();
    struct ab_pool *pool;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    while (!ab_cpu_has(&cpu, &(*list)->needs))
        list++;
    kernels = *list;
    t_where.subject = "Argon2";
    t_where.level = kernels->needs.name;
    t_where.check = "lanes on extra threads";
    for (unsigned num = 2; num <= 5; num++) {
        pool = ab_pool_new(num, AB_POOL_ALWAYS);
        if (CHECK(pool != NULL)) {
            check_costs(pool);
            CHECK((ab_pool_num_workers(pool) > 0) == has_other_cpu());
        }
        ab_pool_free(pool);
    }
    t_where.check = "lanes of a pool that measures";
    pool = ab_pool_new(2, AB_POOL_IF_IT_PAYS);
    for (unsigned i = 0; i < 4; i++)
        check_call(pool, &large);
    ab_pool_free(pool);
    return t_finish();
}
