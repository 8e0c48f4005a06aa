/* The lanes of Argon2 on several threads. They meet at the end of each slice (RFC 9106 sec. 3.4). */
#include "threads/derive.h"

#include "kernels/argon2/argon2_kernels.h"

enum { MANY_PASSES = 1024 };

struct work {
    const struct ab_argon2_kernels *kernels;
    const struct ab_argon2_cost *cost;
    void *memory;
    uint32_t pass, slice;
};

static void fill_lane(const void *work, size_t i)
{
    const struct work *w = work;

    ab_argon2_fill(w->kernels, w->cost, w->memory, w->pass, w->slice, (uint32_t)i);
}

/* Bytes that all passes write. A length that is as long as that of more passes does no harm: it is an estimate. */
static size_t work_len(const struct ab_argon2_cost *cost)
{
    return (size_t)cost->memory * AB_ARGON2_BLOCK_LEN * (cost->passes < MANY_PASSES ? cost->passes : MANY_PASSES);
}

static void share(struct ab_pool *pool, struct ab_pool_call *call, struct work *w)
{
    call->num_parts = w->cost->lanes;
    for (w->pass = 0; w->pass < w->cost->passes; w->pass++)
        for (w->slice = 0; w->slice < AB_ARGON2_SLICES; w->slice++)
            ab_pool_run(pool, call, fill_lane, w);
}

void ab_threads_argon2_fill_all(struct ab_pool *pool, const struct ab_argon2_kernels *kernels,
                                const struct ab_argon2_cost *cost, void *memory)
{
    struct work w = { .kernels = kernels, .cost = cost, .memory = memory };
    struct ab_pool_call call;

    if (cost->lanes < 2 || cost->lanes > AB_POOL_MAX_PARTS) {
        ab_argon2_fill_all(kernels, cost, memory);
        return;
    }
    if (ab_pool_begin(pool, &call, AB_POOL_ARGON2, work_len(cost)))
        share(pool, &call, &w);
    else
        ab_argon2_fill_all(kernels, cost, memory);
    ab_pool_end(pool, &call);
}
